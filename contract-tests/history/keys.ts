import type { ClauseId } from '../../spec/clauses.ts'
import type { OperationId } from '../../spec/operations.ts'
import { type Finding, isWithKey, precedes, type RecordedExchange, type Rule } from './history.ts'
import { askedId, listQuery } from './sightings.ts'

// What a router, an HTTP library or a gateway may answer before the service looks for a key.
const BEFORE_THE_KEY = new Set([
  401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 429, 431, 501, 502, 503, 504, 505,
])

/** What a service may break that crashes, whether or not a key was sent. */
const CRASHES = {
  listPets: ['LIST-1', 'LIST-3', 'LIST-5'],
  createPet: ['CREATE-1', 'CREATE-3', 'CREATE-4', 'CREATE-5', 'CREATE-7'],
  getPet: ['GET-1', 'GET-2', 'GET-3', 'DEPRECATION-1'],
} as const satisfies Readonly<Record<OperationId, readonly ClauseId[]>>

/** Every operation is refused with 401 where no key was sent, whatever else is wrong with the request. */
export const noKeyIsRefused: Rule = ({ exchanges }) =>
  exchanges.flatMap((exchange): readonly Finding[] => {
    const { probe, status } = exchange
    const isSpokenOf = probe.operation !== undefined && probe.method !== 'HEAD'
    if (!isSpokenOf || authorizationOf(exchange) !== undefined || BEFORE_THE_KEY.has(status)) return []
    const alternatives: readonly ClauseId[] = [
      ...(status === 404 ? (['BASE-1', 'DEPRECATION-1'] as const) : []),
      ...(status === 400 && askedId(exchange) !== undefined ? (['GET-3'] as const) : []),
      ...(status === 400 && listQuery(exchange) ? (['LIST-3', 'LIST-5'] as const) : []),
      ...(status >= 500 ? CRASHES[probe.operation] : []),
      ...(maySendKeyElsewhere(exchange) ? (['AUTH-4'] as const) : []),
    ]
    const [expected, actual] = ['401: no key was sent', `status ${status}`]
    return [{ clause: 'AUTH-2', alternatives, expected, actual, steps: [{ exchange, shows: actual }] }]
  })

/** A key is accepted until it is banned: no 401 stands between two replies that accept it, unless a 429 led to a ban. */
export const aKeyStaysValid: Rule = ({ exchanges, sharedKeys }) => {
  const findings: Finding[] = []
  for (const [caller, own] of Map.groupBy(exchanges.filter(isWithKey), ({ probe }) => probe.caller)) {
    // Others who use the key may have got it banned.
    if (sharedKeys.has(caller)) continue
    const accepted = own.filter(isAccepted)
    const refused = own.filter(({ status }) => status === 429)
    for (const exchange of own.filter(({ status }) => status === 401)) {
      const before = accepted.findLast((one) => precedes(one, exchange))
      const after = accepted.find((one) => precedes(exchange, one))
      if (before === undefined || after === undefined) continue
      // A ban follows on a 429, and none was in force when the key was accepted.
      const isBanned = refused.some((one) => !precedes(one, before) && !precedes(exchange, one))
      if (isBanned) continue
      findings.push({
        clause: 'AUTH-1',
        alternatives: exchange.probe.base === before.probe.base ? [] : ['BASE-2'],
        expected: `the key to be accepted, as in #${before.id} and #${after.id}`,
        actual: 'status 401',
        steps: [before, exchange, after].map((one) => ({ exchange: one, shows: `status ${one.status}` })),
      })
    }
  }
  return findings
}

function isAccepted({ status }: RecordedExchange): boolean {
  return (status >= 200 && status < 300) || status === 400 || status === 404
}

function authorizationOf({ probe: { headers } }: RecordedExchange): string | undefined {
  const name = Object.keys(headers).find((one) => /^(proxy-)?authorization$/i.test(one))
  return name && headers[name]
}

/** Whether something that may be a key stands in another place than the Authorization header. */
function maySendKeyElsewhere({ probe: { headers, path } }: RecordedExchange): boolean {
  const parameters = new URLSearchParams(path.split('?')[1] ?? '')
  return (
    Object.keys(headers).some((name) => /key|token|auth|cookie/i.test(name)) ||
    [...parameters.keys()].some((name) => name !== 'limit' && name !== 'status')
  )
}
