import type { ClockReading } from '../client/world-state.ts'
import type { ScenarioPorts } from './scenario.ts'

type Outside = Pick<ScenarioPorts, 'now' | 'after'>

/** How old a reading may be before a wait goes on, in milliseconds outside: whoever moves the clock is noticed so soon. */
const FRESH = 250
/** How far a reading may be off for the time that it took to come, in milliseconds outside. */
const ON_THE_WAY = 500

/** A world's time as its clients see it: they sleep in it, at its speed, and notice when somebody moves it. */
export class WorldTime {
  readonly #read: () => Promise<ClockReading>
  readonly #outside: Outside
  #reading: ClockReading
  #since: number
  #readAt: number
  #reads: Promise<void> | undefined

  /** `read` reads the world's clock, and `reading` is what it has just read. */
  constructor(read: () => Promise<ClockReading>, reading: ClockReading, outside: Outside) {
    this.#read = read
    this.#outside = outside
    this.#reading = reading
    this.#since = outside.now()
    this.#readAt = this.#since
  }

  /** Unix milliseconds. */
  now(): number {
    const { now, frozen, speed } = this.#reading
    return frozen ? now : now + (this.#outside.now() - this.#since) * speed
  }

  /** Resolves when it is so late in the world, or as soon as the signal aborts. */
  async until(moment: number, signal: AbortSignal): Promise<void> {
    for (let left = moment - this.now(); left > 0 && !signal.aborted; left = moment - this.now()) {
      if (this.#outside.now() - this.#readAt >= FRESH) {
        await this.refresh()
        continue
      }
      const { frozen, speed } = this.#reading
      await this.#sleep(frozen ? FRESH : Math.min(FRESH, Math.ceil(left / speed)), signal)
    }
  }

  #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel()
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const cancel = this.#outside.after(milliseconds, wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }

  /** Reads the clock again, once for all who wait. */
  refresh(): Promise<void> {
    this.#reads ??= this.#read()
      .then((reading) => {
        this.#take(reading)
      })
      .finally(() => {
        this.#reads = undefined
      })
    return this.#reads
  }

  /** A reading that only differs by the time that it took to come would let a wait end early, and is not taken. */
  #take(reading: ClockReading): void {
    this.#readAt = this.#outside.now()
    const { frozen, speed } = this.#reading
    const isMoved = Math.abs(reading.now - this.now()) > ON_THE_WAY * speed
    if (reading.frozen === frozen && reading.speed === speed && !isMoved) return
    this.#reading = reading
    this.#since = this.#readAt
  }
}
