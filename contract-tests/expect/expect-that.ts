import { Breach } from '../breach.ts'
import type { Exchange } from '../probe/exchange.ts'

/** Holds an exchange to whatever its test works out by itself. */
export function expectThat(holds: boolean, expected: string, actual: string, exchange: Exchange): void {
  if (!holds) throw new Breach(expected, actual, exchange)
}
