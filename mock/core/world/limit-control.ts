import { freeConduct } from '../limits/client-statistics.ts'
import type { Hold } from './hold.ts'

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
