import { parseJson, toInt64, type Int64, type Pet, type PetStatus } from '../../../spec/index.ts'
import { petFields, storePet, type StoredPet } from '../pets/pet-store.ts'
import { ControlError } from './control-error.ts'
import { checkInput } from './input.ts'
import { noRoom, type WorldHandle } from './world-state.ts'

/** Which pets are asked for. */
export interface PetFilter {
  readonly status?: PetStatus | undefined
  /** At most so many. */
  readonly limit?: number | undefined
}

/** A pet to add; the world assigns the `id` where none is given. */
export interface PetSpec {
  readonly id?: Int64 | undefined
  readonly name: string
  readonly categoryId: Int64
  readonly status?: PetStatus | undefined
}

/** What is to be different about a pet; what is left out stays. */
export type PetChange = Partial<Omit<PetSpec, 'id'>>

/** How many pets of a world are listed where nobody says. */
export const PETS_LISTED = 100

/** The pets of a world, as somebody else than the clients of the service adds, changes and removes them. */
export class PetControl {
  readonly #world: WorldHandle

  constructor(world: WorldHandle) {
    this.#world = world
  }

  /** How many there are. */
  get size(): number {
    return this.#world.state().pets.size
  }

  /** The one that was there first; `undefined` where there is none. */
  get oldest(): Pet | undefined {
    return this.#page({ limit: 1 }, 'oldest')[0]
  }

  /** Those that pass the filter, the newest first; `PETS_LISTED` unless it is said otherwise. */
  list(filter: PetFilter = {}): readonly Pet[] {
    checkInput('listPetsOf', { query: filter })
    return this.#page(filter, 'newest')
  }

  /** Adds a pet, whatever the service itself would ask of one. */
  add(spec: PetSpec): Pet {
    checkInput('addPet', { body: spec })
    const { pets, numbering, settings, clock } = this.#world.state()
    const { id: wanted, ...fields } = spec
    // Whoever writes 5n means the same pet as 5.
    const id =
      wanted === undefined ? numbering.assign(settings.choices['id-numbering']) : toInt64(BigInt(wanted))
    if (pets.get(id)) throw new ControlError('conflict', `The pet ${id} exists already: change it instead`)
    const pet = storePet(id, fields, clock.now())
    if (!pets.add(pet)) throw new ControlError('conflict', noRoom('another pet'))
    return this.#told(pet, `added${as(spec)}`)
  }

  /** Changes some fields of a pet, which keeps its place in the lists. */
  change(id: Int64, change: PetChange): Pet {
    const before = this.#find(id)
    checkInput('changePet', { body: change })
    const pet = storePet(before.id, { ...petFields(before), ...defined(change) }, before.createdAt)
    if (!this.#world.state().pets.replace(pet)) throw new ControlError('conflict', noRoom('the longer pet'))
    return this.#told(pet, `changed${as(change)}`)
  }

  /** Removes a pet; from now on it is not found and in no list, and no other is given its id. */
  remove(id: Int64): void {
    const pet = this.#find(id)
    const { pets, numbering } = this.#world.state()
    pets.remove(pet.id)
    numbering.retire(pet.id)
    this.#told(pet, 'removed')
  }

  #page({ status, limit = PETS_LISTED }: PetFilter, order: 'oldest' | 'newest'): readonly Pet[] {
    const { pets } = this.#world.state().pets.page({ status, order, limit, start: undefined })
    return pets.map(toPet)
  }

  #find(id: Int64): StoredPet {
    checkInput('removePet', { path: { petId: id } })
    const pet = this.#world.state().pets.get(typeof id === 'bigint' ? toInt64(id) : id)
    if (!pet) throw new ControlError('not-found', `There is no pet ${id}`)
    return pet
  }

  #told(pet: StoredPet, what: string): Pet {
    this.#world.changed('pets', `pet ${pet.id} ${what}`)
    return toPet(pet)
  }
}

// What is undefined is left out.
function defined(change: PetChange): PetChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function as({ status }: PetChange): string {
  return status === undefined ? '' : `: ${status}`
}

function toPet({ json }: StoredPet): Pet {
  // Its fields were checked before it was stored.
  return parseJson(json) as Pet
}
