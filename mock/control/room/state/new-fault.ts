import { ControlFailure } from '../../../client/control-failure.ts'
import type { NewFault } from '../../../client/generated/wire.ts'

/** Effects with illustrative values. */
const PRESETS = {
  'answers with status': { kind: 'status', status: 503 },
  'is 2 s late': { kind: 'delay', from: 2000 },
  'is 0.2 to 2 s late': { kind: 'delay', from: 200, to: 2000 },
  'cuts the connection': { kind: 'cut', at: 'before-reply' },
  'cuts the body': { kind: 'cut', at: 'mid-body' },
  'answers with HTML': { kind: 'not-json' },
  'sends the body slowly': { kind: 'trickle', over: 5000 },
} as const satisfies Readonly<Record<string, NewFault['effect']>>

export type PresetName = keyof typeof PRESETS

export const presetNames = Object.keys(PRESETS) as readonly PresetName[]

/** The requests that a fault hits. An empty text stands for all. */
export interface FaultTarget {
  readonly operation: NonNullable<NewFault['operation']> | ''
  readonly key: string
}

/**
 * The other fields of the form: the status, its body and its headers (one per line), the probability in percent, the number of
 * requests before the first hit, and when the fault heals. Empty fields are ignored.
 */
export type FaultFields = Readonly<
  Partial<
    Record<
      'status' | 'body' | 'headers' | 'share' | 'after' | 'times' | 'seconds',
      FormDataEntryValue | undefined
    >
  >
>

/** The fault of the form; throws a ControlFailure for a header without a colon, or one that stands there twice. */
export function newFault(
  preset: PresetName,
  { operation, key }: FaultTarget,
  { body, headers, ...fields }: FaultFields,
): NewFault {
  const [status, share, after, times, seconds] = [
    fields.status,
    fields.share,
    fields.after,
    fields.times,
    fields.seconds,
  ].map(numberIn)
  const effect = PRESETS[preset]
  return {
    effect:
      effect.kind === 'status'
        ? {
            ...effect,
            ...(status !== undefined && { status }),
            ...(typeof body === 'string' && body !== '' && { body }),
            ...headersIn(headers),
          }
        : effect,
    ...(operation !== '' && { operation }),
    ...(key !== '' && { key }),
    ...(share !== undefined && share < 100 && { probability: share / 100 }),
    ...(after !== undefined && { after }),
    ...(times !== undefined && { times }),
    ...(seconds !== undefined && { seconds }),
  }
}

// The mock refuses other invalid headers.
function headersIn(field: FormDataEntryValue | undefined): { headers?: Record<string, string> } {
  const lines = typeof field === 'string' ? field.split(/\r?\n/).filter((line) => line.trim() !== '') : []
  if (lines.length === 0) return {}
  const pairs = lines.map((line) => {
    const [, name, value = ''] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined) return [name, value] as const
    const shown = line.trim().slice(0, 60)
    throw new ControlFailure(0, `The header "${shown}" has no colon: write it as Name: value, one per line`)
  })
  const names = pairs.map(([name]) => name)
  const twice = names.find((name, at) => names.includes(name, at + 1))
  if (twice !== undefined)
    throw new ControlFailure(0, `The header "${twice}" stands in two lines: write it once`)
  return { headers: Object.fromEntries(pairs) }
}

function numberIn(field: FormDataEntryValue | undefined): number | undefined {
  return typeof field === 'string' && field !== '' ? Number(field) : undefined
}
