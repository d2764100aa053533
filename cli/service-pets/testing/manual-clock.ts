import type { Clock } from '../../../contract-tests/engine/service-time.ts'

/** A clock that moves by waiting alone. */
export class ManualClock implements Clock {
  /** Each wait, in milliseconds. */
  readonly slept: number[] = []
  #now: number

  constructor(now = Date.UTC(2030, 0, 1, 12, 0, 30)) {
    this.#now = now
  }

  readonly now = (): number => this.#now

  readonly sleep = (milliseconds: number): Promise<void> => {
    this.slept.push(milliseconds)
    this.#now += milliseconds
    return Promise.resolve()
  }
}
