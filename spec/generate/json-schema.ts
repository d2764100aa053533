type Schema = Readonly<Record<string, unknown>>

/** OpenAPI's choice between schemas by the value of one field. */
interface Discriminator {
  readonly propertyName: string
  readonly mapping: Readonly<Record<string, string>>
}

/** An OpenAPI 3.0 schema as the JSON Schema that Ajv expects; `int64` is a keyword of our own. */
export function toJsonSchema(node: object): object {
  if (Array.isArray(node)) return node.map(convert)
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, convert(value)]))
  if (copy['format'] === 'int64') return withInt64(copy)
  return isDiscriminator(copy['discriminator']) ? withConditions(copy, copy['discriminator']) : copy
}

function convert(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? toJsonSchema(value) : value
}

function withInt64({ type: _type, format: _format, ...rest }: Schema): Schema {
  return { ...rest, int64: true }
}

function isDiscriminator(value: unknown): value is Discriminator {
  return typeof value === 'object' && value !== null && 'propertyName' in value && 'mapping' in value
}

// Only the schema that the field names reports errors then; `oneOf` would report those of each.
function withConditions(schema: Schema, { propertyName, mapping }: Discriminator): Schema {
  const { discriminator: _discriminator, oneOf: _oneOf, ...rest } = schema
  const holds = (constraint: object): object => ({
    type: 'object',
    required: [propertyName],
    properties: { [propertyName]: constraint },
  })
  const conditions = Object.entries(mapping).map(([value, $ref]) => ({
    if: holds({ const: value }),
    then: { $ref },
  }))
  return { ...rest, allOf: [holds({ enum: Object.keys(mapping) }), ...conditions] }
}
