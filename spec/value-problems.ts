import { isDateTime } from './date-time.ts'
import { isInt64 } from './exact-json/int64.ts'
import { LONGEST_HINTED, member, withArticle, type Problem } from './schema-check.ts'
import { didYouMean } from './wording.ts'

/** A schema of OpenAPI 3.0, as far as `valueProblems` knows them: any other keyword is passed over. */
export interface ValueSchema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly (string | boolean)[]
  readonly format?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly items?: ValueSchema
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly additionalProperties?: boolean | ValueSchema
  /** Told apart by the discriminator or, without one, by the type. */
  readonly oneOf?: readonly ValueSchema[]
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping: Readonly<Record<string, string>>
  }
}

/** That of a text of at least one character. */
export const NON_EMPTY_TEXT = {
  type: 'string',
  pattern: '.',
  description: 'a text that is not empty',
} as const

/** That of a list of the origins that pages come from. */
export const ORIGINS = {
  type: 'array',
  maxItems: 100,
  items: {
    type: 'string',
    pattern: '^https?://[^\\s/?#@]+$',
    description: 'an origin such as http://localhost:5173',
  },
}

/** Schemas by their names. */
export type ValueSchemas = Readonly<Record<string, ValueSchema>>

type Check = (value: unknown, path: string) => readonly Problem[]

/**
 * What is wrong with a value, in the words of `schemaCheck`, but at once and without Ajv, for methods that neither wait nor
 * may take their time. A field that is undefined is taken as left out.
 */
export function valueProblems(
  value: unknown,
  schema: ValueSchema,
  schemas: ValueSchemas,
): readonly Problem[] {
  const check =
    (schema: ValueSchema): Check =>
    (value, path) => {
      if (schema.$ref !== undefined) return check(named(schema.$ref))(value, path)
      if (schema.discriminator) return byKind(schema.discriminator, value, path)
      if (schema.oneOf) return byType(schema.oneOf, value, path)
      return plain(schema, value, path, check)
    }

  const named = (ref: string): ValueSchema => {
    const schema = schemas[ref.split('/').at(-1) ?? '']
    if (!schema) throw new RangeError(`no schema ${ref}`)
    return schema
  }

  const byKind = (
    { propertyName, mapping }: NonNullable<ValueSchema['discriminator']>,
    value: unknown,
    path: string,
  ): readonly Problem[] => {
    const kinds = { type: 'string', enum: Object.keys(mapping) }
    const problems = check({
      type: 'object',
      required: [propertyName],
      properties: { [propertyName]: kinds },
    })(value, path)
    // It is an object whose kind is one of them.
    return problems.length > 0
      ? problems
      : check(named(mapping[String((value as Fields)[propertyName])] ?? ''))(value, path)
  }

  const byType = (schemas: readonly ValueSchema[], value: unknown, path: string): readonly Problem[] => {
    const fitting = schemas.find(({ type }) => isOfType(value, type))
    if (fitting) return check(fitting)(value, path)
    return [{ path, message: `must be ${schemas.map(({ type = '' }) => withArticle(type)).join(' or ')}` }]
  }

  return check(schema)(value, '')
}

type Fields = Readonly<Record<string, unknown>>

function plain(
  schema: ValueSchema,
  value: unknown,
  path: string,
  check: (schema: ValueSchema) => Check,
): readonly Problem[] {
  const { type } = schema
  if (schema.enum) return enumProblems(schema.enum, value, path)
  if (schema.format === 'int64') return isInt64(value) ? [] : [{ path, message: INT64 }]
  if (!isOfType(value, type)) return [{ path, message: `must be ${withArticle(type ?? '')}` }]
  if (typeof value === 'string') return told(path, textProblem(value, schema))
  if (typeof value === 'number' || typeof value === 'bigint') return told(path, numberProblem(value, schema))
  if (Array.isArray(value)) {
    const { maxItems = Infinity, items = {} } = schema
    if (value.length > maxItems) return [{ path, message: `must NOT have more than ${maxItems} items` }]
    return value.flatMap((item, at) => check(items)(item, member(path, String(at))))
  }
  return typeof value === 'object' && value !== null
    ? objectProblems(schema, value as Fields, path, check)
    : []
}

const INT64 = 'must be an integer from -2^63 to 2^63 - 1'

function isOfType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case undefined:
      return true
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'array':
      return Array.isArray(value)
    // One beyond all bounds is told of the bound.
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value) || isInfinite(value)
    case 'number':
      return typeof value === 'bigint' || Number.isFinite(value) || isInfinite(value)
    default:
      return typeof value === type
  }
}

function isInfinite(value: unknown): boolean {
  return value === Infinity || value === -Infinity
}

function told(path: string, message: string | undefined): readonly Problem[] {
  return message === undefined ? [] : [{ path, message }]
}

function enumProblems(
  values: NonNullable<ValueSchema['enum']>,
  value: unknown,
  path: string,
): readonly Problem[] {
  if (values.some((known) => known === value)) return []
  const message = `must be one of ${values.join(', ')}`
  if (typeof value !== 'string') return [{ path, message }]
  return [{ path, message, hint: didYouMean(value.slice(0, LONGEST_HINTED), values.map(String)) }]
}

function textProblem(value: string, schema: ValueSchema): string | undefined {
  const { format, pattern, maxLength = Infinity, description = '' } = schema
  if (format === 'date-time' && !isDateTime(value)) return 'must be a time such as 2030-12-05T00:00:00Z'
  if (value.length > maxLength) return `must NOT have more than ${maxLength} characters`
  const fits = pattern === undefined || new RegExp(pattern, 'u').test(value)
  // The description of a text that has a pattern says it in words.
  return fits ? undefined : `must be ${description.replace(/\.$/, '')}`
}

function numberProblem(
  value: number | bigint,
  { minimum = -Infinity, maximum = Infinity }: ValueSchema,
): string | undefined {
  if (value < minimum) return `must be >= ${minimum}`
  return value > maximum ? `must be <= ${maximum}` : undefined
}

function objectProblems(
  {
    required = [],
    properties = {},
    additionalProperties = true,
    minProperties = 0,
    maxProperties = Infinity,
  }: ValueSchema,
  value: Fields,
  path: string,
  check: (schema: ValueSchema) => Check,
): readonly Problem[] {
  const given = Object.keys(value).filter((name) => value[name] !== undefined)
  if (given.length < minProperties) return [{ path, message: 'must not be empty' }]
  if (given.length > maxProperties)
    return [{ path, message: `must NOT have more than ${maxProperties} properties` }]
  const missing = required.filter((name) => !given.includes(name))
  return [
    ...missing.map((name) => ({ path: member(path, name), message: 'is required' })),
    ...given.flatMap((name) => {
      const place = member(path, name)
      const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (typeof schema === 'object') return check(schema)(value[name], place)
      if (schema !== false) return []
      const hint = didYouMean(name.slice(0, LONGEST_HINTED), Object.keys(properties))
      return [{ path: place, message: 'is not known', hint }]
    }),
  ]
}
