import { Breach } from '../breach.ts'
import type { Exchange } from '../probe/exchange.ts'

/** Holds a reply to one of several statuses. */
export function expectStatus(exchange: Exchange, ...lawful: readonly number[]): void {
  if (lawful.includes(exchange.status)) return
  throw new Breach(
    lawful.map((status) => `status ${status}`),
    `status ${exchange.status}`,
    exchange,
  )
}
