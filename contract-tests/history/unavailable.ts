import { type OperationId, successStatuses } from '../../spec/operations.ts'
import { sentBody } from './bodies.ts'
import { credentialOf } from './credentials.ts'
import { RATE_LIMIT_HEADERS } from './headers.ts'
import { type History, isRefusal, isServed, precedes, type RecordedExchange, remembering } from './history.ts'
import { askedId, listQuery, petName, sightingsOf } from './sightings.ts'
import { isError } from './values.ts'

const OF_A_GATEWAY = new Set([502, 503, 504])

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
  const isInPlaceOfNotFound = unavailableAlone(history).has(exchange.probe.caller)
  return answeredKinds(history).has(kindOf(exchange)) && !isInPlaceOfNotFound
}

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
 * of the key, and fails for all operations. What fails once for a while is served again after that, and never in between.
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
  const enough = areAtOnce ? ENOUGH_OVERLAPS : ENOUGH_FAILURES
  const isOnce = !areAtOnce && isOutage(failed, own)
  return isAlone && !isOnce && failed.length >= enough ? operation : undefined
})

/** Whether what failed did so within one stretch, in which nothing of its operation was served, and was served after that. */
function isOutage(failed: readonly RecordedExchange[], own: readonly RecordedExchange[]): boolean {
  const [first, last] = [failed[0], failed.at(-1)]
  if (first === undefined || last === undefined) return false
  const usual = own.filter(isUsual)
  const isInterrupted = usual.some((one) => precedes(first, one) && precedes(one, last))
  return !isInterrupted && usual.some((one) => precedes(last, one))
}

function overlapsOneOf(own: readonly RecordedExchange[], one: RecordedExchange): boolean {
  return own.some((other) => other !== one && !precedes(other, one) && !precedes(one, other))
}

/**
 * The callers that had several replies like a gateway's to every id that no pet is seen to have, and to nothing else, though they were
 * served in between.
 */
const unavailableAlone = remembering((history: History): ReadonlySet<string> => {
  const seen = new Set(sightingsOf(history).map(({ pet }) => pet))
  const withKey = history.exchanges.filter(({ probe }) => probe.caller !== 'nobody')
  const callers = Map.groupBy(withKey, ({ probe }) => probe.caller)
  const ofThose = [...callers].flatMap(([caller, own]) => {
    const failed = own.filter(isOfGatewayStatus)
    const isUnknown = (one: RecordedExchange): boolean => {
      const id = askedId(one)
      return id !== undefined && !seen.has(petName(one, id))
    }
    const [first, last] = [failed[0], failed.at(-1)]
    if (first === undefined || last === undefined || !failed.every(isUnknown)) return []
    const isServedBetween = own.some((one) => isServed(one) && precedes(first, one) && precedes(one, last))
    const areAll = own.every((one) => !isUnknown(one) || isOfGatewayStatus(one) || isRefusal(one))
    return isServedBetween && areAll ? [caller] : []
  })
  return new Set(ofThose)
})

/** Kinds of requests that the service has answered at least once as it answers such requests. */
const answeredKinds = remembering(
  ({ exchanges }: History): ReadonlySet<string> => new Set(exchanges.filter(isUsual).map(kindOf)),
)

/** The requests that were answered as by a gateway and, of their kind, not once as usual since; those of each kind together. */
export function notServedSince<One extends RecordedExchange>(
  exchanges: readonly One[],
): readonly (readonly One[])[] {
  const kinds = [...Map.groupBy(exchanges, kindOf).values()]
  return kinds.flatMap((own) => {
    const failed = own.filter(isOfGatewayStatus)
    const last = failed.at(-1)
    const isServedSince = last === undefined || own.some((one) => isUsual(one) && precedes(last, one))
    return isServedSince ? [] : [failed]
  })
}

/** Whether a reply is no gateway's, and serves what was asked for where that can be served. */
export function isUsual(exchange: RecordedExchange): boolean {
  const { status, probe } = exchange
  const isServable = credentialOf(exchange) === 'key' && probe.operation !== undefined && !isWrong(exchange)
  return isServable ? successStatuses.has(status) : !isOfGatewayStatus(exchange)
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
