import type { Choices, Int64, PetStatus } from '../../../spec/index.ts'

/** A pet as it is kept. It never changes, so its JSON is written once. */
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
}

/** Where pets are kept. A page costs the same however many there are. */
export interface PetStore {
  readonly size: number
  /** Keeps a pet; false, and nothing is kept, when the store is full. Its id must be new. */
  add(pet: StoredPet): boolean
  get(id: Int64): StoredPet | undefined
  page(request: PageRequest): Page
}
