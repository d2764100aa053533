import {
  ascending,
  countUpTo,
  hasValidKey,
  type History,
  isWithKey,
  type QuotaSet,
  type RecordedExchange,
  remembering,
} from './history.ts'

/** What was asked with one key at one base address, as long as the quota was not set from outside. */
export interface KeyHistory {
  readonly caller: string
  /** By `id`. */
  readonly own: readonly RecordedExchange[]
  readonly order: Order
  /** Whether the quota was set from outside before. */
  readonly isSet: boolean
}

type Sent = Pick<RecordedExchange, 'after'>
type Answered = Pick<RecordedExchange, 'id'>

/** Which of some exchanges came before others, and which were under way beside them. */
export class Order {
  readonly #all: readonly RecordedExchange[]
  readonly #ids: readonly number[]
  readonly #afters: readonly number[]

  constructor(byId: readonly RecordedExchange[]) {
    this.#all = byId
    this.#ids = byId.map(({ id }) => id)
    this.#afters = byId.map(({ after }) => after).sort(ascending)
  }

  /** The last ones that were answered before one was sent: `most` of them at most. */
  before({ after }: Sent, most = Number.POSITIVE_INFINITY): readonly RecordedExchange[] {
    const end = countUpTo(this.#ids, after)
    return this.#all.slice(Math.max(0, end - most), end)
  }

  /** The first one that was sent after another one was answered. */
  next({ id }: Answered): RecordedExchange | undefined {
    const begin = countUpTo(this.#ids, id)
    for (let at = begin; at < this.#all.length; at += 1) {
      const one = this.#all[at]
      if (one !== undefined && one.after >= id) return one
    }
    return undefined
  }

  /** Those that were neither answered before the first of two was sent nor sent after the other one was answered. */
  around({ after }: Sent, { id }: Answered): readonly RecordedExchange[] {
    const most = this.countAround({ after }, { id })
    const found: RecordedExchange[] = []
    for (let at = countUpTo(this.#ids, after); found.length < most; at += 1) {
      const one = this.#all[at]
      if (one !== undefined && one.after < id) found.push(one)
    }
    return found
  }

  /** How many those are. */
  countAround({ after }: Sent, { id }: Answered): number {
    // Those that were answered before the first was sent are among those that were sent in time.
    return countUpTo(this.#afters, id - 1) - countUpTo(this.#ids, after)
  }

  /** How many others were under way while one of them was. */
  beside(one: RecordedExchange): number {
    return this.countAround(one, one) - 1
  }
}

/** Of so many keys, each pair is looked at. */
export const MOST_PAIRED = 4

/** So many replies that count a key's own requests alone show that nobody else uses it. */
export const MANY_ALONE = 40

/** The keys that nobody else uses, as far as that shows. */
export const unsharedKeys = remembering((history: History): readonly KeyHistory[] => {
  const withKey = history.exchanges.filter((one) => isWithKey(one) && hasValidKey(history, one))
  const groups = Map.groupBy(withKey, (one) => meterOf(one, history))
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined || history.sharedKeys.has(first.probe.caller)) return []
    const isSet = setBefore(first, history) !== undefined
    return [{ caller: first.probe.caller, own, order: new Order(own), isSet }]
  })
})

/** Which meter a request meets: that of its key at its base address, as long as the quota is not set from outside. */
export function meterOf(exchange: RecordedExchange, history: Pick<History, 'quotaSetAfter'>): string {
  const { base = '', caller } = exchange.probe
  return [base, caller, setBefore(exchange, history)?.id ?? 0].join(' ')
}

function setBefore(
  { id, probe }: RecordedExchange,
  { quotaSetAfter }: Pick<History, 'quotaSetAfter'>,
): QuotaSet | undefined {
  return quotaSetAfter?.findLast((one) => one.caller === probe.caller && one.id < id)
}

/** All requests with a key, in whichever form and at whichever base address. */
export function requestsWith(caller: string, history: History): readonly RecordedExchange[] {
  return byCaller(history).get(caller) ?? []
}

const byCaller = remembering(({ exchanges }: History) => Map.groupBy(exchanges, ({ probe }) => probe.caller))

/** The order of all exchanges of a history. */
export const orderOf = remembering(({ exchanges }: History) => new Order(exchanges))
