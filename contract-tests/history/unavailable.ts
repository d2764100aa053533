import { successStatuses } from '../../spec/operations.ts'
import { sentBody } from './bodies.ts'
import { credentialOf } from './credentials.ts'
import { type History, type RecordedExchange, remembering } from './history.ts'
import { listQuery } from './sightings.ts'

const OF_A_GATEWAY = new Set([502, 503, 504])

/** Whether the status of a reply is one that gateways have for a service that does not answer. */
export function isOfGatewayStatus({ status }: Pick<RecordedExchange, 'status'>): boolean {
  return OF_A_GATEWAY.has(status)
}

/**
 * Whether a reply may be that of a gateway whose service does not answer just then: requests like it are answered otherwise, or
 * it is not known who stands between.
 */
export function isOfGateway(exchange: RecordedExchange, history: History): boolean {
  if (!isOfGatewayStatus(exchange)) return false
  return history.givenKeys === undefined || answeredKinds(history).has(kindOf(exchange))
}

/** Kinds of requests that the service has answered at least once as it answers such requests. */
const answeredKinds = remembering(
  ({ exchanges }: History): ReadonlySet<string> => new Set(exchanges.filter(isUsual).map(kindOf)),
)

/** Whether a reply is no gateway's, and serves what was asked for where that can be served. */
function isUsual(exchange: RecordedExchange): boolean {
  const { status, probe } = exchange
  const isServable = credentialOf(exchange) === 'key' && probe.operation !== undefined && !isWrong(exchange)
  return isServable ? successStatuses.has(status) : !OF_A_GATEWAY.has(status)
}

function kindOf(exchange: RecordedExchange): string {
  const { method, path, base = '', caller, operation } = exchange.probe
  const credential = credentialOf(exchange)
  // Without a key, whatever else is wrong is answered alike.
  const isWrongToo = credential === 'key' && isWrong(exchange)
  return [method, operation ?? path, base, caller, credential, isWrongToo].join(' ')
}

/** Whether something is wrong with a request, so that it need not be served. */
function isWrong(exchange: RecordedExchange): boolean {
  const { operation } = exchange.probe
  if (operation === 'listPets') return listQuery(exchange) === undefined
  return operation === 'createPet' && sentBody(exchange).kind !== 'valid'
}
