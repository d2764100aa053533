/** Bytes in the unit that people give them in. */
export const MEGABYTE = 1_000_000

/** What a mock may fill where nobody says, in megabytes. */
export const DEFAULT_MEMORY = 512

/** With less there is hardly room for one long page of pets. */
export const LEAST_MEMORY = 32

/**
 * The bytes that a mock may fill with what others make it keep, all worlds and connections together. What the program itself
 * takes comes on top.
 */
export class Memory {
  /** Their pets, their keys, and the client addresses without one. */
  readonly worlds: Budget
  readonly journals: Budget
  /** Bodies that are coming in, and replies that are made and not yet read. */
  readonly messages: Budget

  constructor(bytes = DEFAULT_MEMORY * MEGABYTE) {
    this.worlds = new Budget(bytes * 0.75)
    this.journals = new Budget(bytes / 8)
    this.messages = new Budget(bytes / 8)
  }
}

/** A part of the memory, and who holds how much of it. */
export class Budget {
  readonly bytes: number
  readonly #yielding = new Set<Share>()
  #taken = 0

  constructor(bytes: number) {
    this.bytes = bytes
  }

  get taken(): number {
    return this.#taken
  }

  /**
   * A share, which holds nothing yet. One that can yield lets go of something, or of all, each time it is told to: when
   * the budget is full, whoever holds the most does, the oldest of equals first.
   */
  open(letGo?: () => void): Share {
    const share = new Share(
      (bytes) => this.#take(bytes, letGo !== undefined),
      () => {
        this.#yielding.delete(share)
      },
      letGo,
    )
    if (letGo) this.#yielding.add(share)
    return share
  }

  #take(bytes: number, canYield: boolean): boolean {
    if (bytes > 0) {
      // What is larger than all of the budget passes alone.
      while (canYield && this.#taken + bytes > this.bytes && this.#yieldOnce()) continue
      if (!canYield && this.#taken + bytes > this.bytes) return false
    }
    this.#taken += bytes
    return true
  }

  /** False when there is nothing left to let go of. */
  #yieldOnce(): boolean {
    let largest: Share | undefined
    for (const share of this.#yielding) if (share.held > (largest?.held ?? 0)) largest = share
    const before = this.#taken
    largest?.yield()
    return this.#taken < before
  }
}

/** What one holder has of a budget, in bytes. */
export class Share {
  readonly #change: (bytes: number) => boolean
  readonly #close: () => void
  readonly #letGo: (() => void) | undefined
  #held = 0
  #kept = 0
  #isEnded = false

  constructor(change: (bytes: number) => boolean, close: () => void, letGo?: () => void) {
    this.#change = change
    this.#close = close
    this.#letGo = letGo
  }

  get held(): number {
    return this.#held
  }

  /** Takes more; false, and nothing is taken, where there is no room. */
  take(bytes: number): boolean {
    return this.#move(bytes)
  }

  give(bytes: number): void {
    this.#move(-bytes)
  }

  /** Sets what it holds now aside for itself: after `giveAll` as much finds room again, whoever came between. */
  keep(): void {
    this.#kept = this.#held
  }

  giveAll(): void {
    this.#move(-this.#held)
  }

  /** Gives everything back for good; what its holder still takes while it is on its way out counts no more. */
  end(): void {
    if (this.#isEnded) return
    this.#change(-Math.max(this.#held, this.#kept))
    this.#held = 0
    this.#isEnded = true
    this.#close()
  }

  yield(): void {
    this.#letGo?.()
  }

  #hasEnded(): boolean {
    return this.#isEnded
  }

  #move(bytes: number): boolean {
    if (this.#hasEnded()) return true
    const before = Math.max(this.#held, this.#kept)
    const change = Math.max(this.#held + bytes, this.#kept) - before
    if (!this.#change(change)) return false
    // It may itself have let go of something meanwhile, or of all for good.
    if (this.#hasEnded()) this.#change(-change)
    else this.#held += bytes
    return true
  }
}

const WIDE = /[^\0-\xff]/

// Of a page of V8's heap, 256 kB, texts of such a length leave much unused; seen was up to as much again as they take.
const LONG = 32_768

/** The bytes of a text: V8 keeps one for each character where none is beyond Latin-1, and two otherwise. */
export function textBytes(text: string): number {
  const bytes = WIDE.test(text) ? text.length * 2 : text.length
  return bytes > LONG ? bytes * 1.5 : bytes
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The first `length` characters of a text. What `slice` returns keeps the whole text in memory; this does not. */
export function truncate(text: string, length: number): string {
  return decoder.decode(encoder.encode(text.slice(0, length)))
}
