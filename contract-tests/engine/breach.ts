import type { Exchange } from './exchange.ts'

/** Thrown where a reply breaks a clause: what was expected (any of these), what came, and in which exchange. */
export class Breach extends Error {
  override readonly name = 'Breach'
  readonly expected: readonly string[]
  readonly actual: string
  readonly exchange: Exchange

  constructor(expected: string | readonly string[], actual: string, exchange: Exchange) {
    const lawful = typeof expected === 'string' ? [expected] : expected
    super(`expected ${lawful.join(', or ')}; came ${actual}`)
    this.expected = lawful
    this.actual = actual
    this.exchange = exchange
  }
}

/** A breach by which the body of the reply is of no account: whatever is in it, it answers something else. */
export class WrongStatus extends Breach {}
