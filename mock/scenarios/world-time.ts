import type { ClockReading } from '../client/world-state.ts'
import type { ScenarioPorts } from './scenario.ts'

type Outside = Pick<ScenarioPorts, 'now' | 'after'>

/** How old a reading may be while a wait continues, in real milliseconds: a moved clock is noticed within this time. */
const FRESH = 250
/** How far a reading may be off because of the time it travelled, in real milliseconds. */
const ON_THE_WAY = 500

/** The time of a world for its clients: they sleep at its speed, and notice when somebody moves the clock. */
export class WorldTime {
  readonly #read: () => Promise<ClockReading>
  readonly #outside: Outside
  #reading: ClockReading
  #since: number
  #readAt: number
  #reads: Promise<void> | undefined

  /** `read` reads the world's clock; `reading` is the latest reading. */
  constructor(read: () => Promise<ClockReading>, reading: ClockReading, outside: Outside) {
    this.#read = read
    this.#outside = outside
    this.#reading = reading
    this.#since = outside.now()
    this.#readAt = this.#since
  }

  /** World seconds per real second, while the clock is not frozen. */
  get speed(): number {
    return this.#reading.speed
  }

  /** Unix milliseconds. */
  now(): number {
    const { now, frozen, speed } = this.#reading
    return frozen ? now : now + (this.#outside.now() - this.#since) * speed
  }

  /** Resolves when the world's clock reaches the moment, or when the signal aborts. */
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

  /** Reads the clock again, once for all waits. */
  refresh(): Promise<void> {
    this.#reads ??= this.#read()
      .then((reading) => {
        this.#update(reading)
      })
      .finally(() => {
        this.#reads = undefined
      })
    return this.#reads
  }

  /** Ignores a reading that only differs by the time it travelled: it would let a wait end early. */
  #update(reading: ClockReading): void {
    this.#readAt = this.#outside.now()
    const { frozen, speed } = this.#reading
    const isMoved = Math.abs(reading.now - this.now()) > ON_THE_WAY * speed
    if (reading.frozen === frozen && reading.speed === speed && !isMoved) return
    this.#reading = reading
    this.#since = this.#readAt
  }
}
