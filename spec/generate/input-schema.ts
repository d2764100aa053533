type Schema = Readonly<Record<string, unknown>>

/** One of the alternatives of a `oneOf`, each of another type. */
interface Choice {
  readonly type: string
}

/**
 * The schema of an input in a form whose validator names one problem at each place: a value outside an `enum` is not also
 * of the wrong type, and a value of none of the types of a `oneOf` is not judged by each of them. `type: function` and
 * `minProperties` become keywords of our own, which accept a field that is undefined as left out.
 */
export function inputSchema(schema: object): Schema {
  const { properties, items, additionalProperties, oneOf, ...rest } = schema as Schema
  return {
    ...plain(rest),
    ...(isObject(properties) && { properties: mapped(properties) }),
    ...(isObject(items) && { items: inputSchema(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties)
        ? inputSchema(additionalProperties)
        : additionalProperties,
    }),
    ...(Array.isArray(oneOf) &&
      (rest['discriminator'] === undefined ? union(oneOf as readonly Choice[]) : { oneOf })),
  }
}

/** All of `schemas`, each as `inputSchema` has it. */
export function inputSchemas(schemas: Readonly<Record<string, object>>): Readonly<Record<string, Schema>> {
  return mapped(schemas)
}

function mapped(schemas: object): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, inputSchema(schema as object)]),
  )
}

function plain({ description, default: _default, type, minProperties, ...rest }: Schema): Schema {
  return {
    ...(type === 'function' ? { isFunction: true } : type !== undefined && !('enum' in rest) && { type }),
    // It says in words what the pattern asks for; any other would only make the module larger.
    ...('pattern' in rest && { description }),
    ...(minProperties !== undefined && { notEmpty: true }),
    ...rest,
  }
}

function union(choices: readonly Choice[]): Schema {
  const schemas = choices.map((choice) => inputSchema(choice))
  return Object.assign({}, ...schemas, { type: schemas.map(({ type }) => type) }) as Schema
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
