import { MOST } from '../memory/bounds.ts'
import type { Choices } from '../../../spec/choices.ts'
import { toInt64, type Int64 } from '../../../spec/exact-json/int64.ts'
import type { Random } from '../settings/random.ts'

const FIRST: Readonly<Record<'from-1' | 'beyond-2-53', Int64>> = {
  'from-1': 1,
  'beyond-2-53': 2n ** 53n + 1n,
}
const counting = ['from-1', 'beyond-2-53'] as const

/** The state of a numbering. */
export interface NumberingState {
  /** The next id of each way of counting. */
  readonly next: Readonly<Record<(typeof counting)[number], Int64>>
  /** Ids of removed pets that counting has not passed. */
  readonly retired: readonly Int64[]
}

/** The pets whose ids are in use. */
interface StoredPets {
  get(id: Int64): unknown
}

/** Assigns ids that no pet of the store has or has had, in the chosen numbering. */
export class IdNumbering {
  readonly #next = { ...FIRST }
  /** Ids of removed pets that counting has not passed. */
  readonly #retired = new Set<Int64>()
  readonly #pets: StoredPets
  readonly #random: Random

  constructor(pets: StoredPets, random: Random) {
    this.#pets = pets
    this.#random = random
  }

  get state(): NumberingState {
    return { next: { ...this.#next }, retired: [...this.#retired] }
  }

  /** Continues where another numbering was. */
  goOn({ next, retired }: NumberingState): void {
    for (const numbering of counting) this.#next[numbering] = toInt64(BigInt(next[numbering]))
    for (const id of retired) this.#retired.add(toInt64(BigInt(id)))
  }

  assign(numbering: Choices['id-numbering']): Int64 {
    for (;;) {
      const id = numbering === 'random' ? randomId(this.#random) : this.#count(numbering)
      const wasCounted = numbering === 'random' && this.#isCounted(id)
      if (!wasCounted && !this.#retired.has(id) && !this.#pets.get(id)) return id
    }
  }

  /** Assigns as many ids at once to the first pets of all, counting from 1. */
  assignFirst(count: number): void {
    this.#next['from-1'] = sum(this.#next['from-1'], count)
  }

  /** Records that the pet of an id was removed: no other gets that id. */
  retire(id: Int64): void {
    if (this.#isCounted(id)) return
    this.#retired.add(id)
    const [oldest] = this.#retired
    if (this.#retired.size > MOST.retiredIds && oldest !== undefined) this.#retired.delete(oldest)
  }

  #isCounted(id: Int64): boolean {
    return counting.some((numbering) => id >= FIRST[numbering] && id < this.#next[numbering])
  }

  #count(numbering: keyof typeof FIRST): Int64 {
    const id = this.#next[numbering]
    this.#next[numbering] = sum(id, 1)
    return id
  }
}

function sum(id: Int64, more: number): Int64 {
  // A creation costs less than with bigints.
  if (typeof id === 'number' && Number.isSafeInteger(id + more)) return id + more
  return toInt64(BigInt(id) + BigInt(more))
}

/** A positive id at random, of two numbers of the generator. */
export function randomId(random: Random): Int64 {
  const high = BigInt(Math.floor(random() * 2 ** 31))
  const low = BigInt(Math.floor(random() * 2 ** 32))
  return toInt64((high << 32n) | low || 1n)
}
