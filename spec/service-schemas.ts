import { isDateTime } from './date-time.ts'
import { validators } from './generated/validators.ts'
import { isInt64 } from './exact-json/int64.ts'
import { inputCheck } from './input-check.ts'
import { checkBy, type SchemaCheck } from './schema-check.ts'

const compiled = validators(isInt64, isDateTime)

/** Checks against the schemas of the document. */
export const serviceSchemas = {
  NewPet: checkBy(compiled.NewPet),
  Pet: checkBy(compiled.Pet),
  Error: checkBy(compiled.Error),
} as const satisfies Readonly<Record<string, SchemaCheck>>

/** As Pet, but `id` may be left out, and an unknown field is refused. */
export const seedPetCheck = inputCheck(compiled.SeedPet)
