import type { Exchange } from '../probe/exchange.ts'
import type { Run } from '../run.ts'
import { expectPets } from './expect-body.ts'
import { expectThat } from './expect-that.ts'

/** Holds a reply to being a list of exactly so many animals. */
export function expectLength(run: Run, exchange: Exchange, length: number): void {
  const { length: came } = expectPets(run, exchange)
  expectThat(came === length, `${length} animals`, `${came}`, exchange)
}
