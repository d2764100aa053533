import { judge } from '../../history/judge.ts'
import type { Finding as Contradiction, RecordedExchange } from '../../history/history.ts'
import { Recorder, ROUNDED_MS } from '../../history/recorder.ts'
import { splitPath, type Finding, type ObservedExchange } from '../judge.ts'

/** How many of the last exchanges are judged together, and how many characters their bodies may have in all: some 10 ms. */
const MOST_EXCHANGES = 200
const MOST_CHARACTERS = 500_000

/** The last exchanges of a proxy, which are judged together. Others may use the same keys past the proxy. */
export class TrafficHistory {
  readonly #recorder = new Recorder()
  readonly #wrong = new Set<number>()
  #exchanges: readonly RecordedExchange[] = []
  #characters = 0
  #last = 0

  /** What an exchange contradicts that passed before; `isWrong` where it breaks a clause by itself. */
  contradictions(observed: ObservedExchange, isWrong: boolean): readonly Finding[] {
    const { at, method, path, requestHeaders, requestBody, ...reply } = observed
    if (at === undefined || method === 'OPTIONS') return []
    const request = { method, path, headers: requestHeaders, body: requestBody }
    const place = { id: (this.#last += 1), after: this.#answeredBefore(at.sent), ...at }
    const exchange = this.#recorder.record(place, request, reply)
    this.#remember(exchange, isWrong)
    const contradictions = judge({
      exchanges: this.#exchanges,
      discredited: this.#wrong,
      sharedKeys: new Set(this.#exchanges.map(({ probe }) => probe.caller)),
    })
    return contradictions.filter(({ steps }) => steps.at(-1)?.exchange === exchange).map(asFinding)
  }

  /** The last exchange before which, and with which, all were answered at an instant. */
  #answeredBefore(instant: number): number {
    const open = this.#exchanges.find(({ received }) => received >= instant - ROUNDED_MS)
    return open === undefined ? this.#last - 1 : open.id - 1
  }

  #remember(exchange: RecordedExchange, isWrong: boolean): void {
    if (isWrong) this.#wrong.add(exchange.id)
    this.#exchanges = [...this.#exchanges, exchange]
    this.#characters += exchange.body.length
    while (this.#exchanges.length > MOST_EXCHANGES || this.#characters > MOST_CHARACTERS) {
      const [oldest] = this.#exchanges
      if (oldest === undefined) return
      this.#exchanges = this.#exchanges.slice(1)
      this.#characters -= oldest.body.length
      this.#wrong.delete(oldest.id)
    }
  }
}

function asFinding({ clause, alternatives, expected, actual, steps }: Contradiction): Finding {
  const last = steps.at(-1)?.exchange.received ?? 0
  const before = steps.slice(0, -1).map(({ exchange: { probe, status, received }, shows }) => {
    const ago = Math.max(0, Math.round((last - received) / 1000))
    return `${probe.method} ${splitPath(probe.path).path} ${status}, ${ago} s before: ${shows}`
  })
  const or = alternatives.length === 0 ? '' : ` (or ${alternatives.join(', ')})`
  const earlier = before.length === 0 ? '' : `; ${before.join('; ')}`
  return { message: `${clause}${or}: expected ${expected}; actual ${actual}${earlier}`, severity: 'error' }
}
