import { parseJson } from '../../../spec/index.ts'
import type { StoredPet } from '../../core/pets/pet-store.ts'
import type { Pet } from '../../client/generated/wire.ts'

/** A pet as it goes over the wire, digit for digit. */
export function viewPet({ json }: StoredPet): Pet {
  // Its fields were checked when it was stored.
  return parseJson(json) as Pet
}
