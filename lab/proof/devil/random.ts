/** Seeded chance: everything "arbitrary" in the devil comes from here. */

/** A well mixed 32-bit number of any parts. */
export function hash(...parts: readonly (string | number | bigint)[]): number {
  let h = 0x811c9dc5
  for (const part of parts) {
    const text = `${String(part)}\u0000`
    for (let i = 0; i < text.length; i++) {
      h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
    }
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A stream of numbers that depends on its seed only. */
export class Chance {
  #state: number

  constructor(...seed: readonly (string | number | bigint)[]) {
    this.#state = hash(...seed)
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below)
  }

  once(in_: number): boolean {
    return this.int(in_) === 0
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.int(list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }

  /** Any of the 2^63 numbers from 0 up. */
  bits63(): bigint {
    return (BigInt(this.int(0x80000000)) << 32n) | BigInt(Math.floor(this.next() * 4294967296))
  }
}
