import { describe } from 'vitest'
import { testWorld } from '../core/testing/test-world.ts'
import { worldStoreCases } from '../core/world/world-store.cases.ts'
import { memoryPets } from './memory-pets.ts'

describe('memoryWorlds', () => {
  worldStoreCases(() => [
    testWorld({ createPetStore: memoryPets }, { pets: [{ name: 'Rex', categoryId: 1 }] }),
  ])
})
