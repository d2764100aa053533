import { isRecord } from './is-record.ts'

/**
 * A copy of a schema, or of anything that holds schemas, without the bounds of ±(2^53 − 1) that Prism invents for
 * every `format: int64`. The document's int64 has none of its own.
 */
export function withoutInventedBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInventedBounds)
  if (!isRecord(value)) return value
  const { minimum, maximum, ...rest } = value
  const kept =
    value['format'] === 'int64'
      ? rest
      : { ...rest, ...given('minimum', minimum), ...given('maximum', maximum) }
  return Object.fromEntries(Object.entries(kept).map(([name, inner]) => [name, withoutInventedBounds(inner)]))
}

function given(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value }
}
