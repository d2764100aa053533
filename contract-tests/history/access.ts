import { showsUseByOthers } from './assumptions.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OperationId } from '../../spec/operations.ts'
import { authorizationOf, type Credential, credentialOf } from './credentials.ts'
import {
  type Finding,
  type History,
  inTime,
  isServedHead,
  isSuccess,
  isWithKey,
  type RecordedExchange,
  refusesKey,
  remembering,
  type Rule,
  statusesOf,
  wrongOf,
} from './history.ts'
import { Order } from './key-histories.ts'
import { refusedForTheirBodies } from './refused-bodies.ts'
import { isSurelyOverLimit, withThoseOverLimit } from './spent.ts'
import { validIsServed } from './outcomes.ts'
import { isOfGateway } from './unavailable.ts'
import { SHORTEST_BAN_MS } from './waits.ts'

// What a router, an HTTP library or a gateway may answer before the service looks for a key; and 429, for an address may be metered.
const BEFORE_THE_KEY = new Set([401, 406, 408, 411, 413, 414, 417, 429, 431, 505])

/** What a service may break that answers an operation so, whether or not a key was sent. */
const ANYWAY = {
  listPets: ['LIST-1', 'LIST-3', 'LIST-5'],
  createPet: ['CREATE-1', 'CREATE-3', 'CREATE-4', 'CREATE-5', 'CREATE-7'],
  getPet: ['DEPRECATION-1', 'GET-1', 'GET-2', 'GET-3'],
} as const satisfies Readonly<Record<OperationId, readonly ClauseId[]>>

/** What is broken where a request is served without a key, and why it is to be refused. */
const REFUSALS = {
  none: { clause: 'AUTH-2', why: 'no key was sent' },
  invalid: { clause: 'AUTH-3', why: 'the key is not valid' },
  malformed: { clause: 'AUTH-3', why: 'what was sent is no key' },
  elsewhere: { clause: 'AUTH-4', why: 'the key was not sent as a bearer token' },
} as const satisfies Readonly<Record<Exclude<Credential, 'key'>, { clause: ClauseId; why: string }>>

/** Every operation is refused with 401 where no valid key was sent as a bearer token, whatever else is wrong with the request. */
export const onlyKeysAreLetIn: Rule = (history) => {
  const { exchanges } = history
  const anyway = answersWithKey(history)
  const keyless = exchanges.filter((one) => credentialOf(one) === 'none')
  const open = new Set(keyless.filter(isSuccess).map(({ probe }) => probe.operation))
  const kinds = Map.groupBy(keyless, kindOf)
  /** Whether all that is like a request is let in without a key, be it refused for something else. */
  const isOpen = (one: RecordedExchange): boolean =>
    open.has(one.probe.operation) || kinds.get(kindOf(one))?.every(isAsWithKey) === true
  const letIn = exchanges.filter(isAsWithKey)
  const refused = exchanges.filter(({ status }) => status === 401)
  return exchanges.flatMap((exchange): readonly Finding[] => {
    const credential = credentialOf(exchange)
    const { probe, status } = exchange
    const isOfOperation = probe.operation !== undefined && probe.method !== 'HEAD'
    if (!(isOfOperation || isServedHead(exchange)) || credential === 'key' || probe.caller !== 'nobody')
      return []
    if (!isWronglyAnswered(credential, status) || isOfGateway(exchange, history)) return []
    const support = isAsWithKey(exchange) ? supportFor(exchange, letIn, refused) : []
    if (support === undefined) return []
    const { clause, why } = REFUSALS[credential]
    return [
      {
        clause,
        alternatives: [
          // Whoever needs no key, be it at times, takes any; and a scheme alone is none.
          ...(credential !== 'none' && (isOpen(exchange) || isScheme(exchange)) ? (['AUTH-2'] as const) : []),
          ...alternativesOf(exchange, anyway.has(answerOf(exchange))),
        ],
        expected: `401: ${why}`,
        actual: `status ${status}`,
        steps: statusesOf([...support, exchange]),
      },
    ]
  })
}

/** The operation, and the parameters that are sent to it. */
function kindOf({ probe: { operation, path } }: RecordedExchange): string {
  const names = new URLSearchParams(/\?(.*)/.exec(path)?.[1]).keys().toArray()
  return [operation, ...names.sort()].join(' ')
}

function isScheme({ probe }: RecordedExchange): boolean {
  return /^\s*bearer\s*$/i.test(authorizationOf(probe.headers) ?? '')
}

/** Another refusal than 401 is lawful of what is malformed (RFC 6750 §3.1), and of what brings its key elsewhere. */
function isWronglyAnswered(credential: Credential, status: number): boolean {
  if (BEFORE_THE_KEY.has(status)) return false
  return credential === 'none' || credential === 'invalid' || status < 300 || status >= 500
}

/**
 * What shows beside it that a made-up key was let in which is nobody's: one like a real key may be another customer's, unless
 * a second one was let in that was altered in the same way, or the same one was refused elsewhere. `undefined` where nothing
 * does.
 */
function supportFor(
  { probe }: RecordedExchange,
  letIn: readonly RecordedExchange[],
  refused: readonly RecordedExchange[],
): readonly RecordedExchange[] | undefined {
  if (probe.alteration === undefined) return []
  const value = authorizationOf(probe.headers)
  const alike = letIn.find(
    (one) => one.probe.alteration === probe.alteration && authorizationOf(one.probe.headers) !== value,
  )
  const same = refused.find((one) => authorizationOf(one.probe.headers) === value)
  const support = alike ?? same
  return support && [support]
}

/** What may be broken instead; where a key is answered alike, it is the operation. */
function alternativesOf(exchange: RecordedExchange, isAnyway: boolean): readonly ClauseId[] {
  const { operation, base } = exchange.probe
  if (operation === undefined) return []
  return [
    ...(isAnyway && !isSuccess(exchange) ? (['BASE-1', 'BASE-3', ...ANYWAY[operation]] as const) : []),
    ...(base === undefined ? [] : (['BASE-2'] as const)),
  ]
}

/** How requests with a key are answered, but for errors that are due: a body, a limit or an id may be looked at before the key. */
function answersWithKey(history: History): ReadonlySet<string> {
  const wrong = new Set(validIsServed(history).map(wrongOf))
  const own = history.exchanges.filter(isWithKey)
  const readsAny = own.some((one) => one.probe.operation === 'getPet' && isSuccess(one))
  const isDue = ({ status, probe }: RecordedExchange): boolean =>
    status === 400 || (status === 404 && probe.operation === 'getPet' && readsAny)
  const answers = own.filter((one) => !isDue(one) || wrong.has(one))
  return new Set(answers.map(answerOf))
}

function answerOf({ status, probe: { operation, base } }: RecordedExchange): string {
  return [operation, base, status].join(' ')
}

/** A refusal of a key that nothing else explains than that it is not valid, between the replies that accept it. */
interface KeyRefusal {
  readonly exchange: RecordedExchange
  readonly before: RecordedExchange | undefined
  readonly after: RecordedExchange | undefined
  /** Whether a request in another case is refused as others of its operation are. */
  readonly isRefusedAnyway: boolean
  /** Whether whoever asks vouches for the key, which was accepted not once. */
  readonly isNeverAccepted: boolean
  /** The same, where it was accepted only after the refusal. */
  readonly isAcceptedLater: boolean
}

const keyRefusalsIn = remembering((history: History): readonly KeyRefusal[] => {
  const { exchanges, sharedKeys, givenKeys } = history
  const withKeys = exchanges.filter((one) => isWithKey(one) || isInOtherCase(one))
  return [...Map.groupBy(withKeys, ({ probe }) => probe.caller)].flatMap(([caller, own]) => {
    // Others who use the key may have got it banned.
    if (sharedKeys.has(caller)) return []
    const accepted = own.filter(isAccepted)
    const order = new Order(accepted)
    const served = new Order(own.filter(isAsWithKey))
    const limited = own.filter(({ status }) => status === 429)
    const firstLimited = limited.reduce(
      (first, { after }) => Math.min(first, after),
      Number.POSITIVE_INFINITY,
    )
    const usual = new Set(
      own.filter((one) => isAccepted(one) && isSuccess(one)).map(({ probe }) => probe.path),
    )
    const refused = own.filter(
      (one) => refusesKey(one) || (isMalformedInItsCase(one) && usual.has(one.probe.path)),
    )
    const isVouchedFor = givenKeys?.has(caller) === true
    const isNeverAccepted = accepted.length === 0 && limited.length === 0 && isVouchedFor
    return refused.flatMap((exchange): readonly KeyRefusal[] => {
      const [before] = order.before(exchange, 1)
      // A ban follows on a 429, be it long ago: refusals may add up while the key is served in between.
      const isBanned = firstLimited < exchange.id && !isShorterThanBans(exchange, served)
      if (before !== undefined && (isBanned || showsUseByOthers(exchange, own))) return []
      const isRefusedAnyway =
        isInOtherCase(exchange) &&
        refused.some(
          (one) => one.id <= firstLimited && isUsual(one, exchange) && !isSurelyOverLimit(one, history),
        )
      const after = order.next(exchange)
      // Who vouches for a key has it from the beginning.
      const isAcceptedLater = isVouchedFor && before === undefined && after !== undefined && !isBanned
      return [{ exchange, before, after, isRefusedAnyway, isNeverAccepted, isAcceptedLater }]
    })
  })
})

/** Whether a key is served so soon before and after a refusal that no ban lies between. */
function isShorterThanBans(refusal: RecordedExchange, served: Order): boolean {
  const [[before], after] = [served.before(refusal, 1), served.next(refusal)]
  return before !== undefined && after !== undefined && after.received - before.sent < SHORTEST_BAN_MS
}

/**
 * A key is accepted until it is banned: it is not refused between two replies that accept it, unless a 429 led to a ban. One
 * that whoever asks vouches for is accepted at least once.
 */
export const aKeyStaysValid: Rule = (history) =>
  keyRefusalsIn(history).flatMap(
    ({ exchange, before, after, isNeverAccepted, isAcceptedLater, ...how }): readonly Finding[] => {
      if (isNeverAccepted) return [refusedKey(exchange, [], history)]
      if (isAcceptedLater && after) return [refusedKey(exchange, [after], history, how)]
      return before && after ? [refusedKey(exchange, [before, after], history, how)] : []
    },
  )

/** The first refusal of each key that was accepted before, and not once since, though no 429 had come: it was revoked, or should be accepted. */
export const aKeyIsNotRevoked: Rule = (history) => {
  const revoked = keyRefusalsIn(history).filter(
    ({ before, after }) => before !== undefined && after === undefined,
  )
  const byCaller = Map.groupBy(revoked, ({ exchange }) => exchange.probe.caller)
  return [...byCaller.values()].flatMap(([first]) =>
    first?.before === undefined ? [] : [refusedKey(first.exchange, [first.before], history)],
  )
}

function refusedKey(
  exchange: RecordedExchange,
  accepted: readonly RecordedExchange[],
  history: History,
  { isRefusedAnyway = false } = {},
): Finding {
  const [before, after] = accepted
  const as = before && after ? `, as in #${before.id} and #${after.id}` : ''
  const isElsewhere = exchange.probe.base !== before?.probe.base
  const ofBody = refusedForTheirBodies(history).has(exchange)
  const own = refusedClause(exchange, isElsewhere, ofBody)
  const isKey = (isElsewhere && before !== undefined) || isRefusedAnyway || ofBody
  const named = [own, ...(isKey ? (['AUTH-1'] as const) : [])]
  // To a service that knows no other case, it brings no key that could be over its limit.
  const all = own === 'AUTH-7' ? named : withThoseOverLimit(named, exchange, history)
  const [clause = own, ...alternatives] = all
  const accepting = ofBody
    ? `201: the body is valid, and the key accepted${as}`
    : `the key to be accepted${as}`
  return {
    clause,
    alternatives,
    expected: clause === own ? accepting : '429, nothing being left',
    actual: `status ${exchange.status}`,
    wrong: exchange,
    steps: inTime(statusesOf([...accepted, exchange])),
  }
}

/** What is broken first where a key is refused: at another address than one that accepts it, or for what is in a body. */
function refusedClause(exchange: RecordedExchange, isElsewhere: boolean, ofBody: boolean): ClauseId {
  if (isInOtherCase(exchange)) return 'AUTH-7'
  if (isElsewhere) return 'BASE-2'
  return ofBody ? 'CREATE-1' : 'AUTH-1'
}

/** Whether a request asks for the same operation with the key in its usual form. */
function isUsual(one: RecordedExchange, exchange: RecordedExchange): boolean {
  const { operation, base } = exchange.probe
  return !isInOtherCase(one) && one.probe.operation === operation && one.probe.base === base
}

/** Whether a request brings a key under the scheme in another case, which a general standard makes the same. */
function isInOtherCase({ probe }: RecordedExchange): boolean {
  const value = authorizationOf(probe.headers) ?? ''
  return probe.caller !== 'nobody' && !value.startsWith('Bearer') && /^bearer \S+$/i.test(value)
}

/** Whether a request under the scheme in another case is refused as malformed (RFC 6750 §3.1). */
function isMalformedInItsCase(exchange: RecordedExchange): boolean {
  return exchange.status === 400 && isInOtherCase(exchange) && exchange.probe.operation === 'listPets'
}

function isAccepted(exchange: RecordedExchange): boolean {
  return !isInOtherCase(exchange) && isAsWithKey(exchange)
}

/** Whether a request is answered as one with a valid key may be. */
export function isAsWithKey(exchange: RecordedExchange): boolean {
  return isSuccess(exchange) || exchange.status === 400 || exchange.status === 404
}
