import type { ServiceTime } from './service-time.ts'
import { NotVerified } from './verdicts.ts'

/** Why something of a run was not asked that a signal ended. */
export function interruptedText(signal: string): string {
  return `the run was interrupted (${signal})`
}

/** Whether a run is interrupted, and the end of whatever it waits for when it is. */
export class Interruption {
  /** The signal, once there was one. */
  signal: string | undefined
  readonly #waiting = new Set<(why: NotVerified) => void>()

  /** Ends all that the run waits for with a NotVerified. */
  by(signal: string): void {
    this.signal ??= signal
    for (const end of this.#waiting) end(interrupted(signal))
  }

  /** Throws a NotVerified if the run is interrupted. */
  refuse(): void {
    if (this.signal !== undefined) throw interrupted(this.signal)
  }

  /** Does a piece of work; rejects with a NotVerified as soon as the run is interrupted, whatever the work comes to. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.refuse()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.add(reject)
    work().then(resolve, reject)
    try {
      return await promise
    } finally {
      this.#waiting.delete(reject)
    }
  }

  /** The same time, but that no wait outlasts the run. */
  ending(time: ServiceTime): ServiceTime {
    return {
      now: () => time.now(),
      get ahead() {
        return time.ahead
      },
      observe: (reply) => {
        time.observe(reply)
      },
      mayPass: (milliseconds) => time.mayPass(milliseconds),
      pass: (milliseconds, wait) => this.during(() => time.pass(milliseconds, wait)),
    }
  }
}

function interrupted(signal: string): NotVerified {
  return new NotVerified('not run', interruptedText(signal))
}
