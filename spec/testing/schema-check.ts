import { Ajv } from 'ajv'
import { isDateTime } from '../date-time.ts'
import { isInt64 } from '../exact-json/int64.ts'
import { toJsonSchema } from '../generate/json-schema.ts'
import { checkBy, type SchemaCheck } from '../schema-check.ts'

/** Named schemas that others refer to, as an OpenAPI document holds them. */
export interface Components {
  readonly schemas: Readonly<Record<string, object>>
}

/**
 * Compiles an OpenAPI 3.0 schema; its references point into `components`. Unlike plain Ajv it takes a bigint for
 * `format: int64` and holds both to the range.
 */
export function schemaCheck(schema: object, components?: Components): SchemaCheck {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictRequired: false,
    verbose: true,
    // Judging the schema itself by the meta-schema takes ten times as long as the rest; ours are linted.
    meta: false,
    validateSchema: false,
  })
  for (const word of ['example', 'components']) ajv.addKeyword(word)
  ajv.addKeyword({ keyword: 'int64', validate: (_on: boolean, value: unknown) => isInt64(value) })
  ajv.addFormat('date-time', isDateTime)
  return checkBy(ajv.compile(toJsonSchema({ ...schema, ...(components && { components }) })))
}
