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
import { pageOf, placesOf } from './page.ts'

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

function page(list: readonly StoredPet[], request: PageRequest): Page {
  const { first, last } = placesOf(request)
  const from = first < 0 ? Math.max(0, list.length + first) : first
  const end = last < 0 ? list.length + last : last
  return pageOf({ size: list.length, from, pets: list.slice(from, end + 1) }, request)
}
