import { rateLimitOf } from '../history/headers.ts'
import { isAdded } from '../history/values.ts'
import type { Exchange } from './exchange.ts'

/** Whether the last of some requests is answered alike when they are sent again. */
export function isAnsweredAlike(story: readonly Exchange[], again: readonly Exchange[]): boolean {
  return answerOf(story.at(-1)) === answerOf(again.at(-1))
}

/** What of a reply is the same each time: its status, some headers, the pet that it adds but for its id, and whether it is empty. */
function answerOf(exchange: Exchange | undefined): string | undefined {
  if (exchange === undefined) return undefined
  const { status, headers, body } = exchange
  const pet = isAdded(exchange) ? body.replace(/"id"\s*:\s*[^\s,}]+/, '') : ''
  return JSON.stringify([
    status,
    headers['allow'],
    headers['deprecation'],
    headers['sunset'],
    pet,
    body === '',
  ])
}

/** By how much the quota of a key falls from the first of some exchanges to the last; of one alone, how much of it is used. */
export function takenBy(exchanges: readonly Exchange[]): number {
  const [first, last] = [exchanges.at(0), exchanges.at(-1)].map((one) => rateLimitOf(one ?? { headers: {} }))
  if (first === undefined || last === undefined || first.reset !== last.reset) return Number.NaN
  return (exchanges.length > 1 ? first.remaining : last.limit) - last.remaining
}
