// What is left of one key, said to another.
import { rateLimitOf } from './headers.ts'
import { countUpTo, type Finding, inTime, type RecordedExchange, type Rule } from './history.ts'
import { MOST_PAIRED, Order } from './key-histories.ts'
import { DAY_MS, isSameWindow, LONGEST_MINUTE_MS, MINUTE_MS, type Reading, readingsOf } from './readings.ts'

// Of so many figures that others who use the key would explain, and no such one is another key's by chance.
const ENOUGH = 8
const ENOUGH_VALUES = 5
// What requests at once, or from before, may leave in doubt.
const FEW = 5
// What the run does not know of may have used the other key in between.
const COPIES_FOR_A_STRAY = 8

/** What another key was just said to have left, in the same window. */
interface Copy {
  readonly of: RecordedExchange
  readonly reading: Reading
}

/**
 * A key that has spent less is not said to have left what another one has: where fewer are left than its own requests explain, that is
 * not each time the figure of the last reply to the other.
 */
export const figuresAreItsOwn: Rule = ({ exchanges, quotaSetAfter = [] }) => {
  // What is set from outside is no figure of requests.
  const until = quotaSetAfter[0]?.id ?? Number.POSITIVE_INFINITY
  const some = exchanges.filter((one) => one.id <= until && hasKeyAtFirstBase(one))
  const keys = [...Map.groupBy(some, ({ probe }) => probe.caller).values()]
  if (keys.length > MOST_PAIRED) return []
  return keys.flatMap((own) =>
    keys.filter((others) => others !== own).flatMap((others) => findingOf(copiesOf(own, others))),
  )
}

/** In whichever form it has the key, and whatever it asks for. */
function hasKeyAtFirstBase({ probe }: RecordedExchange): boolean {
  return probe.caller !== 'nobody' && probe.base === undefined
}

/** The figures of a key that its own requests do not explain and that are another key's, where nearly all of them are; else none. */
function copiesOf(own: readonly RecordedExchange[], others: readonly RecordedExchange[]): readonly Copy[] {
  const order = new Order(others)
  const readings = readingsOf(own)
  const times = readings.map(({ exchange }) => exchange.received)
  const copies: Copy[] = []
  let strays = 0
  for (const [at, reading] of readings.entries()) {
    const { exchange, limit, remaining } = reading
    const [of] = order.before(exchange, 1)
    if (of === undefined || !isSameWindow(rateLimitOf(of), reading)) continue
    const spent = at + 1 - countUpTo(times, exchange.sent - lengthOf(reading))
    if (order.countAround(exchange, exchange) > 0 || limit - remaining - spent < FEW) continue
    if (rateLimitOf(of).remaining === remaining) copies.push({ of, reading })
    else strays += 1
  }
  return strays * COPIES_FOR_A_STRAY > copies.length ? [] : copies
}

/** Of the window that a reply speaks of, in milliseconds: the Reset of a bucket moves, and what was spent before still counts. */
function lengthOf({ reset, exchange }: Reading): number {
  return reset * 1000 - exchange.received > LONGEST_MINUTE_MS ? DAY_MS : MINUTE_MS
}

function findingOf(copies: readonly Copy[]): readonly Finding[] {
  const [copy] = copies
  const values = new Set(copies.map(({ reading }) => reading.remaining))
  const isEnough = copies.length >= ENOUGH && values.size >= ENOUGH_VALUES
  if (copy === undefined || !isEnough) return []
  return [
    {
      clause: 'LIMIT-11',
      alternatives: ['LIMIT-3'],
      expected: 'what the key itself has left, not what another one has',
      actual: `the X-RateLimit-Remaining of another key, ${copies.length} times`,
      wrong: copy.reading.exchange,
      steps: inTime(
        copies.slice(0, SHOWN).flatMap(({ of, reading: { exchange, remaining } }) => [
          { exchange: of, shows: `${remaining} left of another key` },
          { exchange, shows: `${remaining} left` },
        ]),
      ),
    },
  ]
}

const SHOWN = 3
