import { parseJson } from '../../spec/exact-json/json.ts'

/** A text as JSON, every int64 exact; of a list that a report cuts, the members before the cut. `undefined` where it is none. */
export function tryParse(text: string): unknown {
  for (const whole of [text, `${text.slice(0, text.lastIndexOf('}') + 1)}]`]) {
    try {
      return parseJson(whole)
    } catch {
      continue
    }
  }
  return undefined
}

export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
