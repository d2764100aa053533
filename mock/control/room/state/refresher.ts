/** Asks again for something that may have changed: at once, then never more often than asking takes times four. */
export class Refresher {
  readonly #ask: () => Promise<void>
  readonly #shortest: number
  #isBusy = false
  #isWanted = false

  constructor(ask: () => Promise<void>, shortest: number) {
    this.#ask = ask
    this.#shortest = shortest
  }

  /** Asks soon; however often this is called meanwhile, once. */
  want(): void {
    this.#isWanted = true
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    while (this.#isWanted) {
      this.#isWanted = false
      const began = performance.now()
      await this.#ask()
      const took = performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, Math.max(this.#shortest, took * 4)))
    }
    this.#isBusy = false
  }
}
