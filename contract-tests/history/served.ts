import { ascending, asTheyWereAnswered, countUpTo, isServed, type RecordedExchange } from './history.ts'
import type { Reading } from './readings.ts'

// Of those that were answered later: more are rarely under way together.
const MOST_BESIDE = 64

/** How many requests were surely served between two readings, the later one included; and errors, which may be free. */
export class Served {
  /** As they were answered. */
  readonly #served: readonly Reading[]
  readonly #byId: readonly number[]
  readonly #byAfter: readonly number[]
  readonly #errorsById: readonly number[]
  readonly #errorsByAfter: readonly number[]

  constructor(readings: readonly Reading[]) {
    const exchanges = readings.map(({ exchange }) => exchange)
    const [served, errors] = [exchanges.filter(isServed), exchanges.filter((one) => !isServed(one))]
    this.#served = asTheyWereAnswered(readings.filter(({ exchange }) => isServed(exchange)))
    this.#byId = this.#served.map(({ exchange }) => exchange.id)
    this.#byAfter = served.map(({ after }) => after).sort(ascending)
    this.#errorsById = errors.map(({ id }) => id).sort(ascending)
    this.#errorsByAfter = errors.map(({ after }) => after).sort(ascending)
  }

  /** Those that were under way together with a request. */
  beside({ id, after }: RecordedExchange): readonly Reading[] {
    const from = countUpTo(this.#byId, after)
    const to = countUpTo(this.#byId, id) + MOST_BESIDE
    return this.#served.slice(from, to).filter(({ exchange }) => exchange.after < id && exchange.id !== id)
  }

  /** Errors that were under way together with a reading's request: each may be given back when it is answered. */
  errorsBeside({ exchange }: Reading): number {
    const { id, after } = exchange
    const beside = countUpTo(this.#errorsByAfter, id - 1) - countUpTo(this.#errorsById, after)
    return beside - (isServed(exchange) ? 0 : 1)
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
