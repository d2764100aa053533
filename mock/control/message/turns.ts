import { setImmediate } from 'node:timers'

const MOST_TURNS = 100

/**
 * One of those who wait goes on at a time, however many there are. Others are served in between: for as many turns of the event
 * loop as it took milliseconds, because Node accepts only one connection in each.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []
  readonly #now: () => number
  #isBusy = false

  /** `now`: milliseconds, from any start. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Resolves when it is one's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#isBusy) setImmediate(this.#goOn)
      this.#isBusy = true
    })
  }

  readonly #goOn = (): void => {
    const resolve = this.#waiting.shift()
    this.#isBusy = resolve !== undefined
    if (resolve === undefined) return
    const begin = this.#now()
    resolve()
    setImmediate(() => {
      this.#leave(Math.min(this.#now() - begin, MOST_TURNS))
    })
  }

  /** Leaves so many turns to others. */
  #leave(turns: number): void {
    if (turns < 1) {
      this.#goOn()
      return
    }
    setImmediate(() => {
      this.#leave(turns - 1)
    })
  }
}
