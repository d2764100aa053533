import { toInt64, type Choices, type Int64 } from '../../../spec/index.ts'
import type { PetStore } from './pet-store.ts'
import type { Random } from '../settings/random.ts'

const FIRST: Readonly<Record<'from-1' | 'beyond-2-53', bigint>> = {
  'from-1': 1n,
  'beyond-2-53': 2n ** 53n + 1n,
}

/** Assigns ids that no pet of the store has yet, in the chosen numbering. */
export class IdNumbering {
  readonly #next = { ...FIRST }
  readonly #pets: PetStore
  readonly #random: Random

  constructor(pets: PetStore, random: Random) {
    this.#pets = pets
    this.#random = random
  }

  assign(numbering: Choices['id-numbering']): Int64 {
    for (;;) {
      const id = numbering === 'random' ? this.#randomId() : this.#count(numbering)
      if (!this.#pets.get(id)) return id
    }
  }

  #count(numbering: keyof typeof FIRST): Int64 {
    const id = this.#next[numbering]
    this.#next[numbering] = id + 1n
    return toInt64(id)
  }

  #randomId(): Int64 {
    const high = BigInt(Math.floor(this.#random() * 2 ** 31))
    const low = BigInt(Math.floor(this.#random() * 2 ** 32))
    return toInt64((high << 32n) | low || 1n)
  }
}
