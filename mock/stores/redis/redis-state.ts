import { defaultChoices } from '../../../spec/choices.ts'
import { Faults } from '../../core/faults/faults.ts'
import type { JournalStore } from '../../core/journal/journal.ts'
import type { PetStore } from '../../core/pets/pet-store.ts'
import { Clock } from '../../core/settings/clock.ts'
import { seededRandom, type SeededRandom } from '../../core/settings/random.ts'
import { parseSettings } from '../../core/settings/settings.ts'
import { publishHealed, type WorldState } from '../../core/world/world-state.ts'
import type { Publish } from '../../core/world/world-store.ts'
import { parseCallers } from './loaded-callers.ts'
import { parseControl, serializeControl, type Control } from './records.ts'

/** The parts of a state that have stores of their own. */
export interface StateParts {
  readonly pets: PetStore
  readonly journal: JournalStore
}

/** The state of a world in Redis, as loaded for a batch of steps. */
export interface RedisState extends WorldState {
  /** Counts the states of a world: a reset begins the next one. */
  readonly epoch: string
  readonly faultRandom: SeededRandom
}

/** The control document of a world before it was loaded. */
export const UNLOADED: Control = {
  clock: { base: Date.now(), since: Date.now(), speed: 1, frozen: false },
  limits: true,
  choices: defaultChoices,
  faults: [],
  nextFault: 1,
  random: { ids: 0, faults: 0 },
  categories: [],
}

/** The state of a control document, without callers. */
export function createState(
  control: Control,
  epoch: string,
  now: () => number,
  parts: StateParts,
  publish: Publish,
): RedisState {
  const clock = new Clock(now)
  clock.follow(control.clock)
  const faultRandom = seededRandom(control.random.faults)
  const faults = new Faults(faultRandom, publishHealed(publish))
  faults.restore(control.faults, control.nextFault)
  return {
    ...parts,
    epoch,
    clock,
    callers: parseCallers([]),
    faults,
    faultRandom,
    publish,
    categories: new Set(control.categories),
    settings: parseSettings(control.choices),
    limitsOn: control.limits,
    lent: control.lent,
  }
}

/** The control document of a state that was created from the document `before`. */
export function serializeState(state: RedisState, before: string): string {
  const { clock, faults, faultRandom, settings, limitsOn, categories, lent } = state
  return serializeControl({
    clock: clock.course,
    limits: limitsOn,
    choices: settings.choices,
    faults: faults.records(clock.now()),
    nextFault: faults.nextId,
    random: { ...parseControl(before).random, faults: faultRandom.state() },
    categories: [...categories],
    lent,
  })
}
