import type { ClockReading } from '../client/world-state.ts'
import type { ScenarioPorts } from './scenario.ts'

type Outside = Pick<ScenarioPorts, 'now' | 'after'>

/** A reading, and how long it travelled at most, in real milliseconds. */
interface Timed {
  readonly reading: ClockReading
  readonly travelled: number
}

/** How old a reading may be while a wait continues, in real milliseconds: a moved clock is noticed within this time. */
const FRESH = 250
/** How far a reading may be off because of the time it travelled, in real milliseconds. */
const ON_THE_WAY = 500

/** How far somebody may move the clock while clients go on, in milliseconds. */
export const MOST_MOVED = 10 * 60_000

/** The time of a world for its clients: they sleep at its speed, and notice when somebody moves the clock. */
export class WorldTime {
  /** Called when somebody has moved the clock by so many milliseconds. Returns whether this time follows. Default: it always does. */
  follows: (by: number) => boolean = () => true
  readonly #read: () => Promise<ClockReading>
  readonly #outside: Outside
  #reading: ClockReading
  #since: number
  #readAt: number
  /** How long the reading travelled at most, in real milliseconds. */
  #travelled = ON_THE_WAY
  #reads: Promise<ClockReading> | undefined
  /** The reading that begins when the one on its way has ended. */
  #next: Promise<ClockReading> | undefined

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

  /** Unix milliseconds: behind the world's clock by as long as a reading travels, or ahead of it until somebody's change is noticed. */
  now(): number {
    const { now, frozen, speed } = this.#reading
    return frozen ? now : now + (this.#outside.now() - this.#since) * speed
  }

  /** Resolves when the world's clock reaches the moment, or when the signal aborts. */
  async until(moment: number, signal: AbortSignal): Promise<void> {
    const timeLeft = (): number => moment - this.now()
    // A client that is late never waits: it would not notice that the clock has become fast, and send too little.
    if (timeLeft() <= 0 && this.#isStale) this.refresh().catch(() => undefined)
    for (let left = timeLeft(); left > 0 && !signal.aborted; left = timeLeft()) {
      if (this.#isStale) {
        await this.refresh()
        continue
      }
      const { frozen, speed } = this.#reading
      await this.#sleep(frozen ? FRESH : Math.min(FRESH, Math.ceil(left / speed)), signal)
    }
  }

  /** Resolves when a reading of the world's clock has reached the moment, so never early, or when the signal aborts. */
  async reach(moment: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { now, frozen, speed } = await this.read()
      if (now >= moment) return
      await this.#sleep(frozen ? FRESH : Math.min(FRESH, Math.ceil((moment - now) / speed)), signal)
    }
  }

  get #isStale(): boolean {
    return this.#outside.now() - this.#readAt >= FRESH
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

  /** Whether a moment lies further from this time than the clock may be moved while clients go on. */
  isFarFrom(moment: number): boolean {
    return Math.abs(moment - this.now()) > MOST_MOVED
  }

  /** Reads the clock again, once for all waits. */
  refresh(): Promise<ClockReading> {
    return this.#reads ?? this.#follow(this.#readTimed(), false)
  }

  /** Reads the clock after this call, so that what has happened before it is no later than the reading. */
  read(): Promise<ClockReading> {
    this.#next ??= this.#readNext()
    return this.#next
  }

  async #readNext(): Promise<ClockReading> {
    await this.#reads?.catch(() => undefined)
    this.#next = undefined
    return this.refresh()
  }

  /**
   * Resolves when `change` has changed the speed and the clock has been read after it. Until then this time runs at the lower
   * speed of the two, because a time that is ahead of the world's would end waits early.
   */
  changeSpeed(speed: number, change: () => Promise<unknown>): Promise<ClockReading> {
    this.#set({ ...this.#reading, now: this.now(), speed: Math.min(speed, this.speed) })
    return this.#follow(
      change().then(() => this.#readTimed()),
      true,
    )
  }

  async #readTimed(): Promise<Timed> {
    const sent = this.#outside.now()
    const reading = await this.#read()
    return { reading, travelled: this.#outside.now() - sent }
  }

  /** Follows a reading, unless the speed is changed before it arrives: it may show the earlier speed. */
  #follow(read: Promise<Timed>, isOwnChange: boolean): Promise<ClockReading> {
    const reads: Promise<ClockReading> = read
      .then((timed) => {
        if (this.#reads === reads) this.#update(timed, isOwnChange)
        return timed.reading
      })
      .finally(() => {
        if (this.#reads === reads) this.#reads = undefined
      })
    this.#reads = reads
    return reads
  }

  /** Ignores a reading that only differs by the time it travelled: it would let a wait end early. */
  #update({ reading, travelled }: Timed, isOwnChange: boolean): void {
    this.#readAt = this.#outside.now()
    const { frozen, speed } = this.#reading
    const ahead = reading.now - this.now()
    const isMoved = Math.abs(ahead) > Math.max(ON_THE_WAY, travelled, this.#travelled) * speed
    if (!isOwnChange && reading.frozen === frozen && reading.speed === speed && !isMoved) return
    // After an own change this time is behind anyway, though never as far.
    if ((isOwnChange ? this.isFarFrom(reading.now) : isMoved) && !this.follows(ahead)) return
    this.#travelled = travelled
    this.#set(reading)
  }

  #set(reading: ClockReading): void {
    this.#reading = reading
    this.#since = this.#outside.now()
  }
}
