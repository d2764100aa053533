import type { RecordedExchange } from './history.ts'

/**
 * What a request brings in the place of a key: a `key` in the form that the document names, which may be valid; nothing; an
 * `invalid` bearer token; one that is `malformed`, so that no service can know it; or a key `elsewhere`, in another scheme, header
 * or the query.
 */
export type Credential = 'key' | 'none' | 'invalid' | 'malformed' | 'elsewhere'

/** What a request of the document's brings; one of `nobody` is known to bring no valid key. */
export function credentialOf({ probe }: RecordedExchange): Credential {
  const value = authorizationOf(probe.headers)
  if (value === undefined) return mayHoldKey(probe) ? 'elsewhere' : 'none'
  if (probe.caller !== 'nobody') return /^Bearer \S+$/.test(value) ? 'key' : 'malformed'
  if (/^Bearer \S+$/.test(value)) return 'invalid'
  return /^Bearer(?:\s|$)/.test(value) ? 'malformed' : 'elsewhere'
}

/** The Authorization header of a request, its name in any case; `undefined` where there is none. */
export function authorizationOf(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find((one) => /^(proxy-)?authorization$/i.test(one))
  return name && headers[name]
}

/** Whether something that may be a key stands in another place than the Authorization header. */
function mayHoldKey({ headers, path }: RecordedExchange['probe']): boolean {
  const parameters = new URLSearchParams(path.split('?')[1] ?? '')
  return (
    Object.keys(headers).some((name) => /key|token|auth|cookie/i.test(name)) ||
    [...parameters.keys()].some((name) => name !== 'limit' && name !== 'status')
  )
}
