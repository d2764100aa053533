import type { Exchange } from '../exchange.ts'
import { expectThat } from './expect-that.ts'
import { givenList } from './given.ts'

/** Holds a list to having exactly so many pets. */
export function expectLength(exchange: Exchange, length: number): void {
  const { length: came } = givenList(exchange)
  expectThat(came === length, length === 1 ? '1 pet' : `${length} pets`, `${came}`, exchange)
}
