import { nearest, type Choices } from '../../../spec/index.ts'
import type { BoundedMap } from '../limits/bounded-map.ts'
import { anonymousCaller, type Caller } from '../limits/caller.ts'
import { refuse, type HeaderList, type Refusal } from '../message/outcome.ts'
import { redactKey } from '../message/redact.ts'
import { header, type Request } from '../message/request.ts'

const REALM = 'Bearer realm="petstore"'

/** The refusal of a request that no valid key came with (section Authentication). */
export function unauthorized(
  credentials: Credentials,
  choices: Choices,
  knownKeys: () => readonly string[],
): Refusal {
  const challenge = (text: string): HeaderList | undefined =>
    choices['www-authenticate'] === 'yes' ? ['WWW-Authenticate', text] : undefined

  switch (credentials.kind) {
    case 'none':
      return refuse(
        'missing_api_key',
        'No API key was sent: send it as "Authorization: Bearer <API_KEY>"',
        { step: 'authenticate', rule: 'AUTH-2', sentence: 'no Authorization header was sent' },
        challenge(REALM),
      )
    case 'other-scheme':
      return refuse(
        'missing_api_key',
        'The Authorization header holds no bearer token: send it as "Authorization: Bearer <API_KEY>"',
        { step: 'authenticate', rule: 'AUTH-4', sentence: otherScheme(credentials.scheme) },
        challenge(REALM),
      )
    case 'bearer':
      return refuse(
        'invalid_api_key',
        'The API key is not known',
        { step: 'authenticate', rule: 'AUTH-3', sentence: unknownKey(credentials.token, knownKeys()) },
        challenge(`${REALM}, error="invalid_token", error_description="Unknown API key"`),
      )
  }
}

// A header without a space may be the key itself, so it is not repeated.
function otherScheme(scheme: string): string {
  const known = /^(basic|digest|negotiate|token|apikey|bearer)$/i.test(scheme)
  return known
    ? `the scheme ${scheme} brings no bearer token`
    : 'the Authorization header has no Bearer scheme'
}

// Keys are cut here too: who reads the log is not who sent the request.
function unknownKey(token: string, known: readonly string[]): string {
  const near = token.length <= 100 ? nearest(token, known) : undefined
  const hint = near === undefined ? '' : ` Did you mean ${redactKey(near)}?`
  return `no key ${redactKey(token)} exists.${hint}`
}

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
