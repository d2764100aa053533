/**
 * An OpenAPI document without the examples of parameters that may be left out: Swagger UI fills its forms with examples, so that a
 * request would ask for what nobody has chosen.
 */
export function withoutPresets(document: object): object {
  const isOptional = 'in' in document && !('required' in document && document.required === true)
  const members: (readonly [string, unknown])[] = Object.entries(document)
  return Object.fromEntries(
    members
      .filter(([name]) => !isOptional || name !== 'example')
      .map(([name, value]) => [name, withoutThem(value)] as const),
  )
}

function withoutThem(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutThem)
  return typeof value === 'object' && value !== null ? withoutPresets(value) : value
}
