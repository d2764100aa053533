import { credentialOf } from './credentials.ts'
import { type History, type RecordedExchange, remembering } from './history.ts'

const OF_A_GATEWAY = new Set([502, 503, 504])

/**
 * Whether a reply may be that of a gateway whose service does not answer just then: requests like it are answered otherwise, or
 * it is not known who stands between.
 */
export function isOfGateway(exchange: RecordedExchange, history: History): boolean {
  if (!OF_A_GATEWAY.has(exchange.status)) return false
  return history.givenKeys === undefined || answeredKinds(history).has(kindOf(exchange))
}

/** Kinds of requests that were answered by the service at least once. */
const answeredKinds = remembering(
  ({ exchanges }: History): ReadonlySet<string> =>
    new Set(exchanges.filter(({ status }) => !OF_A_GATEWAY.has(status)).map(kindOf)),
)

function kindOf(exchange: RecordedExchange): string {
  const { method, path, base = '', operation, isInvalid = false } = exchange.probe
  return [method, operation ?? path, base, credentialOf(exchange), isInvalid].join(' ')
}
