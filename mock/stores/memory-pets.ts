import { MOST_PETS } from '../../fixtures/pets.ts'
import type { Int64, PetStatus } from '../../spec/index.ts'
import { Memory, type Share } from '../core/memory/memory.ts'
import { IdNumbering } from '../core/pets/id-numbering.ts'
import {
  petBytes,
  storePet,
  type LocalPets,
  type Page,
  type PageRequest,
  type StoredPet,
} from '../core/pets/pet-store.ts'
import { seededRandom, type Random } from '../core/settings/random.ts'

// In an arbitrary order each run of sixteen pets is listed in this order, so that a new pet moves no other.
const SHUFFLE = [11, 4, 14, 1, 8, 2, 15, 6, 9, 0, 12, 3, 7, 13, 5, 10]

/**
 * A store in the memory of this process, as far as its share of that goes: one list of all pets and one for each status, which is made when it is asked for
 * and forgotten when a pet is changed or removed.
 */
export function memoryPets(
  share: Share = new Memory().worlds.open(),
  random: Random = seededRandom(1),
  most = MOST_PETS,
): LocalPets {
  const all: StoredPet[] = []
  const byStatus = new Map<PetStatus, StoredPet[]>()
  const byId = new Map<Int64, StoredPet>()

  const listOf = (status: PetStatus): readonly StoredPet[] => {
    const list = byStatus.get(status) ?? all.filter((pet) => pet.status === status)
    byStatus.set(status, list)
    return list
  }

  const keep = (pet: StoredPet): boolean => {
    if (all.length >= most || !share.take(petBytes(pet))) return false
    all.push(pet)
    byId.set(pet.id, pet)
    if (pet.status !== undefined) byStatus.get(pet.status)?.push(pet)
    return true
  }
  const numbering = new IdNumbering(byId, random)

  return {
    numbering,
    get size() {
      return all.length
    },
    create({ fields, createdAt }, by) {
      const pet = storePet(numbering.assign(by), fields, createdAt)
      return keep(pet) ? pet : undefined
    },
    add: (pet) => !byId.has(pet.id) && keep(pet),
    replace(pet) {
      const before = byId.get(pet.id)
      if (!before || !share.take(petBytes(pet) - petBytes(before))) return false
      all[all.indexOf(before)] = pet
      byId.set(pet.id, pet)
      byStatus.clear()
      return true
    },
    remove(id) {
      const pet = byId.get(id)
      if (!pet) return false
      share.give(petBytes(pet))
      all.splice(all.indexOf(pet), 1)
      byId.delete(id)
      byStatus.clear()
      numbering.retire(id)
      return true
    },
    get: (id) => byId.get(id),
    page: (request) => page(request.status === undefined ? all : listOf(request.status), request),
  }
}

function page(list: readonly StoredPet[], { order, limit, start }: PageRequest): Page {
  switch (order) {
    case 'oldest': {
      const from = start ?? 0
      return pageOf(list, list.slice(from, from + limit), from + limit)
    }
    case 'newest': {
      const from = start ?? list.length - 1
      const pets = list.slice(Math.max(0, from - limit + 1), Math.max(0, from + 1)).reverse()
      return pageOf(list, pets, from - limit)
    }
    case 'arbitrary':
      return arbitraryPage(list, start ?? 0, limit)
  }
}

function pageOf(list: readonly StoredPet[], pets: readonly StoredPet[], next: number): Page {
  const more = pets.length > 0 && next >= 0 && next < list.length
  return { pets, total: list.length, next: more ? next : undefined }
}

function arbitraryPage(list: readonly StoredPet[], from: number, limit: number): Page {
  const pets: StoredPet[] = []
  const places = Math.ceil(list.length / SHUFFLE.length) * SHUFFLE.length
  let place = from
  for (; place < places && pets.length < limit; place += 1) {
    const pet = list[place - (place % SHUFFLE.length) + (SHUFFLE[place % SHUFFLE.length] ?? 0)]
    if (pet) pets.push(pet)
  }
  return { pets, total: list.length, next: place < places ? place : undefined }
}
