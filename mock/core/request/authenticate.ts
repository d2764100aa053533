import { settle, type Choices } from '../../../spec/choices.ts'
import { nearest } from '../../../spec/wording.ts'
import { addAddress, anonymousCaller, type Caller, type Callers } from '../limits/caller.ts'
import { refusal, type HeaderList, type Refusal } from '../message/outcome.ts'
import { redactKey } from '../message/redact.ts'
import { header, type Request } from '../message/request.ts'
import type { RequestContext, ServiceState } from './request-context.ts'

/** What the Authorization header holds: nothing, something that is no bearer token, or a token. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'other-scheme'; readonly scheme: string }
  | { readonly kind: 'bearer'; readonly token: string }

const NONE: Credentials = { kind: 'none' }
const CREDENTIALS = /^([^ ]+) +([^ ]+) *$/

/** Reads the Authorization header (RFC 6750 §2.1). */
export function readCredentials(request: Request, choices: Choices): Credentials {
  const value = header(request, 'authorization')
  if (value === undefined || value === '') return NONE
  // As nearly all clients write it.
  if (value.startsWith('Bearer ') && value.length > 7 && !value.includes(' ', 7)) {
    return { kind: 'bearer', token: value.slice(7) }
  }
  const [, scheme = value, token] = CREDENTIALS.exec(value) ?? []
  const isBearer = scheme === 'Bearer' || (scheme.toLowerCase() === 'bearer' && anyCase(choices))
  if (token === undefined || !isBearer) return { kind: 'other-scheme', scheme }
  return { kind: 'bearer', token }
}

/** What may be the token of a request, whatever letters its scheme is written in. */
export function presentedToken(request: Request): string | undefined {
  const [, scheme, token] = CREDENTIALS.exec(header(request, 'authorization') ?? '') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

function anyCase(choices: Choices): boolean {
  return settle(choices, 'scheme-case', { 'any-case': true, exact: false })
}

/** A valid key is a caller; everyone else is an anonymous one by address. */
export function identifyCaller(callers: Callers, credentials: Credentials, address: string): Caller {
  const known = credentials.kind === 'bearer' ? callers.keys.use(credentials.token) : undefined
  return known ?? addressCaller(callers, address)
}

function addressCaller(callers: Callers, address: string): Caller {
  const known = callers.addresses.use(address)
  if (known) return known
  const caller = anonymousCaller(address)
  addAddress(callers, caller)
  return caller
}

const REALM = 'Bearer realm="petstore"'

/** Lets a request with a valid key pass, and refuses any other (section Authentication). */
export function authenticate({ state, credentials, caller }: RequestContext): Refusal | undefined {
  if (caller.hasKey) return undefined
  const { choices } = state.settings
  switch (credentials.kind) {
    case 'none':
      return refusal(
        'missing_api_key',
        'No API key was sent: send it as "Authorization: Bearer <API_KEY>"',
        { step: 'authenticate', rule: 'AUTH-2', sentence: 'no Authorization header was sent' },
        challenge(REALM, choices),
      )
    case 'other-scheme':
      return refusal(
        'missing_api_key',
        'The Authorization header holds no bearer token: send it as "Authorization: Bearer <API_KEY>"',
        { step: 'authenticate', rule: 'AUTH-4', sentence: otherScheme(credentials.scheme) },
        challenge(REALM, choices),
      )
    case 'bearer':
      return refusal(
        'invalid_api_key',
        'The API key is not known',
        { step: 'authenticate', rule: 'AUTH-3', sentence: unknownKey(credentials.token, state) },
        challenge(`${REALM}, error="invalid_token", error_description="Unknown API key"`, choices),
      )
  }
}

/** The header that says how to authenticate, where the service sends it. */
export function challenge(text: string, choices: Choices): HeaderList | undefined {
  return settle(choices, 'www-authenticate', { yes: ['WWW-Authenticate', text], no: undefined })
}

// A header without a space may be the key itself, so it is not repeated.
function otherScheme(scheme: string): string {
  const known = /^(basic|digest|negotiate|token|apikey|bearer)$/i.test(scheme)
  return known
    ? `the scheme ${scheme} brings no bearer token`
    : 'the Authorization header has no Bearer scheme'
}

// The hint serves whoever mistyped a demo key; to compare with thousands would hold up everyone else.
const MOST_COMPARED = 20

// Keys are cut here too: who reads the log is not who sent the request.
function unknownKey(token: string, { callers }: ServiceState): string {
  const known = Iterator.from(callers.keys.keys()).take(MOST_COMPARED).toArray()
  const near = token.length <= 100 ? nearest(token, known) : undefined
  const hint = near === undefined ? '' : ` Did you mean ${redactKey(near)}?`
  return `no key ${redactKey(token)} exists.${hint}`
}
