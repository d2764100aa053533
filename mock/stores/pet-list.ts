import type { Int64 } from '../../spec/exact-json/int64.ts'
import type { PetStatus } from '../../spec/wire.ts'
import {
  storePet,
  type Page,
  type PageRequest,
  type PetFields,
  type StoredPet,
} from '../core/pets/pet-store.ts'
import { fromStart, createPage, pageIndexes } from './page.ts'
import { UnsortedPets } from './unsorted-pets.ts'

/** A pet, or the index of a starting pet that is not written yet. */
type Entry = StoredPet | number

/**
 * Pets in the order in which they were added. A starting pet is written when it is first read. The list of a status is made
 * when it is first read, and dropped when a pet is replaced or removed.
 */
export class PetList {
  /** Only added to, so that whoever reads the first ones goes on with those that there were: any other change makes new ones. */
  #entries: Entry[] = []
  /** The number of leading entries that are sorted by id. A map of them would block requests while it is copied to grow. */
  #sorted = 0
  /** The pets behind them. */
  readonly #unsorted = new UnsortedPets()
  readonly #byStatus = new Map<PetStatus, Entry[]>()
  #starting: readonly PetFields[] = []
  #createdAt = 0

  get size(): number {
    return this.#entries.length
  }

  /** Fills an empty list with starting pets, under ids from 1. They must not change any more. */
  start(pets: readonly PetFields[], createdAt: number): void {
    // Of a million pets, an array that grows with them takes four times as long.
    const entries = Array<Entry>(pets.length)
    for (let index = 0; index < pets.length; index += 1) entries[index] = index
    this.#entries = entries
    this.#sorted = pets.length
    this.#starting = pets
    this.#createdAt = createdAt
  }

  get(id: Int64): StoredPet | undefined {
    return this.#unsorted.get(id) ?? this.#read(this.#entries, this.#find(id))
  }

  push(pet: StoredPet): void {
    const last = this.#entries.at(-1)
    const follows = pet.id > (last === undefined ? 0 : idOf(last))
    if (this.#sorted === this.#entries.length && follows) this.#sorted += 1
    else this.#unsorted.add(pet)
    this.#entries.push(pet)
    if (pet.status !== undefined) this.#byStatus.get(pet.status)?.push(pet)
  }

  /** Puts a pet in the place of the one with its id. */
  replace(pet: StoredPet): void {
    this.#entries = this.#entries.with(this.#indexOf(pet.id), pet)
    if (this.#unsorted.delete(pet.id)) this.#unsorted.add(pet)
    this.#byStatus.clear()
  }

  /** Removes the pet of an id, which must be in the list. */
  remove(id: Int64): void {
    this.#entries = this.#entries.toSpliced(this.#indexOf(id), 1)
    if (!this.#unsorted.delete(id)) this.#sorted -= 1
    this.#byStatus.clear()
  }

  page(request: PageRequest): Page {
    const entries = request.status === undefined ? this.#entries : this.#ofStatus(request.status)
    const size = entries.length
    const { first, last } = pageIndexes(request)
    const from = fromStart(first, size)
    const end = Math.min(size - 1, last < 0 ? size + last : last)
    const pets: StoredPet[] = []
    for (let index = from; index <= end; index += 1) {
      const pet = this.#read(entries, index)
      if (pet) pets.push(pet)
    }
    return createPage({ size, from, pets }, request)
  }

  /** All pets as they are now, the oldest first. */
  all(): Iterable<StoredPet> {
    const [entries, size] = [this.#entries, this.size]
    const write = (entry: Entry): StoredPet => (typeof entry === 'number' ? this.#write(entry) : entry)
    return { [Symbol.iterator]: () => entries.values().take(size).map(write) }
  }

  #ofStatus(status: PetStatus): Entry[] {
    let entries = this.#byStatus.get(status)
    if (!entries) {
      entries = this.#entries.filter((entry) => this.#statusOf(entry) === status)
      this.#byStatus.set(status, entries)
    }
    return entries
  }

  #statusOf(entry: Entry): PetStatus | undefined {
    return typeof entry === 'number' ? this.#starting[entry]?.status : entry.status
  }

  /** The pet at an index, written if it was not yet; `undefined` at -1, where V8 would search for a property of that name. */
  #read(entries: Entry[], index: number): StoredPet | undefined {
    if (index < 0) return undefined
    const entry = entries[index]
    if (typeof entry !== 'number') return entry
    const pet = this.#written(entry)
    entries[index] = pet
    return pet
  }

  /** A starting pet is written once, whichever list it is read from first. */
  #written(starting: number): StoredPet {
    const index = this.#find(starting + 1)
    const entry = this.#entries[index]
    if (typeof entry === 'object') return entry
    const pet = this.#write(starting)
    this.#entries[index] = pet
    return pet
  }

  #write(starting: number): StoredPet {
    const fields = this.#starting[starting]
    if (!fields) throw new RangeError(`there is no starting pet ${starting + 1}`)
    return storePet(starting + 1, fields, this.#createdAt)
  }

  #indexOf(id: Int64): number {
    const unsorted = this.#unsorted.get(id)
    return unsorted ? this.#entries.indexOf(unsorted) : this.#find(id)
  }

  /** The index of an id among the sorted entries; -1 where there is none. */
  #find(id: Int64): number {
    const entries = this.#entries
    let low = 0
    // Ids are positive and mostly count from 1, so the entry is at the index before its id, or, once pets were removed, ahead of it.
    let high = (typeof id === 'number' ? Math.min(id, this.#sorted) : this.#sorted) - 1
    for (let middle = high; low <= high; middle = (low + high) >> 1) {
      const entry = entries[middle]
      if (entry === undefined) return -1
      const found = idOf(entry)
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

function idOf(entry: Entry): Int64 {
  return typeof entry === 'number' ? entry + 1 : entry.id
}
