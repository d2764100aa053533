import type { IncomingMessage } from 'node:http'

/** By lower-case name; several lines of one name joined. */
export function joinedHeaders({ headersDistinct }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  )
}
