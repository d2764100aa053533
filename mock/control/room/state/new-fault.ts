import { ControlFailure } from '../../../client/control-failure.ts'
import type { NewFault } from '../../../client/generated/wire.ts'

/** Effects with illustrative values. */
const PRESETS = {
  'answers with status': { kind: 'status', status: 503 },
  'is late': { kind: 'delay', from: 2000 },
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
 * The other fields of the form: the status, its body and its headers (one per line), how late a reply is or how long its body
 * takes, the probability in percent, the number of requests before the first hit, and when the fault heals. Empty fields are ignored.
 */
export type FaultFields = Readonly<
  Partial<
    Record<
      'status' | 'body' | 'headers' | 'duration' | 'share' | 'after' | 'times' | 'seconds',
      FormDataEntryValue | undefined
    >
  >
>

/**
 * The fault of the form; throws a ControlFailure for a header without a colon, or one that stands there twice, and for a duration
 * that is none.
 */
export function newFault(preset: PresetName, { operation, key }: FaultTarget, fields: FaultFields): NewFault {
  const [share, after, times, seconds] = [fields.share, fields.after, fields.times, fields.seconds].map(
    numberIn,
  )
  return {
    effect: effectOf(PRESETS[preset], fields),
    ...(operation !== '' && { operation }),
    ...(key !== '' && { key }),
    ...(share !== undefined && share < 100 && { probability: share / 100 }),
    ...(after !== undefined && { after }),
    ...(times !== undefined && { times }),
    ...(seconds !== undefined && { seconds }),
  }
}

function effectOf(
  effect: (typeof PRESETS)[PresetName],
  { status: field, body, headers, duration }: FaultFields,
): NewFault['effect'] {
  if (effect.kind === 'status') {
    const status = numberIn(field)
    return {
      ...effect,
      ...(status !== undefined && { status }),
      ...(typeof body === 'string' && body !== '' && { body }),
      ...headersIn(headers),
    }
  }
  const text = typeof duration === 'string' ? duration.trim() : ''
  if (text === '') return effect
  if (effect.kind === 'delay') return { ...effect, ...durationIn(text, '500 ms, 2 s or 0.2-2 s') }
  if (effect.kind !== 'trickle') return effect
  const wanted = '500 ms or 5 s'
  const { from, to } = durationIn(text, wanted)
  if (to !== undefined) throw noDuration(text, wanted)
  return { ...effect, over: from }
}

const DURATION = /^([\d.]+)\s*(ms|s)?(?:\s*(?:-|–|to)\s*([\d.]+)\s*(ms|s))?$/i

/** The milliseconds of one duration, or of a range of them. The mock refuses bounds that are too large, or in the wrong order. */
function durationIn(text: string, wanted: string): { from: number; to?: number } {
  const [, from, unitOfFirst, to, unitOfLast] = DURATION.exec(text) ?? []
  const inMs = (figure: string | undefined, unit: string | undefined): number =>
    Math.round(Number(figure) * (unit?.toLowerCase() === 'ms' ? 1 : 1000))
  const unit = unitOfFirst ?? unitOfLast
  const bounds = [inMs(from, unit), ...(to === undefined ? [] : [inMs(to, unitOfLast)])]
  const [first = NaN, last] = bounds
  // Without a unit, one would take it for seconds, another for milliseconds.
  if (unit === undefined || bounds.some(Number.isNaN)) throw noDuration(text, wanted)
  return { from: first, ...(last !== undefined && { to: last }) }
}

function noDuration(text: string, wanted: string): ControlFailure {
  return new ControlFailure(0, `Write the time as ${wanted}, not "${text.slice(0, 60)}"`)
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
