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
    this.#hold.state().limits = on
    this.#hold.changed('limits', `limits ${on ? 'on' : 'off'}`)
  }
}
