import { ascending, asTheyWereAnswered, countUpTo, isServed, type RecordedExchange } from './history.ts'
import { Order } from './key-histories.ts'
import type { Reading } from './readings.ts'

// Of those that were answered later: more are rarely under way together.
const MOST_BESIDE = 64

/** How many requests were surely served between two readings, the later one included; and errors, which may be free. */
export class Served {
  /** As they were answered. */
  readonly #served: readonly Reading[]
  readonly #byId: readonly number[]
  readonly #byAfter: readonly number[]
  readonly #errors: Order

  constructor(readings: readonly Reading[]) {
    const answered = asTheyWereAnswered(readings)
    this.#served = answered.filter(({ exchange }) => isServed(exchange))
    this.#byId = this.#served.map(({ exchange }) => exchange.id)
    this.#byAfter = this.#served.map(({ exchange }) => exchange.after).sort(ascending)
    this.#errors = new Order(answered.map(({ exchange }) => exchange).filter((one) => !isServed(one)))
  }

  /** Those that were under way together with a request. */
  beside({ id, after }: RecordedExchange): readonly Reading[] {
    const from = countUpTo(this.#byId, after)
    const to = countUpTo(this.#byId, id) + MOST_BESIDE
    return this.#served.slice(from, to).filter(({ exchange }) => exchange.after < id && exchange.id !== id)
  }

  /** Errors that were under way together with a reading's request: each may be given back when it is answered. */
  errorsBeside({ exchange }: Reading): number {
    return this.#errors.countAround(exchange, exchange) - (isServed(exchange) ? 0 : 1)
  }

  /** All that were answered before a reading's request was sent, and that one. */
  until({ exchange }: Reading): number {
    return countUpTo(this.#byId, exchange.after) + (isServed(exchange) ? 1 : 0)
  }

  /** All that were answered before a reading's reply, and that one. */
  upTo({ exchange }: Reading): number {
    return countUpTo(this.#byId, exchange.id)
  }

  /** All that were sent before a reading's reply arrived. */
  around({ exchange }: Reading): number {
    return countUpTo(this.#byAfter, exchange.id - 1)
  }
}
