import { type OperationId, successStatuses } from '../../spec/operations.ts'
import { sentBody } from './bodies.ts'
import { credentialOf } from './credentials.ts'
import { RATE_LIMIT_HEADERS } from './headers.ts'
import { type History, precedes, type RecordedExchange, remembering } from './history.ts'
import { Order } from './key-histories.ts'
import { listQuery } from './sightings.ts'
import { isError } from './values.ts'

// The last ones are Cloudflare's own.
const OF_A_GATEWAY = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530])

/** Whether the status of a reply is one that gateways have for a service that does not answer. */
export function isOfGatewayStatus({ status }: Pick<RecordedExchange, 'status'>): boolean {
  return OF_A_GATEWAY.has(status)
}

/** Whether a reply shows by itself that a gateway sent it, for a service that does not answer: it knows neither the Error nor the quotas. */
export function isPlainlyOfGateway(exchange: Pick<RecordedExchange, 'status' | 'json' | 'headers'>): boolean {
  const { json, headers } = exchange
  return isOfGatewayStatus(exchange) && !isError(json) && !RATE_LIMIT_HEADERS.some((name) => name in headers)
}

/**
 * Whether a reply may be that of a gateway whose service does not answer just then: requests like it are answered otherwise, or
 * it is not known who stands between.
 */
export function isOfGateway(exchange: RecordedExchange, history: History): boolean {
  if (!isOfGatewayStatus(exchange)) return false
  if (history.givenKeys === undefined || staysDown(exchange, history)) return true
  if (exchange.probe.operation !== undefined && exchange.probe.operation === failingAlone(history))
    return false
  if (whileNothingElse(history).has(exchange)) return true
  return !neverAnswered(history).has(kindOf(exchange)) && !failingAlways(history).has(requestOf(exchange))
}

/**
 * The failures before the first other reply, and those after the last one, where not one kind of request alone fails there: nothing shows
 * that the service is up.
 */
const whileNothingElse = remembering(({ exchanges }: History): ReadonlySet<RecordedExchange> => {
  const isOther = (one: RecordedExchange): boolean => !isOfGatewayStatus(one)
  const first = exchanges.findIndex(isOther)
  const rest = exchanges.slice(exchanges.findLastIndex(isOther) + 1)
  const isDown = new Set(rest.map(kindOf)).size > 1
  return new Set([...exchanges.slice(0, Math.max(first, 0)), ...(isDown ? rest : [])])
})

const ENOUGH_DOWN = 20

/** Whether a reply is of a service that stays down: as by a gateway, as all that follow are, with a key and without, of any operation. */
export function staysDown(exchange: RecordedExchange, history: History): boolean {
  return downAtEnd(history).has(exchange)
}

const downAtEnd = remembering(({ exchanges }: History): ReadonlySet<RecordedExchange> => {
  const lastOther = exchanges.findLastIndex((one) => !isOfGatewayStatus(one))
  const rest = exchanges.slice(lastOther + 1)
  const callers = new Set(rest.map(({ probe }) => probe.caller))
  const operations = new Set(rest.map(({ probe }) => probe.operation))
  const isDown = lastOther >= 0 && rest.length >= ENOUGH_DOWN && callers.size > 1 && operations.size > 1
  return new Set(isDown ? rest : [])
})

// So many failures are no accident, where so many requests for other operations had none; fewer where all of them overlapped.
const ENOUGH_FAILURES = 4
const ENOUGH_OVERLAPS = 3
const ENOUGH_OTHERS = 40

/**
 * The operation that alone fails, time and again, by the word of the service itself: a gateway knows neither the Error nor the figures
 * of the key, and fails for all operations. What fails for a while is served again after that, and it does so seldom.
 */
const failingAlone = remembering(({ exchanges }: History): OperationId | undefined => {
  const withKey = exchanges.filter((one) => one.probe.operation !== undefined && credentialOf(one) === 'key')
  const failed = withKey.filter(isOfGatewayStatus)
  const [operation, ...others] = new Set(failed.map(({ probe }) => probe.operation))
  const isOfService = failed.every(({ json, headers }) => isError(json) && 'x-ratelimit-remaining' in headers)
  const spared = withKey.filter(({ probe }) => probe.operation !== operation)
  const isAlone = others.length === 0 && isOfService && spared.length >= ENOUGH_OTHERS
  const own = withKey.filter(({ probe }) => probe.operation === operation)
  const areAtOnce = failed.every((one) => overlapsOneOf(own, one))
  const usual = own.filter(isUsual)
  const isOver = usual.some((one) => failed.every((other) => precedes(other, one)))
  const times = isOver && !areAtOnce ? occasions(failed, usual) : failed.length
  return isAlone && times >= (areAtOnce ? ENOUGH_OVERLAPS : ENOUGH_FAILURES) ? operation : undefined
})

function overlapsOneOf(own: readonly RecordedExchange[], one: RecordedExchange): boolean {
  return own.some((other) => other !== one && !precedes(other, one) && !precedes(one, other))
}

/**
 * What was answered as by a gateway time and again, and never otherwise, though others of its kind were served each time in between: the
 * service itself fails at it.
 */
const failingAlways = remembering(({ exchanges }: History): ReadonlySet<string> => {
  const usual = Map.groupBy(exchanges.filter(isUsual), kindOf)
  const only = onlyFailed(exchanges)
  const enough = enoughFailures(exchanges, only)
  const failing = [...only].filter(([, failed]) => {
    const [first] = failed
    return first !== undefined && occasions(failed, usual.get(kindOf(first)) ?? []) >= enough(first)
  })
  return new Set(failing.map(([request]) => request))
})

// By chance, one run in so many may have a request that fails each time, of those that it sends.
const RUNS = 200
const REQUESTS = 350

/**
 * How often a request has to fail, and never be served, so that it is no accident: more often where others like it, or all in all, fail
 * now and then, which shows by those that were served at another time.
 */
export function enoughFailures<One extends RecordedExchange>(
  exchanges: readonly One[],
  only: ReadonlyMap<string, readonly One[]> = onlyFailed(exchanges),
): (like: One) => number {
  const served = exchanges.filter((one) => !only.has(requestOf(one)))
  const [ofMethod, ofKind] = [Map.groupBy(served, methodOf), Map.groupBy(served, kindOf)]
  return (like) => {
    const alike = [served, ofMethod.get(methodOf(like)) ?? [], ofKind.get(kindOf(like)) ?? []]
    return Math.max(ENOUGH_FAILURES, failuresBeyond(Math.max(...alike.map(failedShare))))
  }
}

function methodOf({ probe }: RecordedExchange): string {
  return probe.method
}

/** The share of some requests that failed as by a gateway, 0 to 1. */
function failedShare(exchanges: readonly RecordedExchange[]): number {
  return exchanges.length === 0 ? 0 : exchanges.filter(isOfGatewayStatus).length / exchanges.length
}

/** The requests that were answered as by a gateway alone, each with all times that it was sent. */
function onlyFailed<One extends RecordedExchange>(
  exchanges: readonly One[],
): ReadonlyMap<string, readonly One[]> {
  const suspects = new Set(exchanges.filter(isOfGatewayStatus).map(requestOf))
  if (suspects.size === 0) return new Map()
  const asked = Map.groupBy(exchanges, requestOf)
  return new Map([...asked].filter(([request, own]) => suspects.has(request) && own.every(isOfGatewayStatus)))
}

/** On how many occasions requests failed: between two of them, something like them was served. */
function occasions(failed: readonly RecordedExchange[], served: readonly RecordedExchange[]): number {
  const order = new Order(served)
  return failed.filter((one, at) => {
    const before = failed[at - 1]
    const next = before && order.next(before)
    return before === undefined || (next !== undefined && precedes(next, one))
  }).length
}

/** Kinds of requests that the service never answered as it answers such requests, though too often for an accident. */
const neverAnswered = remembering(({ exchanges }: History): ReadonlySet<string> => {
  const enough = enoughUnanswered(exchanges)
  const kinds = [...Map.groupBy(exchanges, kindOf)]
  return new Set(
    kinds.flatMap(([kind, own]) =>
      !own.some(isUsual) && own.filter(isOfGatewayStatus).length >= enough ? [kind] : [],
    ),
  )
})

/** How often a kind of request has to fail, and never be answered, so that it is no accident: more often where others fail now and then. */
export function enoughUnanswered(exchanges: readonly RecordedExchange[]): number {
  const answered = new Set(exchanges.filter(isUsual).map(kindOf))
  return failuresBeyond(failedShare(exchanges.filter((one) => answered.has(kindOf(one)))))
}

/** How many failures in a row are no accident where each has a chance, 0 to 1; at least one. */
function failuresBeyond(chance: number): number {
  return Math.max(1, Math.ceil(Math.log(1 / (RUNS * REQUESTS)) / Math.log(chance)))
}

/** Requests of a kind that were answered as by a gateway, and are to be asked again. */
export interface FailedKind<One> {
  /** Of each stretch of failures the simplest; each request once. */
  readonly failed: readonly One[]
  /** The last request of the kind that was answered as usual. */
  readonly usual: One | undefined
  /** Whether that was since. */
  readonly isServedSince: boolean
}

/**
 * What failed as by a gateway, by kind: all of a kind of which nothing was answered as usual since, and otherwise what was never
 * answered otherwise.
 */
export function failedKinds<One extends RecordedExchange>(
  exchanges: readonly One[],
): readonly FailedKind<One>[] {
  const only = onlyFailed(exchanges)
  const stretchOf = (one: One): number =>
    exchanges.findLastIndex((other) => other.id < one.id && !isOfGatewayStatus(other))
  return [...Map.groupBy(exchanges, kindOf).values()].flatMap((own) => {
    const all = own.filter(isOfGatewayStatus)
    const usual = own.findLast(isUsual)
    const isServedSince = usual !== undefined && all.every((one) => precedes(one, usual))
    const failed = isServedSince ? all.filter((one) => only.has(requestOf(one))) : all
    const simplest = Array.from(Map.groupBy(failed, stretchOf).values(), (stretch) =>
      stretch.reduce((best, one) => (sizeOf(one) < sizeOf(best) ? one : best)),
    )
    const distinct = [...new Map(simplest.map((one) => [requestOf(one), one])).values()]
    return distinct.length === 0 ? [] : [{ failed: distinct, usual, isServedSince }]
  })
}

/** Whether the document says of a request that it is served, whatever the pets are. */
export function isServable(exchange: RecordedExchange): boolean {
  return (
    credentialOf(exchange) === 'key' &&
    exchange.probe.operation !== undefined &&
    !isWrong(exchange) &&
    !isOpen(exchange)
  )
}

function sizeOf({ probe }: RecordedExchange): number {
  return probe.path.length + (probe.body ?? '').length
}

/** Whether a reply is no gateway's, and serves what was asked for where that can be served. */
export function isUsual(exchange: RecordedExchange): boolean {
  const { status, probe } = exchange
  const mayBeServed = credentialOf(exchange) === 'key' && probe.operation !== undefined && !isWrong(exchange)
  return mayBeServed ? successStatuses.has(status) : !isOfGatewayStatus(exchange)
}

/** What was sent, and by whom: the same text for the same request. */
function requestOf({ probe }: RecordedExchange): string {
  const { method, path, base, caller, headers, body } = probe
  return JSON.stringify([method, path, base, caller, headers, body])
}

function kindOf(exchange: RecordedExchange): string {
  const { method, path, base = '', caller, operation } = exchange.probe
  const credential = credentialOf(exchange)
  // Without a key, whatever else is wrong is answered alike; and nobody knows how what the document leaves open is.
  const more = credential === 'key' ? [isWrong(exchange), isOpen(exchange)] : []
  return [method, operation ?? path, base, caller, credential, ...more].join(' ')
}

/** Whether the document does not say if the body of a creation is valid. */
function isOpen(exchange: RecordedExchange): boolean {
  return exchange.probe.operation === 'createPet' && sentBody(exchange).kind === 'open'
}

/** Whether something is wrong with a request, so that it need not be served. */
function isWrong(exchange: RecordedExchange): boolean {
  const { operation } = exchange.probe
  if (operation === 'listPets') return listQuery(exchange) === undefined
  return operation === 'createPet' && sentBody(exchange).kind !== 'valid'
}
