import { Breach, WrongStatus } from '../breach.ts'
import type { Exchange } from '../exchange.ts'

/** Holds a reply to one of several statuses. */
export function expectStatus(exchange: Exchange, ...lawful: readonly number[]): void {
  if (!lawful.includes(exchange.status)) throw wrongStatus(exchange, ...lawful)
}

export function wrongStatus(exchange: Exchange, ...lawful: readonly number[]): Breach {
  const expected = lawful.map((status) => `status ${status}`)
  return new WrongStatus(expected, `status ${exchange.status}`, exchange)
}
