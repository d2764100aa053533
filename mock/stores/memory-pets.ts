import { MOST_PETS } from '../../fixtures/pets.ts'
import type { Choices } from '../../spec/choices.ts'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import { Memory, type Share } from '../core/memory/memory.ts'
import { IdNumbering } from '../core/pets/id-numbering.ts'
import {
  petBytes,
  storePet,
  type LocalPets,
  type NewStoredPet,
  type Page,
  type PageRequest,
  type PetFields,
  type StoredPet,
} from '../core/pets/pet-store.ts'
import { seededRandom, type Random } from '../core/settings/random.ts'
import { PetList } from './pet-list.ts'

/** A pet store in the memory of this process. It holds at most `most` pets, within its share of the memory. */
export function memoryPets(
  share: Share = new Memory().worlds.open(),
  random: Random = seededRandom(1),
  most = MOST_PETS,
): LocalPets {
  return new MemoryPets(share, random, most)
}

class MemoryPets implements LocalPets {
  readonly numbering: IdNumbering
  readonly #pets = new PetList()
  readonly #share: Share
  readonly #most: number
  /** The last page and its request: the same one is returned again as long as no pet changes. */
  #last: { readonly request: PageRequest; readonly page: Page } | undefined

  constructor(share: Share, random: Random, most: number) {
    this.#share = share
    this.#most = most
    this.numbering = new IdNumbering(this.#pets, random)
  }

  get size(): number {
    return this.#pets.size
  }

  addStarting(pets: readonly PetFields[], createdAt: number, bytes: number): boolean {
    if (pets.length > this.#most || !this.#share.allocate(bytes)) return false
    this.#last = undefined
    this.#pets.start(pets, createdAt)
    this.numbering.assignFirst(pets.length)
    return true
  }

  addStored(pets: readonly StoredPet[], bytes: number): boolean {
    if (pets.length > this.#most || !this.#share.allocate(bytes)) return false
    this.#last = undefined
    for (const pet of pets) this.#pets.push(pet)
    return true
  }

  create({ fields, createdAt }: NewStoredPet, by: Choices['id-numbering']): StoredPet | undefined {
    const pet = storePet(this.numbering.assign(by), fields, createdAt)
    return this.#push(pet) ? pet : undefined
  }

  add(pet: StoredPet): boolean {
    return !this.#pets.get(pet.id) && this.#push(pet)
  }

  replace(pet: StoredPet): boolean {
    const before = this.#pets.get(pet.id)
    if (!before || !this.#share.allocate(petBytes(pet) - petBytes(before))) return false
    this.#last = undefined
    this.#pets.replace(pet)
    return true
  }

  remove(id: Int64): boolean {
    const pet = this.#pets.get(id)
    if (!pet) return false
    this.#last = undefined
    this.#share.free(petBytes(pet))
    this.#pets.remove(id)
    this.numbering.retire(id)
    return true
  }

  get(id: Int64): StoredPet | undefined {
    return this.#pets.get(id)
  }

  page(request: PageRequest): Page {
    if (this.#last && isSame(this.#last.request, request)) return this.#last.page
    const page = this.#pets.page(request)
    this.#last = { request, page }
    return page
  }

  all(): Iterable<StoredPet> {
    return this.#pets.all()
  }

  #push(pet: StoredPet): boolean {
    if (this.#pets.size >= this.#most || !this.#share.allocate(petBytes(pet))) return false
    this.#last = undefined
    this.#pets.push(pet)
    return true
  }
}

function isSame(one: PageRequest, other: PageRequest): boolean {
  return (
    one.status === other.status &&
    one.order === other.order &&
    one.limit === other.limit &&
    one.start === other.start
  )
}
