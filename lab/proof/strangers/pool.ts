import { startStranger, type Running, type Stranger } from './strangers.ts'

// Each run moves the clock, which begins today, by some days; in December 2030 getPet is removed.
const RUNS_EACH = 200

/** Processes of a stranger: each serves one run at a time, and more are started as needed. */
export class StrangerPool implements AsyncDisposable {
  readonly #stranger: Stranger
  readonly #idle: { readonly running: Running; runs: number }[] = []
  readonly #started = new Set<Running>()

  constructor(stranger: Stranger) {
    this.#stranger = stranger
  }

  /** Lends a process that serves nobody else meanwhile. */
  async lend<Result>(work: (baseUrl: string) => Promise<Result>): Promise<Result> {
    const lent = this.#idle.pop() ?? { running: await this.#start(), runs: 0 }
    const result = await work(lent.running.baseUrl)
    lent.runs += 1
    if (lent.runs < RUNS_EACH) this.#idle.push(lent)
    else await this.#end(lent.running)
    return result
  }

  async #start(): Promise<Running> {
    const running = await startStranger(this.#stranger)
    this.#started.add(running)
    return running
  }

  async #end(running: Running): Promise<void> {
    this.#started.delete(running)
    await running[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Array.from(this.#started, (running) => this.#end(running)))
  }
}
