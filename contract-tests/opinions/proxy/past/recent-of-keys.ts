import { isWithKey, type RecordedExchange } from '../../../history/history.ts'
import { Recent } from './recent.ts'

/** Enough for a minute of the Free plan. A meter that is wrong contradicts itself from one reply to the next, or soon after. */
const MOST_OF_ONE = 64
/** Of keys, and of the windows that their replies speak of. */
const MOST_SERIES = 400

/**
 * The last exchanges with each key, and the last that speak of the same window of it: a window of a day may be spoken of seldom.
 * With 64 of each of 400 series that is some 15 MB.
 */
export class RecentOfKeys {
  readonly #series = new Recent<readonly RecordedExchange[]>(MOST_SERIES)

  /** The earlier exchanges whose figures or whose refusal a new one may contradict, in their order. */
  concerning(exchange: RecordedExchange): readonly RecordedExchange[] {
    const both = seriesOf(exchange).flatMap((name) => this.#series.get(name) ?? [])
    return [...new Set(both)].sort((one, other) => one.id - other.id)
  }

  add(exchange: RecordedExchange): void {
    if (!isWithKey(exchange)) return
    const stored = withoutBodies(exchange)
    for (const name of seriesOf(exchange))
      this.#series.set(name, [...(this.#series.get(name) ?? []), stored].slice(-MOST_OF_ONE))
  }

  /** Forgets what the figures of an exchange contradict, so that no contradiction is found twice. */
  forgetContradicted(exchange: RecordedExchange): void {
    for (const name of seriesOf(exchange)) this.#series.delete(name)
  }
}

function seriesOf({ probe, headers }: RecordedExchange): readonly string[] {
  return [probe.caller, `${probe.caller} ${(headers['x-ratelimit-limit'] ?? '').slice(0, 20)}`]
}

const FIGURES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after', 'date']
const LONGEST_FIGURE = 50

/** The part of an exchange that speaks of its key. */
function withoutBodies(exchange: RecordedExchange): RecordedExchange {
  const { Authorization = '' } = exchange.probe.headers
  return {
    ...exchange,
    probe: { ...exchange.probe, headers: { Authorization }, body: '' },
    headers: Object.fromEntries(
      FIGURES.flatMap((name) => {
        const value = exchange.headers[name]
        return value === undefined ? [] : [[name, value.slice(0, LONGEST_FIGURE)]]
      }),
    ),
    body: '',
    json: undefined,
    isPart: true,
  }
}
