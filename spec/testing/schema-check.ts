import { Ajv, type ValidateFunction } from 'ajv'
import { isDateTime } from '../date-time.ts'
import { isInt64 } from '../exact-json/int64.ts'
import { inputSchema, inputSchemas } from '../generate/input-schema.ts'
import { toJsonSchema } from '../generate/json-schema.ts'
import { inputCheck } from '../input-check.ts'
import { checkBy, type SchemaCheck } from '../schema-check.ts'

/** Named schemas that others refer to, as an OpenAPI document holds them. */
export interface Components {
  readonly schemas: Readonly<Record<string, object>>
}

/**
 * Compiles an OpenAPI 3.0 schema; its references point into `components`. Unlike plain Ajv it accepts a bigint for
 * `format: int64` and holds both to the range.
 */
export function schemaCheck(schema: object, components?: Components): SchemaCheck {
  return checkBy(compile({ ...schema, ...(components && { components }) }))
}

/** As the input validators that `npm run generate` compiles. */
export function inputSchemaCheck(schema: object, { schemas }: Components = { schemas: {} }): SchemaCheck {
  return inputCheck(compile({ ...inputSchema(schema), components: { schemas: inputSchemas(schemas) } }))
}

function compile(schema: object): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
    verbose: true,
    // Judging the schema itself by the meta-schema needs ten times as long as the rest; ours are linted.
    meta: false,
    validateSchema: false,
  })
  for (const word of ['example', 'components']) ajv.addKeyword(word)
  ajv.addKeyword({ keyword: 'int64', validate: (_on: boolean, value: unknown) => isInt64(value) })
  ajv.addKeyword({
    keyword: 'isFunction',
    validate: (_on: boolean, value: unknown) => typeof value === 'function',
  })
  ajv.addKeyword({
    keyword: 'notEmpty',
    type: 'object',
    validate: (_on: boolean, value: object) => Object.values(value).some((field) => field !== undefined),
  })
  ajv.addFormat('date-time', isDateTime)
  return ajv.compile(toJsonSchema(schema))
}
