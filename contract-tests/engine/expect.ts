import type { Exchange } from './exchange.ts'
import { Breach, WrongStatus } from './verdicts.ts'

/** Holds an exchange to whatever its check works out by itself. */
export function expectThat(holds: boolean, expected: string, actual: string, exchange: Exchange): void {
  if (!holds) throw new Breach(expected, actual, exchange)
}

/** Holds a reply to one of several statuses. */
export function expectStatus(exchange: Exchange, ...lawful: readonly number[]): void {
  if (!lawful.includes(exchange.status)) throw wrongStatus(exchange, ...lawful)
}

export function wrongStatus(exchange: Exchange, ...lawful: readonly number[]): Breach {
  const expected = lawful.map((status) => `status ${status}`)
  return new WrongStatus(expected, `status ${exchange.status}`, exchange)
}
