import { stringifyJson, type Choices, type Int64, type PetStatus } from '../../../spec/index.ts'
import type { StoredPet } from './pet-store.ts'

/** The fields of a pet before it has an id; `more` are fields that the document does not name. */
export interface PetFields {
  readonly name: string
  readonly categoryId: Int64
  readonly status?: PetStatus | undefined
  readonly more?: Readonly<Record<string, unknown>>
}

/** Writes a pet once, for every reply that will hold it. */
export function storePet(id: Int64, fields: PetFields, createdAt: number): StoredPet {
  const { name, categoryId, status, more } = fields
  const json = stringifyJson({ id, name, categoryId, ...(status && { status }), ...more })
  return { id, json, status, createdAt }
}

/** A pet as a reply holds it. */
export function petJson(pet: StoredPet, choices: Choices): string {
  if (choices['extra-response-fields'] === 'none') return pet.json
  return `${pet.json.slice(0, -1)},"createdAt":"${new Date(pet.createdAt).toISOString()}"}`
}
