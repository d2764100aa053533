/** Bytes in the unit that people give them in. */
export const MEGABYTE = 1_000_000

/** The default of --memory, in megabytes. */
export const DEFAULT_MEMORY = 512

/** The minimum of --memory, in megabytes: less has hardly room for one long page of pets. */
export const LEAST_MEMORY = 32

/**
 * The bytes that a mock may use for what its clients make it store, all worlds and connections together. The memory of the
 * program itself comes on top.
 */
export class Memory {
  /** Pets, keys, and the addresses of clients without a key. */
  readonly worlds: Budget
  readonly journals: Budget
  /** Request bodies that are incomplete, and replies that are unread. */
  readonly messages: Budget

  constructor(bytes = DEFAULT_MEMORY * MEGABYTE) {
    this.worlds = new Budget(bytes * 0.75)
    this.journals = new Budget(bytes / 8)
    this.messages = new Budget(bytes / 8)
  }
}

/** A part of the memory, and the shares that are allocated from it. */
export class Budget {
  readonly bytes: number
  readonly #yielding = new Set<Share>()
  #allocated = 0

  constructor(bytes: number) {
    this.bytes = bytes
  }

  get allocated(): number {
    return this.#allocated
  }

  /**
   * Opens a share, which holds nothing yet. `evict` frees some or all of it: when the budget is full, the largest share with an
   * `evict` is evicted, the oldest of equals first.
   */
  open(evict?: () => void): Share {
    const share = new Share(
      (bytes) => this.#allocate(bytes, evict !== undefined),
      () => {
        this.#yielding.delete(share)
      },
      evict,
    )
    if (evict) this.#yielding.add(share)
    return share
  }

  #allocate(bytes: number, canYield: boolean): boolean {
    if (bytes > 0) {
      // An allocation that is larger than the budget is made when all others are evicted.
      while (canYield && this.#allocated + bytes > this.bytes && this.#yieldOnce()) continue
      if (!canYield && this.#allocated + bytes > this.bytes) return false
    }
    this.#allocated += bytes
    return true
  }

  /** Evicts from the largest share; false if nothing is left to evict. */
  #yieldOnce(): boolean {
    let largest: Share | undefined
    for (const share of this.#yielding) if (share.held > (largest?.held ?? 0)) largest = share
    const before = this.#allocated
    largest?.yield()
    return this.#allocated < before
  }
}

/** The bytes that one holder has allocated from a budget. */
export class Share {
  readonly #change: (bytes: number) => boolean
  readonly #close: () => void
  readonly #evict: (() => void) | undefined
  #held = 0
  #guaranteed = 0
  #isEnded = false

  constructor(change: (bytes: number) => boolean, close: () => void, evict?: () => void) {
    this.#change = change
    this.#close = close
    this.#evict = evict
  }

  get held(): number {
    return this.#held
  }

  /** What it holds, or has reserved where that is more. */
  get allocated(): number {
    return Math.max(this.#held, this.#guaranteed)
  }

  /** Allocates more; false, and nothing is allocated, if there is no room. */
  allocate(bytes: number): boolean {
    return this.#move(bytes)
  }

  free(bytes: number): void {
    this.#move(-bytes)
  }

  /** Reserves as much as it holds now: after `freeAll` as much can be allocated again, whatever others allocate meanwhile. */
  guarantee(): void {
    this.#guaranteed = this.#held
  }

  freeAll(): void {
    this.#move(-this.#held)
  }

  /** Frees everything for good. Later allocations of its holder succeed, and do not count. */
  end(): void {
    if (this.#isEnded) return
    this.#change(-this.allocated)
    this.#held = 0
    this.#isEnded = true
    this.#close()
  }

  yield(): void {
    this.#evict?.()
  }

  #hasEnded(): boolean {
    return this.#isEnded
  }

  #move(bytes: number): boolean {
    if (this.#hasEnded()) return true
    const change = Math.max(this.#held + bytes, this.#guaranteed) - this.allocated
    if (!this.#change(change)) return false
    // The change may have evicted from this share itself, or ended it.
    if (this.#hasEnded()) this.#change(-change)
    else this.#held += bytes
    return true
  }
}

const WIDE = /[^\0-\xff]/

// V8 allocates texts of such a length in pages of 256 kB and leaves much of these unused, up to as much again.
const LONG = 32_768

/** The bytes of a text: V8 uses one for each character of a Latin-1 text, and two otherwise. */
export function textBytes(text: string): number {
  const bytes = WIDE.test(text) ? text.length * 2 : text.length
  return bytes > LONG ? bytes * 1.5 : bytes
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The first `length` characters of a text, as a copy: the result of `slice` would retain the whole text in memory. */
export function truncate(text: string, length: number): string {
  return decoder.decode(encoder.encode(text.slice(0, length)))
}
