import { MOST_PETS } from '../../fixtures/pets.ts'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import type { PetStatus } from '../../spec/wire.ts'
import { Memory, type Share } from '../core/memory/memory.ts'
import { IdNumbering } from '../core/pets/id-numbering.ts'
import {
  bytesOfPlanted,
  petBytes,
  storePet,
  type LocalPets,
  type Page,
  type PageRequest,
  type PetFields,
  type StoredPet,
} from '../core/pets/pet-store.ts'
import { seededRandom, type Random } from '../core/settings/random.ts'
import { fromStart, pageOf, placesOf } from './page.ts'

/** A pet, or the place of one among the planted pets that is not written yet. */
type Kept = StoredPet | number

/**
 * A store in the memory of this process, as far as its share of that goes: one list of all pets and one for each status, which
 * is made when it is asked for and forgotten when a pet is changed or removed.
 */
export function memoryPets(
  share: Share = new Memory().worlds.open(),
  random: Random = seededRandom(1),
  most = MOST_PETS,
): LocalPets {
  const all: Kept[] = []
  const byStatus = new Map<PetStatus, Kept[]>()
  // So many, from the first on, stand in the order of their ids. A map of all would be copied as it grows, and hold up requests.
  let inOrder = 0
  const others = new Map<Int64, StoredPet>()
  const planted = new Planted()
  // As long as no pet changes, the same page is given out for the same request.
  let last: { readonly request: PageRequest; readonly page: Page } | undefined

  const get = (id: Int64): StoredPet | undefined => others.get(id) ?? writtenAt(all, find(all, inOrder, id))

  const writtenAt = (list: Kept[], place: number): StoredPet | undefined => {
    const kept = list[place]
    if (typeof kept !== 'number') return kept
    const pet = written(kept)
    list[place] = pet
    return pet
  }

  // It is written once, whichever list it is met in, and stands in the list of all from then on.
  const written = (kept: number): StoredPet => {
    const place = find(all, inOrder, kept + 1)
    const known = all[place]
    if (typeof known === 'object') return known
    const pet = planted.write(kept)
    all[place] = pet
    return pet
  }

  const listOf = (status: PetStatus): Kept[] => {
    const list = byStatus.get(status) ?? all.filter((kept) => planted.statusOf(kept) === status)
    byStatus.set(status, list)
    return list
  }

  const keep = (pet: StoredPet): boolean => {
    if (all.length >= most || !share.take(petBytes(pet))) return false
    last = undefined
    const before = all.at(-1)
    if (inOrder === all.length && pet.id > (before === undefined ? 0 : idOf(before))) inOrder += 1
    else others.set(pet.id, pet)
    all.push(pet)
    if (pet.status !== undefined) byStatus.get(pet.status)?.push(pet)
    return true
  }

  const placeOf = (pet: StoredPet): number =>
    others.has(pet.id) ? all.indexOf(pet) : find(all, inOrder, pet.id)

  const numbering = new IdNumbering({ get }, random)

  return {
    numbering,
    get size() {
      return all.length
    },
    plant(pets, createdAt) {
      if (pets.length > most || !share.take(bytesOfPlanted(pets))) return false
      for (let place = 0; place < pets.length; place += 1) all.push(place)
      last = undefined
      inOrder = pets.length
      planted.begin(pets, createdAt)
      numbering.assignFirst(pets.length)
      return true
    },
    create({ fields, createdAt }, by) {
      const pet = storePet(numbering.assign(by), fields, createdAt)
      return keep(pet) ? pet : undefined
    },
    add: (pet) => !get(pet.id) && keep(pet),
    replace(pet) {
      const before = get(pet.id)
      if (!before || !share.take(petBytes(pet) - petBytes(before))) return false
      last = undefined
      all[placeOf(before)] = pet
      if (others.has(pet.id)) others.set(pet.id, pet)
      byStatus.clear()
      return true
    },
    remove(id) {
      const pet = get(id)
      if (!pet) return false
      last = undefined
      share.give(petBytes(pet))
      all.splice(placeOf(pet), 1)
      if (!others.delete(id)) inOrder -= 1
      byStatus.clear()
      numbering.retire(id)
      return true
    },
    get,
    page(request) {
      if (last && isAlike(last.request, request)) return last.page
      const list = request.status === undefined ? all : listOf(request.status)
      const page = pageIn(list.length, (place) => writtenAt(list, place), request)
      last = { request, page }
      return page
    },
  }
}

/** The pets that a store was planted with, with ids from 1. */
class Planted {
  #pets: readonly PetFields[] = []
  #createdAt = 0

  begin(pets: readonly PetFields[], createdAt: number): void {
    this.#pets = pets
    this.#createdAt = createdAt
  }

  statusOf(kept: Kept): PetStatus | undefined {
    return typeof kept === 'number' ? this.#pets[kept]?.status : kept.status
  }

  write(kept: number): StoredPet {
    const fields = this.#pets[kept]
    if (!fields) throw new RangeError(`no pet ${kept + 1} was planted`)
    return storePet(kept + 1, fields, this.#createdAt)
  }
}

function idOf(kept: Kept): Int64 {
  return typeof kept === 'number' ? kept + 1 : kept.id
}

/** The place of the pet with an id among the first so many of a list, which stand in the order of their ids; -1 where there is none. */
function find(list: readonly Kept[], inOrder: number, id: Int64): number {
  let low = 0
  // They are positive. Mostly they count from 1; what is removed moves the others forward.
  let high = (typeof id === 'number' ? Math.min(id, inOrder) : inOrder) - 1
  for (let place = high; low <= high; place = (low + high) >> 1) {
    const kept = list[place]
    if (kept === undefined) return -1
    const found = idOf(kept)
    if (found === id) return place
    if (found < id) low = place + 1
    else high = place - 1
  }
  return -1
}

function isAlike(one: PageRequest, other: PageRequest): boolean {
  return (
    one.status === other.status &&
    one.order === other.order &&
    one.limit === other.limit &&
    one.start === other.start
  )
}

type At = (place: number) => StoredPet | undefined

function pageIn(size: number, at: At, request: PageRequest): Page {
  const { first, last } = placesOf(request)
  const from = fromStart(first, size)
  const end = Math.min(size - 1, last < 0 ? size + last : last)
  const pets: StoredPet[] = []
  for (let place = from; place <= end; place += 1) {
    const pet = at(place)
    if (pet) pets.push(pet)
  }
  return pageOf({ size, from, pets }, request)
}
