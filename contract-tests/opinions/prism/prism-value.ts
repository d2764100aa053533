import { isInt64, parseJson } from '../../../spec/index.ts'

// What is no int64 must not pass for one, and Prism has no bounds for it any more.
const NO_INTEGER = 0.5

/**
 * A body as Prism can judge it: a bigint is no integer to it, so every int64 becomes a number, rounded where it must
 * be, and every greater integer becomes a number that is no integer. Text that is no JSON stays text.
 */
export function prismValue(body: string): unknown {
  if (body === '') return undefined
  try {
    return roundInt64(parseJson(body))
  } catch {
    return body
  }
}

function roundInt64(value: unknown): unknown {
  if (typeof value === 'bigint') return isInt64(value) ? Number(value) : NO_INTEGER
  if (typeof value !== 'object' || value === null) return value
  // The text of a number that neither a double nor a bigint holds.
  if (JSON.isRawJSON(value)) return NO_INTEGER
  if (Array.isArray(value)) return value.map(roundInt64)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, roundInt64(inner)]))
}
