// Requests of one key that another key pays for.
import { operationIds, operationOf, type OperationId } from '../../spec/operations.ts'
import { counted } from '../../spec/wording.ts'
import { type History, isServed, type RecordedExchange, remembering } from './history.ts'
import { Order } from './key-histories.ts'
import { type Reading, readingsOf, ROUNDING_S } from './readings.ts'

/** That the requests of one key for an operation are charged to another one. */
export interface Charge {
  readonly user: string
  readonly payer: string
  readonly operation: OperationId
  /** What that takes from the payer between two of its own replies. */
  readonly fall: Fall
}

/** How many fewer are left between two replies to a key, with all that was asked in between and with the second one. */
interface Fall {
  readonly by: number
  readonly between: readonly RecordedExchange[]
}

type Asked = Pick<History, 'exchanges' | 'quotaSetAfter'>

/**
 * The keys that pay for an operation of another one: over all exchanges, that one loses nothing by it, and one for each of its other
 * requests; the payer loses one for each of them, and for its own. Errors need not count.
 */
export const chargesIn = remembering((asked: Asked): readonly Charge[] => {
  const callers = new Set(asked.exchanges.map(({ probe }) => probe.caller))
  const keys = [...callers].filter((caller) => caller !== 'nobody')
  if (keys.length > MOST_KEYS) return []
  return keys.flatMap((user) =>
    keys.flatMap((payer) =>
      user === payer
        ? []
        : operationIds.flatMap((operation) => chargeOf({ user, payer, operation }, asked) ?? []),
    ),
  )
})

// Each pair of them is looked at.
const MOST_KEYS = 4
// Of others who use the payer just then, and of what a window gives back to the user.
const ENOUGH = 2

function chargeOf(which: Omit<Charge, 'fall'>, asked: Asked): Charge | undefined {
  const { user, payer, operation } = which
  // Nothing says whether a HEAD counts as the GET does that it stands for.
  const mayBeCharged = ({ probe }: RecordedExchange): boolean =>
    probe.caller === user && operationOf(probe.method, probe.path) === operation
  const isCharged = (one: RecordedExchange): boolean => mayBeCharged(one) && one.probe.method !== 'HEAD'
  const free = fallsOf(user, [user], asked, (one) => !mayBeCharged(one))
  const count = free.filter(({ between }) => between.some((one) => isCharged(one) && isServed(one))).length
  const isFree = free.every((one) =>
    fits(
      one,
      (other) => !mayBeCharged(other),
      (other) => !isCharged(other),
    ),
  )
  if (count < ENOUGH || !isFree) return undefined
  const ofPayer = ({ probe }: RecordedExchange): boolean => probe.caller === payer
  const paid = fallsOf(payer, [user, payer], asked)
  const isPaid = paid.every((one) =>
    fits(
      one,
      (other) => ofPayer(other) || isCharged(other),
      (other) => ofPayer(other) || mayBeCharged(other),
    ),
  )
  const dear = paid.filter(({ by, between }) => by > between.filter(ofPayer).length)
  const [fall] = dear
  const isEnough = dear.flatMap(({ between }) => between.filter(isCharged)).length >= ENOUGH
  return isPaid && isEnough && fall !== undefined ? { ...which, fall } : undefined
}

type Which = (exchange: RecordedExchange) => boolean

/** Whether a fall is what some requests take for sure, with others that may. */
function fits({ by, between }: Fall, takes: Which, mayTake: Which): boolean {
  const least = between.filter((one) => takes(one) && isServed(one) && one.probe.base === undefined)
  return least.length <= by && by <= between.filter(mayTake).length
}

/**
 * The falls of a key within one window between replies that show its figures, with what some keys asked meanwhile; where nothing else of
 * those was under way beside them.
 */
function fallsOf(
  key: string,
  callers: readonly string[],
  { exchanges, quotaSetAfter = [] }: Asked,
  showsFigures: Which = () => true,
): readonly Fall[] {
  const isOfMeter = (one: RecordedExchange): boolean =>
    one.probe.caller === key && one.probe.base === undefined && showsFigures(one)
  const order = new Order(exchanges.filter(({ probe }) => callers.includes(probe.caller)))
  const isSet = ({ exchange: { id: from } }: Reading, { exchange: { id: to } }: Reading): boolean =>
    quotaSetAfter.some((one) => one.caller === key && one.id >= from && one.id < to)
  const readings = readingsOf(exchanges.filter(isOfMeter))
  return readings.flatMap((last, at): readonly Fall[] => {
    const first = readings[at - 1]
    const isSame = first?.limit === last.limit && Math.abs(first.reset - last.reset) <= ROUNDING_S
    // What has fallen to 0 might have fallen further.
    if (first === undefined || !isSame || isSet(first, last) || last.remaining === 0) return []
    const around = order.around(first.exchange, last.exchange)
    const between = around.filter(({ id, after }) => after >= first.exchange.id && id <= last.exchange.id)
    const isAlone = between.length === around.length - 1 && between.every(({ tries = 1 }) => tries === 1)
    return isAlone ? [{ by: first.remaining - last.remaining, between }] : []
  })
}

/** What shows a charge, in words. */
export function describeCharge({ payer, operation, fall: { by, between } }: Charge): string {
  const own = between.filter(({ probe }) => probe.caller === payer).length
  return `one key has ${by} fewer left after ${counted(own, 'request')} of its own and ${between.length - own} of another, with ${operation}`
}
