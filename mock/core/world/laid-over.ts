// Settings that are laid over a world from a file.
import { newFault, type FaultSpec } from '../faults/faults.ts'
import { parseTime, saveFault, type SavedWorld } from './snapshot.ts'

/** What a world starts with in place of what was saved, and the faults that are added. */
export interface LaidOver {
  readonly limits?: boolean | undefined
  readonly faults?: readonly FaultSpec[] | undefined
}

/** A valid snapshot with other settings; `now` is the time where it has none. A fault that it has already is not added once more. */
export function withSettings(saved: SavedWorld, { limits, faults = [] }: LaidOver, now: number): SavedWorld {
  const time = parseTime(saved.clock?.now) ?? now
  const known = new Set(saved.faults.map((fault) => textOf(fault)))
  const first = Math.max(0, ...saved.faults.map(({ id }) => id)) + 1
  const added = faults
    .filter((spec) => !known.has(textOf(spec)))
    .map((spec, at) => saveFault(newFault(spec, first + at, time)))
  return { ...saved, limits: limits ?? saved.limits, faults: [...saved.faults, ...added] }
}

/** The same text for faults that are specified alike. */
function textOf({ effect, ...conditions }: FaultSpec): string {
  const { probability, operation, key, after, times, seconds } = conditions
  const inOrder = Object.entries(effect).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([inOrder, probability, operation, key, after, times, seconds])
}
