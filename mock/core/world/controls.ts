import { choosable, parseChoices, type Choices, type OpenPoint } from '../../../spec/index.ts'
import { settingsOf } from '../settings/settings.ts'
import { vary } from '../settings/vary.ts'
import type { Hold } from './hold.ts'

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
