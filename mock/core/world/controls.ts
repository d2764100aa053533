import { MOST, MOST_BYTES } from '../memory/bounds.ts'
import { choosable, parseChoices, type Choices, type OpenPoint } from '../../../spec/choices.ts'
import type { Fault, FaultSpec } from '../faults/faults.ts'
import { viewEntry, type JournalEntryView } from '../journal/entry-view.ts'
import type { JournalFilter, JournalPart } from '../journal/journal.ts'
import { forgetWaits } from '../limits/client-statistics.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import type { IdentifyKey } from '../message/key-id.ts'
import { vary } from '../settings/random.ts'
import { parseSettings } from '../settings/settings.ts'
import { ControlError, noSuchKey } from './control-error.ts'
import { checkInput } from './input.ts'
import { faultProblem } from './spec-problems.ts'
import type { WorldState } from './world-state.ts'
import type { Changing } from './world-store.ts'

/** An open point, and the variant that a world has chosen. */
export interface ChosenPoint extends OpenPoint {
  readonly chosen: string
}

/** The choices in force. */
export class ChoiceControl {
  readonly #world: Changing

  constructor(world: Changing) {
    this.#world = world
  }

  read(): Awaitable<Choices> {
    return this.#world.change([], ({ settings }) => settings.choices)
  }

  /** Every open point with variants, and its chosen variant. */
  list(): Awaitable<readonly ChosenPoint[]> {
    return this.#world.change([], ({ settings: { choices } }) =>
      choosable.map((point) => ({ ...point, chosen: choices[point.id] })),
    )
  }

  /** Chooses other variants for the open points that are named; throws a ChoiceError, changing nothing, for an unlawful one. */
  set(choices: Partial<Choices>): Awaitable<Choices> {
    checkInput('choose', { body: choices })
    return this.#put(parseChoices({ ...choices }))
  }

  /** Chooses a random lawful variant for every open point, the same for the same seed. */
  vary(seed: number): Awaitable<Choices> {
    checkInput('varyChoices', { body: { seed } })
    return this.#put(vary(seed), `varied by seed ${seed}: `)
  }

  #put(changed: Partial<Choices>, why = ''): Awaitable<Choices> {
    return this.#world.change([], (state) => {
      const before = state.settings.choices
      state.settings = parseSettings({ ...before, ...changed })
      const changes = Object.entries(changed)
        .filter(([id, variant]) => before[id as keyof Choices] !== variant)
        .map(([id, variant]) => `${id}=${variant}`)
      state.publish('choices', why + (changes.join(', ') || 'nothing is different'))
      return state.settings.choices
    })
  }
}

/** The faults of a world, for a front end to survive. */
export class FaultControl {
  readonly #world: Changing

  constructor(world: Changing) {
    this.#world = world
  }

  list(): Awaitable<readonly Fault[]> {
    return this.#world.change([], ({ faults, clock }) => faults.list(clock.now()))
  }

  add(spec: FaultSpec): Awaitable<Fault> {
    checkInput('addFault', { body: spec })
    const problem = faultProblem(spec)
    if (problem !== undefined) throw new ControlError('invalid', problem)
    const { key } = spec
    return this.#world.change(key === undefined ? [] : 'all', ({ callers, faults, clock, publish }) => {
      // It would never hit, without a visible reason.
      if (key !== undefined && !callers.keys.get(key)) {
        throw new ControlError('invalid', noSuchKey(callers.keys.keys(), key))
      }
      const fault = faults.add(spec, clock.now())
      if (!fault)
        throw new ControlError('conflict', `There are ${MOST.faults} faults already: remove one first`)
      publish('faults', `fault ${fault.id} (${spec.effect.kind}) added`)
      return fault
    })
  }

  remove(id: number): Awaitable<void> {
    checkInput('removeFault', { path: { id } })
    return this.#world.change([], ({ faults, publish }) => {
      if (!faults.remove(id)) {
        throw new ControlError('not-found', `There is no fault ${id}; it may have healed`)
      }
      publish('faults', `fault ${id} removed`)
    })
  }

  clear(): Awaitable<void> {
    return this.#world.change([], ({ faults, publish }) => {
      faults.clear()
      publish('faults', 'all faults removed')
    })
  }
}

/** The off switch of the rate limits. While they are off nothing is counted, and the headers say that all is left. */
export class LimitControl {
  readonly #world: Changing

  constructor(world: Changing) {
    this.#world = world
  }

  get on(): Awaitable<boolean> {
    return this.#world.change([], ({ limitsOn }) => limitsOn)
  }

  switch(on: boolean): Awaitable<void> {
    checkInput('switchLimits', { body: { on } })
    return this.#world.change('all', (state) => {
      state.limitsOn = on
      for (const { statistics } of state.callers.keys.values()) forgetWaits(statistics)
      state.publish('limits', `limits ${on ? 'on' : 'off'}`)
    })
  }
}

/** The default number of exchanges on a page of the journal. */
export const PAGE_LENGTH = 100
/** The last exchanges of a world, 1,000 at most, with the reason of each. */
export class JournalControl {
  readonly #world: Changing
  readonly #keyId: IdentifyKey

  constructor(world: Changing, keyId: IdentifyKey) {
    this.#world = world
    this.#keyId = keyId
  }

  /** Those that pass the filter, the newest first, keys cut. */
  list(filter: JournalFilter = {}): Awaitable<readonly JournalEntryView[]> {
    checkInput('readJournal', { query: filter })
    return this.#list(filter)
  }

  /** The same in parts that one reply can hold: the next one is asked for with `before`, until one is empty. */
  page(filter: JournalFilter = {}): Awaitable<readonly JournalEntryView[]> {
    checkInput('readJournal', { query: filter })
    return this.#list({ limit: PAGE_LENGTH, ...filter, bytes: MOST_BYTES.journalPage })
  }

  clear(): Awaitable<void> {
    return this.#with(({ journal, publish }) =>
      andThen(journal.clear(), () => {
        publish('journal', 'journal cleared')
      }),
    )
  }

  #list(part: JournalPart): Awaitable<readonly JournalEntryView[]> {
    return this.#with(({ journal }) =>
      andThen(journal.list(part), (found) => found.map((entry) => viewEntry(entry, this.#keyId))),
    )
  }

  /** Works on the journal of the current state. It is a store of its own, so this is no step. */
  #with<Result>(work: (state: WorldState) => Awaitable<Result>): Awaitable<Result> {
    const state = this.#world.change([], (state) => state)
    return andThen(state, work)
  }
}
