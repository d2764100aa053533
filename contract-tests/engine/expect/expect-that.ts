import { Breach } from '../breach.ts'
import type { Exchange } from '../exchange.ts'

/** Holds an exchange to whatever its test works out by itself. */
export function expectThat(holds: boolean, expected: string, actual: string, exchange: Exchange): void {
  if (!holds) throw new Breach(expected, actual, exchange)
}
