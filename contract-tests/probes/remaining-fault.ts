import { Breach } from '../engine/breach.ts'
import { NotVerified } from '../engine/not-verified.ts'
import { rateLimitOf, type Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { toldTo } from './told-to.ts'

// So many equal steps in a row are no accident.
const ENOUGH_STEPS = 5
const LONGEST_WINDOW_S = 2 * 86_400

/**
 * What is wrong with how Remaining falls from one request to the next, by all that the key was told so far. Of the first
 * key only: what the second one has left is set where the service is our mock.
 */
export function remainingFault(run: Run): Breach | undefined {
  const below = toldTo('key', run).find((exchange) => rateLimitOf(exchange).remaining < 0)
  if (below) return new Breach('0 at the least', `${rateLimitOf(below).remaining}`, below)
  const falls = fallsOf(run)
  for (const { from, by, exchange } of falls) {
    // Others may use the key too, so more than one may be gone; and an error may not count.
    const isSuccess = exchange.status === 200 || exchange.status === 201
    if (by < (isSuccess ? 1 : 0)) return new Breach(`fewer than ${from}`, `${from - by}`, exchange)
  }
  const steps = falls.filter(({ by, own }) => by > 0 && own === 1)
  const [first] = steps
  if (first === undefined || first.by === 1 || steps.length < ENOUGH_STEPS) return undefined
  if (steps.some(({ by }) => by !== first.by)) return undefined
  return new Breach('one fewer with each request', `${first.by} fewer with each`, first.exchange)
}

/** Leaves a check undone that only a key shows which nobody else uses: with others, more than ours are gone at times. */
export function givenKeyToOurselves(run: Run): void {
  if (fallsOf(run).every(({ by, own }) => by <= own)) return
  throw new NotVerified('precondition missing', 'a key that nobody else uses meanwhile')
}

/** Leaves a check undone that goes by how often the service was asked, where a request had to be sent again. */
export function givenSentOnce(...exchanges: readonly Exchange[]): void {
  if (exchanges.every(({ tries = 1 }) => tries === 1)) return
  throw new NotVerified('precondition missing', 'a connection that holds: a request was sent again')
}

/** How Remaining fell between two exchanges that met the same window. */
interface Fall {
  readonly from: number
  readonly by: number
  /** How many requests we made with the key, at either base address, which may count together. */
  readonly own: number
  readonly exchange: Exchange
}

function fallsOf(run: Run): readonly Fall[] {
  const told = toldTo('key', run)
  const ours = run.session.exchanges.filter(({ probe }) => probe.caller === 'key')
  return told.flatMap((exchange, at) => {
    const before = told[at - 1]
    if (before === undefined || exchange.status === 429 || before.status === 429) return []
    const [first, second] = [rateLimitOf(before), rateLimitOf(exchange)]
    const isSame = first.reset === second.reset && first.limit === second.limit
    // A Reset that is no time tells no window from another (LIMIT-4).
    if (Math.abs(second.reset - exchange.received / 1000) > LONGEST_WINDOW_S) return []
    // Whoever is served with nothing left is another clause's.
    if (!isSame || first.remaining === 0 || Number.isNaN(first.remaining + second.remaining)) return []
    const own = ours
      .filter(({ id }) => id > before.id && id <= exchange.id)
      .reduce((sum, { tries = 1 }) => sum + tries, 0)
    return [{ from: first.remaining, by: first.remaining - second.remaining, own, exchange }]
  })
}
