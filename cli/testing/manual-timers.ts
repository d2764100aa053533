import type { After } from '../after.ts'

/** Timers that run when they are told to. */
export class ManualTimers {
  #now = 0
  readonly #timers = new Set<{ at: number; run: () => void }>()

  readonly after: After = (milliseconds, run) => {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  /** How many timers are waiting. */
  get size(): number {
    return this.#timers.size
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now || !this.#timers.delete(timer)) continue
      timer.run()
    }
  }
}
