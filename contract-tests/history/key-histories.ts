import {
  ascending,
  countUpTo,
  hasValidKey,
  type History,
  isWithKey,
  type RecordedExchange,
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

/** Which of some exchanges came before another of them, and which were under way beside it. */
export class Order {
  readonly #all: readonly RecordedExchange[]
  readonly #ids: readonly number[]
  readonly #afters: readonly number[]

  constructor(byId: readonly RecordedExchange[]) {
    this.#all = byId
    this.#ids = byId.map(({ id }) => id)
    this.#afters = byId.map(({ after }) => after).sort(ascending)
  }

  before({ after }: RecordedExchange): readonly RecordedExchange[] {
    return this.#all.slice(0, countUpTo(this.#ids, after))
  }

  /** How many others were under way while one of them was. */
  beside({ id, after }: RecordedExchange): number {
    return countUpTo(this.#afters, id - 1) - countUpTo(this.#ids, after) - 1
  }
}

/** The keys that nobody else uses, as far as that shows. */
export function unsharedKeys(history: History): readonly KeyHistory[] {
  const withKey = history.exchanges.filter((one) => isWithKey(one) && hasValidKey(history, one))
  const groups = Map.groupBy(withKey, ({ id, probe }) => {
    const set = history.quotaSetAfter?.findLast((one) => one.caller === probe.caller && one.id < id)
    return [probe.base ?? '', probe.caller, set?.id ?? 0].join(' ')
  })
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    const caller = first?.probe.caller ?? ''
    const isSet =
      history.quotaSetAfter?.some((one) => one.caller === caller && one.id < (first?.id ?? 0)) === true
    return history.sharedKeys.has(caller) ? [] : [{ caller, own, order: new Order(own), isSet }]
  })
}
