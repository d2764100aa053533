/** The only source of time in the service: real time, until a test freezes it or moves it on. */
export class Clock {
  #frozenAt: number | undefined
  #ahead = 0

  /** Unix milliseconds. */
  now = (): number => this.#frozenAt ?? Date.now() + this.#ahead

  freeze(): void {
    this.#frozenAt = this.now()
  }

  advance(milliseconds: number): void {
    if (this.#frozenAt === undefined) this.#ahead += milliseconds
    else this.#frozenAt += milliseconds
  }
}
