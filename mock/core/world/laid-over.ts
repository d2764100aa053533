// Settings that are laid over those of a world.
import { newFault, type FaultSpec } from '../faults/faults.ts'
import { parseTime, saveFault, type SavedWorld } from './snapshot.ts'

/** What a world starts with in place of what was saved, and the faults that are added. */
export interface LaidOver {
  readonly limits?: boolean | undefined
  readonly faults?: readonly FaultSpec[] | undefined
}

/** What a world has below that. */
export interface Below {
  readonly limits: boolean
  /** The highest id of its faults; 0 without any. */
  readonly lastFault: number
}

/** A valid snapshot with other settings; `now` is the time where it has none. A fault that it has already is not added once more. */
export function withSettings(saved: SavedWorld, { limits, faults = [] }: LaidOver, now: number): SavedWorld {
  const time = parseTime(saved.clock?.now) ?? now
  const first = settingsBelow(saved).lastFault + 1
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

/** The settings that a world starts with below those laid over it. */
export function settingsBelow({ limits, faults }: Pick<SavedWorld, 'limits' | 'faults'>): Below {
  return { limits, lastFault: Math.max(0, ...faults.map(({ id }) => id)) }
}

/** The same text for faults that do the same, however they are written. */
function textOf({ effect, ...conditions }: FaultSpec): string {
  const { probability = 1, operation, key, after = 0, times, seconds } = conditions
  const whole = effect.kind === 'delay' ? { to: effect.from, ...effect } : effect
  const inOrder = Object.entries(whole).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([inOrder, probability, operation, key, after, times, seconds])
}
