import { makePets as makeAny, type PetsOptions, type SeedPet } from '../../fixtures/pets.ts'
import { checkNamed } from '../core/world/input.ts'

/**
 * Makes `count` pets (100 by default) for `createMock`, always the same ones for a `seed`; a larger count only adds to the end.
 * Rejects with a ControlError for a bad option.
 */
export async function makePets(options: PetsOptions = {}): Promise<readonly SeedPet[]> {
  checkNamed('PetsOptions', options, 'The options')
  const pets = await makeAny(options)
  // Whoever changes one of them changes no other.
  return pets.map((pet) => ({ ...pet }))
}
