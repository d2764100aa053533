// In which order a run asks, so that each request follows on as many others as it can.
import { MadeTransitions } from '../asked/made-transitions.ts'
import { isCheck, type Check, type SuiteItem } from './check.ts'
import type { Caller } from './exchange.ts'
import type { Session } from './session.ts'
import { isAdded } from '../history/values.ts'

type SessionSoFar = Pick<Session, 'exchanges' | 'spareCaller' | 'leftOf' | 'limitOf' | 'settings'>
// What is left for all that is no extra.
const AMPLE = 30

/** An item whose moment no other minds. */
type AnyTime = Check & Required<Pick<Check, 'anyTime'>>

/**
 * The path through the items of a suite: as they stand, and between them those that can be asked at any time, each where it follows
 * on what none like it has followed yet. What has found no such place is asked where it stands. Another seed gives another path.
 */
export class Path {
  #left: Set<SuiteItem>
  /** What is put off until the keys have a new minute, and what ever was. */
  #later: SuiteItem[] = []
  readonly #putOff = new Set<SuiteItem>()
  readonly #anyTime: Set<AnyTime>
  readonly #made = new MadeTransitions()

  constructor(items: readonly SuiteItem[], seed: number) {
    this.#left = new Set(items)
    const anyTime = items.filter(isAnyTime)
    const first = seed % Math.max(1, anyTime.length)
    this.#anyTime = new Set([...anyTime.slice(first), ...anyTime.slice(0, first)])
  }

  /** The next item; `undefined` when all are done. */
  next(session: SessionSoFar): SuiteItem | undefined {
    const [first] = this.#left
    const next = this.#following(session) ?? first
    if (next === undefined) return undefined
    this.#left.delete(next)
    if (isAnyTime(next)) this.#anyTime.delete(next)
    if (renews(next)) {
      this.#left = new Set([...this.#later, ...this.#left])
      this.#later = []
    }
    return next
  }

  /** Puts an item off until the keys have a new minute; false where none is to come. */
  putOff(item: SuiteItem): boolean {
    if (![...this.#left].some(renews)) return false
    this.#later.push(item)
    this.#putOff.add(item)
    return true
  }

  /** How many minutes of its callers the rest of the path takes, about. */
  minutesLeft(session: SessionSoFar): number {
    const spare = session.spareCaller
    const rest = [...this.#left, ...this.#later].filter(isCheck)
    const byCaller = Map.groupBy(rest, ({ caller = 'key' }) => (caller === 'spare' ? spare : caller))
    const minutes = Array.from(byCaller, ([caller, own]) => {
      const cost = own.reduce((sum, { cost: one = 0 }) => sum + one, 0)
      return Math.ceil((cost - session.leftOf(caller)) / session.limitOf(caller))
    })
    return Math.max(1, ...minutes)
  }

  /** How many requests of a caller all takes, about, that is no extra and still to come. */
  leastLeft(caller: Caller): number {
    const rest = [...this.#left, ...this.#later].filter(isCheck)
    const due = rest.filter((one) => one.extra === undefined && (one.caller ?? 'key') === caller)
    return due.reduce((sum, { cost = 0 }) => sum + cost, 0)
  }

  wasPutOff(item: SuiteItem): boolean {
    return this.#putOff.has(item)
  }

  /** The first item whose request makes a transition that the run has not made. */
  #following(session: SessionSoFar): AnyTime | undefined {
    const { exchanges, spareCaller, settings } = session
    // What is compared before and after the run adds pets is asked for first.
    if (this.#anyTime.size === 0 || !exchanges.some(isAdded)) return undefined
    this.#made.lookAt(exchanges)
    // What the second key can ask waits until that one was served.
    const isSpared = settings.secondKey !== undefined && spareCaller === 'key'
    return [...this.#anyTime].find(({ anyTime, extra }) => {
      if (anyTime.caller === 'spare' && isSpared) return false
      const asked = { ...anyTime, caller: anyTime.caller === 'spare' ? spareCaller : anyTime.caller }
      if (extra !== undefined && session.leftOf(asked.caller) < AMPLE) return false
      return this.#made.madeBy(asked).length > 0
    })
  }
}

function renews(item: SuiteItem): boolean {
  return isCheck(item) && item.renews === true
}

function isAnyTime(item: SuiteItem): item is AnyTime {
  return isCheck(item) && item.anyTime !== undefined
}
