// What is answered with an error of its own where nothing is left.
import { rateLimitOf } from './headers.ts'
import {
  type Finding,
  type History,
  isRefusal,
  isServed,
  precedes,
  type RecordedExchange,
  remembering,
  type Rule,
} from './history.ts'
import { Order, requestsWith, unsharedKeys } from './key-histories.ts'
import { isSameWindow } from './readings.ts'
import { earliestEndOfWait, ROUNDED_WAIT_MS, waitShown } from './waits.ts'

// So many errors that cost one each show that errors count.
const ENOUGH = 2
// Of refusals between a reply that leaves nothing and an error.
const MOST_REFUSED = 4

/**
 * Where errors count, a request that comes when nothing is left is refused, be it for a pet that there is not: as others are at the same
 * time, for longer than a moment.
 */
export const errorsAreRefusedToo: Rule = (history) => {
  // What is never served may not be there at all.
  const served = new Set(history.exchanges.filter(isServed).map(({ probe }) => probe.operation))
  return unsharedKeys(history).flatMap((key): readonly Finding[] => {
    for (const error of key.own.filter((one) => isError(one) && served.has(one.probe.operation))) {
      const last = key.order.before(error, MOST_REFUSED).findLast((one) => !isRefusal(one))
      if (last === undefined || !areOfOneWindow(last, error) || rateLimitOf(last).remaining > 0) continue
      const refused = key.own.find((one) => isRefusedBeside(one, error))
      if (refused === undefined || !chargedErrors(history).has(error.status)) continue
      return [
        {
          clause: 'LIMIT-7',
          alternatives: ['LIMIT-5', 'LIMIT-3'],
          expected: '429, nothing being left',
          actual: `status ${error.status}`,
          wrong: error,
          steps: [
            { exchange: last, shows: `0 of ${rateLimitOf(last).limit} left` },
            { exchange: refused, shows: waitShown(refused) },
            { exchange: error, shows: `status ${error.status}` },
          ],
        },
      ]
    }
    return []
  })
}

function areOfOneWindow(one: RecordedExchange, other: RecordedExchange): boolean {
  return isSameWindow(rateLimitOf(one), rateLimitOf(other))
}

/** The same for a bucket, whose Reset moves by what it gives: a wait may be one of milliseconds. */
function areOfOneFill(one: RecordedExchange, other: RecordedExchange): boolean {
  return areOfOneWindow(one, other) && rateLimitOf(one).reset === rateLimitOf(other).reset
}

const ERRORS: readonly number[] = [400, 404]

function isError({ status }: RecordedExchange): boolean {
  return ERRORS.includes(status)
}

/** Whether a request is refused beside an error, or before it, until well after it: what a bucket fills is left to whoever comes a moment later. */
function isRefusedBeside(refused: RecordedExchange, error: RecordedExchange): boolean {
  const isBeside = refused.status === 429 && !precedes(error, refused) && areOfOneFill(refused, error)
  return isBeside && earliestEndOfWait(refused) > error.received + ROUNDED_WAIT_MS
}

/** The errors of which each that was met in one window with the request just before took one of those that were left. */
const chargedErrors = remembering((history: History): ReadonlySet<number> => {
  const falls = unsharedKeys(history).flatMap(({ caller, own, order }) => {
    // Whatever else was asked may count too.
    const all = new Order(requestsWith(caller, history))
    return own.filter(isError).flatMap((one): readonly { readonly status: number; readonly by: number }[] => {
      const [before] = order.before(one, 1)
      if (before === undefined || isRefusal(before) || all.countAround(before, one) > 2) return []
      const left = rateLimitOf(before).remaining
      return areOfOneWindow(before, one) && left > 0
        ? [{ status: one.status, by: left - rateLimitOf(one).remaining }]
        : []
    })
  })
  const ofStatus = Map.groupBy(falls, ({ status }) => status)
  return new Set(
    ERRORS.filter((status) => {
      const own = ofStatus.get(status) ?? []
      return own.length >= ENOUGH && own.every(({ by }) => by === 1)
    }),
  )
})
