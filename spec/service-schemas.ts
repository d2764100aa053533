import { isDateTime } from './date-time.ts'
import { validators } from './generated/validators.ts'
import { isInt64 } from './int64.ts'
import { checkBy, type SchemaCheck } from './schema-check.ts'

const compiled = validators(isInt64, isDateTime)
const pet = checkBy(compiled.Pet)

/** Checks against the schemas of the document, compiled beforehand. */
export const serviceSchemas = {
  NewPet: checkBy(compiled.NewPet),
  Pet: pet,
  Pets: listCheck(checkBy(compiled.Pets), pet),
  Error: checkBy(compiled.Error),
} as const satisfies Readonly<Record<string, SchemaCheck>>

// Ajv copies what it has found so far with every item, so that thousands of wrong ones would take minutes.
function listCheck(whole: SchemaCheck, item: SchemaCheck): SchemaCheck {
  return (value) =>
    Array.isArray(value)
      ? value.flatMap((one, index) =>
          item(one).map((problem) => ({
            ...problem,
            path: `[${index}]${problem.path && `.${problem.path}`}`,
          })),
        )
      : whole(value)
}
