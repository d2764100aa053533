import { OVERHEAD } from '../memory/bounds.ts'
import { textBytes } from '../memory/memory.ts'
import type { AtOnce, Awaitable } from '../message/awaitable.ts'
import type { Reason } from '../message/outcome.ts'
import type { IdNumbering } from './id-numbering.ts'
import type { Choices } from '../../../spec/choices.ts'
import type { Int64 } from '../../../spec/exact-json/int64.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import type { PetStatus } from '../../../spec/wire.ts'

/** A stored pet. It never changes, so its JSON is written once; a change replaces it. */
export interface StoredPet {
  readonly id: Int64
  /** The whole pet as compact JSON, in the document's order of fields. */
  readonly json: string
  readonly status: PetStatus | undefined
  /** Unix milliseconds. */
  readonly createdAt: number
}

export interface PageRequest {
  readonly status: PetStatus | undefined
  readonly order: Choices['list-order']
  readonly limit: number
  /** Where an earlier page of the same list ended, as its `next` said; `undefined` for the first page. */
  readonly start: number | undefined
}

export interface Page {
  readonly pets: readonly StoredPet[]
  /** How many there are on all pages. */
  readonly total: number
  /** Where the next page starts; `undefined` on the last one. */
  readonly next: number | undefined
  /** Its JSON of an earlier reply: the store may return the same page again. */
  written?: WrittenPage | undefined
}

/** A page as JSON, in which style, and the reason of its reply. */
export interface WrittenPage {
  readonly style: Choices['extra-response-fields']
  readonly json: string
  readonly reason: Reason
}

/** Stores the pets of a world. A page costs the same however many there are. */
export interface PetStore {
  readonly size: Awaitable<number>
  /** Stores a pet under an id that no other has, or has had; `undefined`, and nothing is stored, when there is no room for it. */
  create(pet: NewStoredPet, numbering: Choices['id-numbering']): Awaitable<StoredPet | undefined>
  /** Stores a pet under its own id; false, and nothing is stored, when there is no room for it, or another has that id. */
  add(pet: StoredPet): Awaitable<boolean>
  /** Replaces the pet of the same id; false, and nothing is changed, when there is no room for it. */
  replace(pet: StoredPet): Awaitable<boolean>
  /** Removes a pet; false if there is none of that id. The id is not assigned again. */
  remove(id: Int64): Awaitable<boolean>
  get(id: Int64): Awaitable<StoredPet | undefined>
  page(request: PageRequest): Awaitable<Page>
}

/** A store in this process's memory. */
export interface LocalPets extends AtOnce<PetStore> {
  /** Assigns the ids. */
  readonly numbering: IdNumbering
  /** All pets as they are now, the oldest first; later changes do not show. Each is written when it is read, and not stored. */
  all(): Iterable<StoredPet>
  /**
   * Stores the starting pets of a world in an empty store, under ids from 1. They must not change any more: each is written
   * when it is first read. False, and none is stored, when there is no room for them. `bytes` are
   * those of `unwrittenPetBytes`.
   */
  addStarting(pets: readonly PetFields[], createdAt: number, bytes: number): boolean
  /** Stores pets of different ids in an empty store; false, and none is stored, when there is no room for them. `bytes` are those of `petBytes`. */
  addStored(pets: readonly StoredPet[], bytes: number): boolean
}

/** A pet before it has an id. */
export interface NewStoredPet {
  readonly fields: PetFields
  /** Unix milliseconds. */
  readonly createdAt: number
}

/** The fields of a pet before it has an id; `more` are fields that the document does not name. */
export interface PetFields {
  readonly name: string
  readonly categoryId: Int64
  readonly status?: PetStatus | undefined
  readonly more?: Readonly<Record<string, unknown>> | undefined
}

/** Writes a pet once, for every reply that will hold it. */
export function storePet(id: Int64, fields: PetFields, createdAt: number): StoredPet {
  const { name, categoryId, status, more } = fields
  const json = stringifyJson({ id, name, categoryId, status, ...more })
  return { id, json, status, createdAt }
}

/** The memory of a pet in bytes, rounded up. */
export function petBytes({ json }: StoredPet): number {
  return OVERHEAD.pet + textBytes(json)
}

// Names that JSON holds as they are.
const PLAIN_NAME = /^[ !#-[\]-~]{0,1000}$/
const FRAME = '{"id":,"name":"","categoryId":}'.length
const STATUS_FRAME = ',"status":""'.length

/** The memory of a pet once it is written, in bytes. */
export function unwrittenPetBytes(id: number, fields: PetFields): number {
  const { name, categoryId, status } = fields
  if (fields.more || !PLAIN_NAME.test(name)) return petBytes(storePet(id, fields, 0))
  const own = String(id).length + name.length + String(categoryId).length
  return OVERHEAD.pet + FRAME + own + (status ? STATUS_FRAME + status.length : 0)
}

/** The fields that a pet was stored with. */
export function petFields({ json }: StoredPet): PetFields {
  // It was written from such fields.
  const { id: _id, name, categoryId, status, ...more } = parseJson(json) as PetFields & { readonly id: Int64 }
  return { name, categoryId, status, more }
}

/** A pet as a reply holds it. */
export function petJson(pet: StoredPet, choices: Choices): string {
  switch (choices['extra-response-fields']) {
    case 'none':
      return pet.json
    case 'some':
      return `${pet.json.slice(0, -1)},"createdAt":"${new Date(pet.createdAt).toISOString()}"}`
  }
}
