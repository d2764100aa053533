import { toInt64, type Int64 } from '../../../spec/exact-json/int64.ts'
import { parseJson } from '../../../spec/exact-json/json.ts'
import type { Pet, PetStatus } from '../../../spec/wire.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { petFields, storePet, type PetStore, type StoredPet } from '../pets/pet-store.ts'
import { ControlError } from './control-error.ts'
import { checkInput } from './input.ts'
import { noRoom, type WorldState } from './world-state.ts'
import type { Changing } from './world-store.ts'

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

/** A change of a pet; omitted fields stay. */
export type PetChange = Partial<Omit<PetSpec, 'id'>>

/** The default number of pets in a list. */
export const PETS_LISTED = 100

/** The pets of a world, as somebody else than the clients of the service adds, changes and removes them. */
export class PetControl {
  readonly #world: Changing

  constructor(world: Changing) {
    this.#world = world
  }

  /** How many there are. */
  get size(): Awaitable<number> {
    return this.#with(({ pets }) => pets.size)
  }

  /** The oldest one; `undefined` if there is none. */
  get oldest(): Awaitable<Pet | undefined> {
    return andThen(this.#page({ limit: 1 }, 'oldest'), ([first]) => first)
  }

  /** Those that pass the filter, the newest first; `PETS_LISTED` unless it is said otherwise. */
  list(filter: PetFilter = {}): Awaitable<readonly Pet[]> {
    checkInput('listPetsOf', { query: filter })
    return this.#page(filter, 'newest')
  }

  /** Adds a pet, whatever the service itself would ask of one. */
  add(spec: PetSpec): Awaitable<Pet> {
    checkInput('addPet', { body: spec })
    const { id: wanted, ...fields } = spec
    return this.#with((state) => {
      const { pets, settings, clock } = state
      const createdAt = clock.now()
      if (wanted === undefined) {
        const created = pets.create({ fields, createdAt }, settings.choices['id-numbering'])
        return andThen(created, (pet) => {
          if (!pet) throw new ControlError('conflict', noRoom('another pet'))
          return published(pet, state, `added${as(spec)}`)
        })
      }
      // 5n is the same id as 5.
      const pet = storePet(toInt64(BigInt(wanted)), fields, createdAt)
      return andThen(pets.add(pet), (isStored) =>
        isStored ? published(pet, state, `added${as(spec)}`) : notAdded(pets, pet.id),
      )
    })
  }

  /** Changes some fields of a pet; its place in the lists stays. */
  change(id: Int64, change: PetChange): Awaitable<Pet> {
    return this.#at(id, (before, state) => {
      checkInput('changePet', { body: change })
      const pet = storePet(before.id, { ...petFields(before), ...defined(change) }, before.createdAt)
      return andThen(state.pets.replace(pet), (isStored) => {
        if (!isStored) throw new ControlError('conflict', noRoom('the longer pet'))
        return published(pet, state, `changed${as(change)}`)
      })
    })
  }

  /** Removes a pet; from now on it is not found and in no list, and no other is given its id. */
  remove(id: Int64): Awaitable<void> {
    return this.#at(id, (pet, state) =>
      andThen(state.pets.remove(pet.id), () => {
        published(pet, state, 'removed')
      }),
    )
  }

  #page({ status, limit = PETS_LISTED }: PetFilter, order: 'oldest' | 'newest') {
    return this.#with(({ pets }) =>
      andThen(pets.page({ status, order, limit, start: undefined }), ({ pets }) => pets.map(toPet)),
    )
  }

  /** Works on the pets of the current state. They have a store of their own, so this is no step. */
  #with<Result>(work: (state: WorldState) => Awaitable<Result>): Awaitable<Result> {
    const state = this.#world.change([], (state) => state)
    return andThen(state, work)
  }

  #at<Result>(id: Int64, work: (pet: StoredPet, state: WorldState) => Awaitable<Result>): Awaitable<Result> {
    checkInput('removePet', { path: { petId: id } })
    return this.#with((state) =>
      andThen(state.pets.get(typeof id === 'bigint' ? toInt64(id) : id), (pet) => {
        if (!pet) throw new ControlError('not-found', `There is no pet ${id}`)
        return work(pet, state)
      }),
    )
  }
}

function published(pet: StoredPet, { publish }: WorldState, what: string): Pet {
  publish('pets', `pet ${pet.id} ${what}`)
  return toPet(pet)
}

/** Throws why a pet was not stored under its own id. */
function notAdded(pets: PetStore, id: Int64): Awaitable<Pet> {
  return andThen(pets.get(id), (other) => {
    throw new ControlError(
      'conflict',
      other ? `The pet ${id} exists already: change it instead` : noRoom('another pet'),
    )
  })
}

// Omits undefined fields.
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
