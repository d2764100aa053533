/** The parameters of a query string, decoded, in their order; the same name may come twice. */
export type Query = ReadonlyMap<string, readonly string[]>

const EMPTY: Query = new Map()

/** Parses a query as forms do (WHATWG URL, application/x-www-form-urlencoded). */
export function parseQuery(query: string): Query {
  if (query === '') return EMPTY
  const parameters = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(query)) {
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}
