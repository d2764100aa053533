import type { Choices } from '../../../spec/index.ts'
import { anonymousCaller, type Caller } from '../limits/caller.ts'
import type { BoundedMap } from '../limits/bounded-map.ts'
import { header, type Request } from '../message/request.ts'

/** What the Authorization header holds: nothing, something that is no bearer token, or a token. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'other-scheme'; readonly scheme: string }
  | { readonly kind: 'bearer'; readonly token: string }

const NONE: Credentials = { kind: 'none' }
const CREDENTIALS = /^([^ ]+) +([^ ]+) *$/

/** Reads the Authorization header (RFC 6750 §2.1); the scheme's case matters only where `scheme-case` says so. */
export function readCredentials(request: Request, schemeCase: Choices['scheme-case']): Credentials {
  const value = header(request, 'authorization')
  if (value === undefined || value === '') return NONE
  const [, scheme = value, token] = CREDENTIALS.exec(value) ?? []
  const isBearer = scheme === 'Bearer' || (schemeCase === 'any-case' && scheme.toLowerCase() === 'bearer')
  if (token === undefined || !isBearer) return { kind: 'other-scheme', scheme }
  return { kind: 'bearer', token }
}

export interface Callers {
  readonly keys: BoundedMap<Caller>
  readonly addresses: BoundedMap<Caller>
}

/** A valid key is a caller; everyone else is an anonymous one by address. */
export function identifyCaller(callers: Callers, credentials: Credentials, address: string): Caller {
  const known = credentials.kind === 'bearer' ? callers.keys.use(credentials.token) : undefined
  return known ?? addressCaller(callers, address)
}

function addressCaller({ addresses }: Callers, address: string): Caller {
  const known = addresses.use(address)
  if (known) return known
  const caller = anonymousCaller(address)
  addresses.set(address, caller)
  return caller
}
