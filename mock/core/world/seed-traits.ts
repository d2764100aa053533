import type { SeedPet } from '../../../fixtures/pets.ts'
import type { Int64 } from '../../../spec/exact-json/int64.ts'
import { OVERHEAD } from '../memory/bounds.ts'
import { textBytes } from '../memory/memory.ts'
import { unwrittenPetBytes } from '../pets/pet-store.ts'

/** Facts about all starting pets of a world. */
export interface SeedTraits {
  /** Whether any of them has an id of its own. */
  readonly bringIds: boolean
  /** As decimal text. */
  readonly categories: ReadonlySet<string>
  /** The memory that they take for the next reset, in bytes. */
  readonly bytes: number
  /** The memory that they will take once they are written with ids from 1, in bytes. */
  readonly storedBytes: number
}

export function seedTraits(pets: readonly SeedPet[]): SeedTraits {
  let [bringIds, bytes, storedBytes] = [false, 0, 0]
  const categories = new Set<Int64>()
  let id = 0
  for (const pet of pets) {
    id += 1
    bringIds ||= pet.id !== undefined
    bytes += seedBytes(pet)
    storedBytes += unwrittenPetBytes(id, pet)
    categories.add(pet.categoryId)
  }
  return {
    bringIds,
    categories: new Set(Array.from(categories, String)),
    bytes,
    storedBytes,
  }
}

/** The same, worked out once for all worlds of a mock that start with the same pets, which may be a million. */
export function cachedSeedTraits(): typeof seedTraits {
  const cache = new WeakMap<readonly SeedPet[], SeedTraits>()
  return (pets) => {
    const cached = cache.get(pets)
    if (cached) return cached
    const traits = seedTraits(pets)
    cache.set(pets, traits)
    return traits
  }
}

/** The memory that a starting pet takes for the next reset, in bytes. */
export function seedBytes({ name }: SeedPet): number {
  return OVERHEAD.startingPet + textBytes(name)
}
