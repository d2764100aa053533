// Settings that are laid over those of a world.
import { newFault, type FaultSpec } from '../faults/faults.ts'
import { parseTime, saveFault, type SavedSettings, type SavedWorld } from './snapshot.ts'

/** What a world starts with in place of what was saved, and the faults that are added. */
export interface LaidOver {
  readonly limits?: boolean | undefined
  readonly faults?: readonly FaultSpec[] | undefined
}

/** A valid snapshot with other settings; `now` is the time where it has none. A fault that it has already is not added once more. */
export function withSettings(saved: SavedWorld, { limits, faults = [] }: LaidOver, now: number): SavedWorld {
  const time = parseTime(saved.clock?.now) ?? now
  const first = Math.max(0, ...saved.faults.map(({ id }) => id)) + 1
  const added = faultsAdded(saved.faults, faults).map((spec, at) =>
    saveFault(newFault(spec, first + at, time)),
  )
  return { ...saved, limits: limits ?? saved.limits, faults: [...saved.faults, ...added] }
}

/** The faults that are laid over others: those that do what none of them does. */
export function faultsAdded(below: readonly FaultSpec[], faults: readonly FaultSpec[]): readonly FaultSpec[] {
  const known = new Set(below.map(textOf))
  return faults.filter((spec) => !known.has(textOf(spec)))
}

/** The present settings of a world without what was laid over those that it had below: it is saved so. */
export function withoutSettings(
  present: SavedSettings,
  { limits, faults = [] }: LaidOver,
  below: LaidOver,
): SavedSettings {
  const added = new Set(faults.map(textOf))
  for (const spec of below.faults ?? []) added.delete(textOf(spec))
  return {
    limits: present.limits === limits ? (below.limits ?? true) : present.limits,
    faults: present.faults.filter((fault) => !added.has(textOf(fault))),
  }
}

/** The same text for faults that do the same, however they are written. */
function textOf({ effect, ...conditions }: FaultSpec): string {
  const { probability = 1, operation, key, after = 0, times, seconds } = conditions
  const whole = effect.kind === 'delay' ? { to: effect.from, ...effect } : effect
  const inOrder = Object.entries(whole).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([inOrder, probability, operation, key, after, times, seconds])
}
