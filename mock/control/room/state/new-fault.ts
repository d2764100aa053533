import type { NewFault } from '../../../client/generated/wire.ts'

/** Effects with the figures that show them best. */
const PRESETS = {
  'answers 503': { kind: 'status', status: 503 },
  'answers 500': { kind: 'status', status: 500 },
  'is 2 s late': { kind: 'delay', from: 2000 },
  'is 0.2 to 2 s late': { kind: 'delay', from: 200, to: 2000 },
  'cuts the connection': { kind: 'cut', at: 'before-reply' },
  'cuts the body': { kind: 'cut', at: 'mid-body' },
  'answers with HTML': { kind: 'not-json' },
  'drips the body': { kind: 'trickle', over: 5000 },
} as const satisfies Readonly<Record<string, NewFault['effect']>>

export type PresetName = keyof typeof PRESETS

export const presetNames = Object.keys(PRESETS) as readonly PresetName[]

/** What a form says of a fault: whom it hits, how often in a hundred, and when it heals; an empty field does not narrow it. */
export interface FaultFields {
  readonly operation: NonNullable<NewFault['operation']> | ''
  readonly key: string
  readonly share: FormDataEntryValue | null
  readonly times: FormDataEntryValue | null
  readonly seconds: FormDataEntryValue | null
}

export function newFault(preset: PresetName, { operation, key, ...fields }: FaultFields): NewFault {
  const share = numberIn(fields.share)
  const times = numberIn(fields.times)
  const seconds = numberIn(fields.seconds)
  return {
    effect: PRESETS[preset],
    ...(operation !== '' && { operation }),
    ...(key !== '' && { key }),
    ...(share !== undefined && share < 100 && { probability: share / 100 }),
    ...(times !== undefined && { times }),
    ...(seconds !== undefined && { seconds }),
  }
}

function numberIn(field: FormDataEntryValue | null): number | undefined {
  return typeof field === 'string' && field !== '' ? Number(field) : undefined
}
