import { choosable, parseChoices, type Choices, type OpenPoint } from '../../../spec/index.ts'
import { MOST_FAULTS, type Fault, type FaultSpec } from '../faults/faults.ts'
import { viewEntry, type JournalEntryView } from '../journal/entry-view.ts'
import type { JournalFilter } from '../journal/journal.ts'
import { forgetWaits } from '../limits/client-statistics.ts'
import { vary } from '../settings/random.ts'
import { settingsOf } from '../settings/settings.ts'
import { ControlError, noSuchKey } from './control-error.ts'
import { checkInput } from './input.ts'
import { faultProblem } from './spec-problems.ts'
import type { WorldHandle } from './world-state.ts'

/** An open point, and the variant that a world takes there. */
export interface ChosenPoint extends OpenPoint {
  readonly chosen: string
}

/** The choices in force. */
export class ChoiceControl {
  readonly #world: WorldHandle

  constructor(world: WorldHandle) {
    this.#world = world
  }

  read(): Choices {
    return this.#world.state().settings.choices
  }

  /** Every open point at which there is something to choose, with what is chosen. */
  list(): readonly ChosenPoint[] {
    const choices = this.read()
    return choosable.map((point) => ({ ...point, chosen: choices[point.id] }))
  }

  /** Takes other variants for the open points that are named; throws a ChoiceError, changing nothing, for an unlawful one. */
  set(choices: Readonly<Record<string, unknown>>): Choices {
    checkInput('choose', { body: choices })
    return this.#put(parseChoices(choices))
  }

  /** Takes a random lawful variant for every open point, the same for the same seed. */
  vary(seed: number): Choices {
    checkInput('varyChoices', { body: { seed } })
    return this.#put(vary(seed), `varied by seed ${seed}: `)
  }

  #put(changed: Partial<Choices>, why = ''): Choices {
    const state = this.#world.state()
    const before = state.settings.choices
    state.settings = settingsOf({ ...before, ...changed })
    const told = Object.entries(changed)
      .filter(([id, variant]) => before[id as keyof Choices] !== variant)
      .map(([id, variant]) => `${id}=${variant}`)
    this.#world.changed('choices', why + (told.join(', ') || 'nothing is different'))
    return state.settings.choices
  }
}

/** The faults of a world, for a front end to survive. */
export class FaultControl {
  readonly #world: WorldHandle

  constructor(world: WorldHandle) {
    this.#world = world
  }

  list(): readonly Fault[] {
    const { faults, clock } = this.#world.state()
    return faults.list(clock.now())
  }

  add(spec: FaultSpec): Fault {
    checkInput('addFault', { body: spec })
    const problem = faultProblem(spec)
    if (problem !== undefined) throw new ControlError('invalid', problem)
    const state = this.#world.state()
    // It would never hit, and nobody would know why.
    if (spec.key !== undefined && !state.callers.keys.get(spec.key)) {
      throw new ControlError('invalid', noSuchKey(state.callers.keys.keys(), spec.key))
    }
    const fault = state.faults.add(spec, state.clock.now())
    if (!fault)
      throw new ControlError('conflict', `There are ${MOST_FAULTS} faults already: remove one first`)
    this.#world.changed('faults', `fault ${fault.id} (${spec.effect.kind}) added`)
    return fault
  }

  remove(id: number): void {
    checkInput('removeFault', { path: { id } })
    if (!this.#world.state().faults.remove(id)) {
      throw new ControlError('not-found', `There is no fault ${id}; it may have healed`)
    }
    this.#world.changed('faults', `fault ${id} removed`)
  }

  clear(): void {
    this.#world.state().faults.clear()
    this.#world.changed('faults', 'all faults removed')
  }
}

/** The off switch of the rate limits. While they are off nothing is counted, and the headers stand still. */
export class LimitControl {
  readonly #world: WorldHandle

  constructor(world: WorldHandle) {
    this.#world = world
  }

  get on(): boolean {
    return this.#world.state().limitsOn
  }

  switch(on: boolean): void {
    checkInput('switchLimits', { body: { on } })
    const state = this.#world.state()
    state.limitsOn = on
    for (const { statistics } of state.callers.keys.values()) forgetWaits(statistics)
    this.#world.changed('limits', `limits ${on ? 'on' : 'off'}`)
  }
}

/** Exchanges on a page of the journal where nobody says how many, and the memory that they may take there, in bytes. */
export const PAGE_LENGTH = 100
const PAGE_BYTES = 2_000_000

/** The last exchanges of a world, 1,000 at most, with the reason of each. */
export class JournalControl {
  readonly #world: WorldHandle

  constructor(world: WorldHandle) {
    this.#world = world
  }

  /** Those that pass the filter, the newest first, keys cut. */
  list(filter: JournalFilter = {}): readonly JournalEntryView[] {
    checkInput('readJournal', { query: filter })
    return this.#world.state().journal.list(filter).map(viewEntry)
  }

  /** The same in parts that one reply can hold: the next one is asked for with `before`, until one is empty. */
  page(filter: JournalFilter = {}): readonly JournalEntryView[] {
    checkInput('readJournal', { query: filter })
    const part = { limit: PAGE_LENGTH, ...filter, bytes: PAGE_BYTES }
    return this.#world.state().journal.list(part).map(viewEntry)
  }

  clear(): void {
    this.#world.state().journal.clear()
    this.#world.changed('journal', 'journal cleared')
  }
}
