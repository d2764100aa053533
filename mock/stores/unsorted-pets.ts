import type { Int64 } from '../../spec/exact-json/int64.ts'
import type { StoredPet } from '../core/pets/pet-store.ts'

/** How many pets an access indexes, in some milliseconds. */
const PART = 4000

/** Pets by id. Each access indexes some of those that were added: all of many at once would block requests for long. */
export class UnsortedPets {
  readonly #indexed = new Map<Int64, StoredPet>()
  readonly #added: StoredPet[] = []

  /** Adds a pet of another id than all that it holds. */
  add(pet: StoredPet): void {
    this.#added.push(pet)
  }

  get(id: Int64): StoredPet | undefined {
    for (const pet of this.#added.splice(-PART)) this.#indexed.set(pet.id, pet)
    return this.#indexed.get(id) ?? this.#added.find((pet) => pet.id === id)
  }

  /** False if there is none of that id. */
  delete(id: Int64): boolean {
    const pet = this.get(id)
    if (pet && !this.#indexed.delete(id)) this.#added.splice(this.#added.indexOf(pet), 1)
    return pet !== undefined
  }
}
