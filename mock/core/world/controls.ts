import { choosable, parseChoices, type Choices, type OpenPoint } from '../../../spec/index.ts'
import { faultProblem } from '../faults/fault-problem.ts'
import { MOST_FAULTS, type Fault, type FaultSpec } from '../faults/faults.ts'
import { viewExchange, type ExchangeView } from '../journal/entry-view.ts'
import type { JournalFilter } from '../journal/journal.ts'
import { freeConduct } from '../limits/client-statistics.ts'
import { noSuchKey } from '../limits/key-problem.ts'
import { vary } from '../settings/random.ts'
import { settingsOf } from '../settings/settings.ts'
import { ControlError } from './control-error.ts'
import type { Hold } from './world-state.ts'

/** An open point, and the variant that a world takes there. */
export interface ChosenPoint extends OpenPoint {
  readonly chosen: string
}

/** The choices in force. */
export class ChoiceControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  read(): Choices {
    return this.#hold.state().settings.choices
  }

  /** Every open point at which there is something to choose, with what is chosen. */
  list(): readonly ChosenPoint[] {
    const choices = this.read()
    return choosable.map((point) => ({ ...point, chosen: choices[point.id] }))
  }

  /** Takes other variants for the open points that are named; throws a ChoiceError, changing nothing, for an unlawful one. */
  set(choices: Readonly<Record<string, unknown>>): Choices {
    return this.#put(parseChoices(choices))
  }

  /** Takes a random lawful variant for every open point, the same for the same seed. */
  vary(seed: number): Choices {
    return this.#put(vary(seed))
  }

  #put(changed: Partial<Choices>): Choices {
    const state = this.#hold.state()
    state.settings = settingsOf({ ...state.settings.choices, ...changed })
    const told = Object.entries(changed).map(([id, variant]) => `${id}=${variant}`)
    this.#hold.changed('choices', told.join(', '))
    return state.settings.choices
  }
}

/** The faults of a world, for a front end to survive. */
export class FaultControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  list(): readonly Fault[] {
    const { faults, clock } = this.#hold.state()
    return faults.list(clock.now())
  }

  add(spec: FaultSpec): Fault {
    const problem = faultProblem(spec)
    if (problem !== undefined) throw new ControlError('invalid', problem)
    const state = this.#hold.state()
    // It would never hit, and nobody would know why.
    if (spec.key !== undefined && !state.callers.keys.get(spec.key)) {
      throw new ControlError('invalid', noSuchKey(state.callers.keys.keys(), spec.key))
    }
    const fault = state.faults.add(spec, state.clock.now())
    if (!fault)
      throw new ControlError('conflict', `There are ${MOST_FAULTS} faults already: remove one first`)
    this.#hold.changed('faults', `fault ${fault.id} (${spec.effect.kind}) added`)
    return fault
  }

  remove(id: number): void {
    if (!this.#hold.state().faults.remove(id)) {
      throw new ControlError('not-found', `There is no fault ${id}; it may have healed`)
    }
    this.#hold.changed('faults', `fault ${id} removed`)
  }

  clear(): void {
    this.#hold.state().faults.clear()
    this.#hold.changed('faults', 'all faults removed')
  }
}

/** The off switch of the rate limits. While they are off nothing is counted, and the headers stand still. */
export class LimitControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  get on(): boolean {
    return this.#hold.state().limits
  }

  switch(on: boolean): void {
    const state = this.#hold.state()
    state.limits = on
    for (const { conduct } of state.callers.keys.values()) freeConduct(conduct)
    this.#hold.changed('limits', `limits ${on ? 'on' : 'off'}`)
  }
}

/** The last 1,000 exchanges of a world, with the reason of each. */
export class JournalControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  /** Those that pass the filter, the newest first, keys cut. */
  list(filter?: JournalFilter): readonly ExchangeView[] {
    return this.#hold.state().journal.list(filter).map(viewExchange)
  }

  clear(): void {
    this.#hold.state().journal.clear()
    this.#hold.changed('journal', 'journal cleared')
  }
}
