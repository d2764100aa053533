import type { components } from './generated/wire.ts'

export type PetStatus = components['schemas']['PetStatus']
export type NewPet = components['schemas']['NewPet']
export type Pet = components['schemas']['Pet']
export type ErrorBody = components['schemas']['Error']
