// Requests of one key that another key pays for.
import { operationIds, operationOf, type OperationId } from '../../spec/operations.ts'
import { counted } from '../../spec/wording.ts'
import {
  type Finding,
  type History,
  inTime,
  isServed,
  type RecordedExchange,
  remembering,
  type Rule,
} from './history.ts'
import { MANY_ALONE, meterOf, MOST_PAIRED, Order } from './key-histories.ts'
import { isSameWindow, type Reading, readingsOf } from './readings.ts'

/** That the requests of one key for an operation, or those that are refused over its limit, are charged to another one. */
export interface Charge {
  readonly user: string
  readonly payer: string
  readonly charged: OperationId | 'refused'
  /** What that takes from the payer between two of its own replies. */
  readonly fall: Fall
}

/** How many fewer are left between two replies to a key, with all that was asked in between and with the second one. */
interface Fall {
  readonly first: Reading
  readonly last: Reading
  readonly by: number
  readonly between: readonly RecordedExchange[]
}

type Asked = Pick<History, 'exchanges' | 'quotaSetAfter'>
type Which = (exchange: RecordedExchange) => boolean

/**
 * The keys that pay for an operation of another one: over all exchanges, the payer loses one for each of its requests, and for its own;
 * the other one loses nothing by it, and one for each of its other requests, or else more of them show it. Errors need not count. And
 * the keys that pay for what another one is refused, which has nothing left to lose.
 */
export const chargesIn = remembering((asked: Asked): readonly Charge[] => {
  const callers = new Set(asked.exchanges.map(({ probe }) => probe.caller))
  const keys = [...callers].filter((caller) => caller !== 'nobody')
  if (keys.length > MOST_PAIRED) return []
  const pairs = keys.flatMap((user) =>
    keys.filter((payer) => payer !== user).map((payer) => ({ user, payer })),
  )
  return pairs.flatMap((pair) => CHARGEABLE.flatMap((charged) => chargeOf({ ...pair, charged }, asked) ?? []))
})

const CHARGEABLE = [...operationIds, 'refused'] as const

// Of others who use the payer just then, and of what a window gives back to the user.
const ENOUGH = 2
// Where the user pays too, that says nothing: then it takes more of them, and falls in which nobody else uses the payer.
const ENOUGH_SHARED = 4

function chargeOf(which: Omit<Charge, 'fall'>, asked: Asked): Charge | undefined {
  const { user, payer, charged } = which
  const mayBeCharged: Which = (one) =>
    one.probe.caller === user &&
    (charged === 'refused' ? isOverLimit(one) : operationOf(one.probe.method, one.probe.path) === charged)
  // Nothing says whether a HEAD counts as the GET does that it stands for.
  const isCharged: Which = (one) => mayBeCharged(one) && one.probe.method !== 'HEAD'
  const isSurelyCharged: Which = (one) => isCharged(one) && (charged === 'refused' || isServed(one))
  const ofPayer: Which = ({ probe }) => probe.caller === payer
  const paid = fallsOf(payer, [user, payer], asked)
  const isPaid = paid.every((one) =>
    fits(
      one,
      (other) => (ofPayer(other) && isServed(other)) || isSurelyCharged(other),
      (other) => ofPayer(other) || mayBeCharged(other),
    ),
  )
  const dear = paid.filter(({ by, between }) => by > between.filter(ofPayer).length)
  const [fall] = dear
  if (!isPaid || fall === undefined) return undefined
  const paidFor = dear.flatMap(({ between }) => between.filter(isCharged)).length
  const isShared = paidFor >= ENOUGH_SHARED && paid.length - dear.length >= MANY_ALONE
  const isMoved = charged === 'refused' || isFree(user, asked, mayBeCharged, isCharged)
  return isShared || (isMoved && paidFor >= ENOUGH) ? { ...which, fall } : undefined
}

/** Whether a key loses nothing by what may be charged to another one, and one by each other request. */
function isFree(user: string, asked: Asked, mayBeCharged: Which, isCharged: Which): boolean {
  const falls = fallsOf(user, [user], asked, (one) => !mayBeCharged(one))
  const count = falls.filter(({ between }) => between.some((one) => isCharged(one) && isServed(one))).length
  const isEach = falls.every((one) =>
    fits(
      one,
      (other) => !mayBeCharged(other) && isServed(other),
      (other) => !isCharged(other),
    ),
  )
  return count >= ENOUGH && isEach
}

const isOverLimit: Which = ({ status }) => status === 429

/** Whether a fall is what some requests take for sure, with others that may. */
function fits({ by, between }: Fall, takes: Which, mayTake: Which): boolean {
  const least = between.filter((one) => takes(one) && one.probe.base === undefined)
  return least.length <= by && by <= between.filter(mayTake).length
}

/**
 * The falls of a key within one window between replies that show its figures, with what some keys asked meanwhile; where nothing else of
 * those was under way beside them.
 */
function fallsOf(
  key: string,
  callers: readonly string[],
  asked: Asked,
  showsFigures: Which = () => true,
): readonly Fall[] {
  const { exchanges } = asked
  const isOfMeter: Which = (one) =>
    one.probe.caller === key && one.probe.base === undefined && showsFigures(one)
  const order = new Order(exchanges.filter(({ probe }) => callers.includes(probe.caller)))
  const readings = readingsOf(exchanges.filter(isOfMeter))
  return readings.flatMap((last, at): readonly Fall[] => {
    const first = readings[at - 1]
    if (first === undefined || !isSameWindow(first, last)) return []
    const isSet = meterOf(first.exchange, asked) !== meterOf(last.exchange, asked)
    // What has fallen to 0 might have fallen further.
    if (isSet || last.remaining === 0) return []
    const around = order.around(first.exchange, last.exchange)
    const between = around.filter(({ id, after }) => after >= first.exchange.id && id <= last.exchange.id)
    const isAlone = between.length === around.length - 1 && between.every(({ tries = 1 }) => tries === 1)
    return isAlone ? [{ first, last, by: first.remaining - last.remaining, between }] : []
  })
}

/** No key pays for the requests of another one. */
export const eachPaysItsOwn: Rule = (history) =>
  chargesIn(history).map((charge): Finding => {
    const { user, fall } = charge
    const { first, last, between } = fall
    const ofUser = between.filter(({ probe }) => probe.caller === user)
    const steps = ofUser.map((exchange) => ({
      exchange,
      shows: `status ${exchange.status}, of the other key`,
    }))
    return {
      clause: 'LIMIT-11',
      alternatives: ['LIMIT-3'],
      expected: 'as many fewer left as the key itself has asked',
      actual: describeCharge(charge),
      wrong: last.exchange,
      steps: inTime([
        { exchange: first.exchange, shows: `${first.remaining} left` },
        ...steps,
        { exchange: last.exchange, shows: `${last.remaining} left` },
      ]),
    }
  })

/** What shows a charge, in words. */
export function describeCharge({ payer, charged, fall: { by, between } }: Charge): string {
  const own = between.filter(({ probe }) => probe.caller === payer).length
  const others =
    charged === 'refused'
      ? `${between.filter(isOverLimit).length} of another, over its limit`
      : `${between.length - own} of another, with ${charged}`
  return `one key has ${by} fewer left after ${counted(own, 'request')} of its own and ${others}`
}
