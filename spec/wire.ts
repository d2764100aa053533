import type { components } from './generated/wire.ts'

export type PetStatus = components['schemas']['PetStatus']
export type NewPet = components['schemas']['NewPet']
export type Pet = components['schemas']['Pet']
export type ErrorBody = components['schemas']['Error']
/** The body of a refusal: Error in the document, whose name is JavaScript's too. */
export type PetStoreError = ErrorBody
