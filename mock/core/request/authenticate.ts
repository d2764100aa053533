import { settle, type Choices } from '../../../spec/choices.ts'
import { nearest } from '../../../spec/wording.ts'
import {
  addAddress,
  addKey,
  anonymousCaller,
  keyCaller,
  type Caller,
  type Callers,
} from '../limits/caller.ts'
import { distinctForm } from '../message/distinct-form.ts'
import { refusal, type HeaderList, type Refusal } from '../message/outcome.ts'
import { header, type Request } from '../message/request.ts'
import type { RequestContext, ServiceState } from './request-context.ts'
import type { ServiceBehind } from './service-behind.ts'

/** The content of the Authorization header. */
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
  // The form that nearly all clients send.
  if (value.startsWith('Bearer ') && value.length > 7 && !value.includes(' ', 7)) {
    return { kind: 'bearer', token: value.slice(7) }
  }
  const [, scheme = value, token] = CREDENTIALS.exec(value) ?? []
  const isBearer = scheme === 'Bearer' || (scheme.toLowerCase() === 'bearer' && anyCase(choices))
  if (token === undefined || !isBearer) return { kind: 'other-scheme', scheme }
  return { kind: 'bearer', token }
}

/** The bearer token of a request, whatever the case of its scheme. */
export function presentedToken(request: Pick<Request, 'headers'>): string | undefined {
  const [, scheme, token] = CREDENTIALS.exec(header(request, 'authorization') ?? '') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

function anyCase(choices: Choices): boolean {
  return settle(choices, 'scheme-case', { 'any-case': true, exact: false })
}

/** The caller of a request: its key if that is valid, otherwise its client address. */
export function identifyCaller(
  callers: Callers,
  credentials: Credentials,
  address: string,
  behind: ServiceBehind | undefined,
): Caller {
  const withKey = credentials.kind === 'bearer' ? callerWith(callers, credentials.token, behind) : undefined
  return withKey ?? addressCaller(callers, address)
}

/** The caller with a key. A service behind may accept any, so each becomes a key of the world. */
function callerWith(callers: Callers, key: string, behind: ServiceBehind | undefined): Caller | undefined {
  const existing = callers.keys.use(key)
  if (existing || !behind) return existing
  const caller = keyCaller({ key, plan: behind.plan })
  return addKey(callers, caller) ? caller : undefined
}

function addressCaller(callers: Callers, address: string): Caller {
  const existing = callers.addresses.use(address)
  if (existing) return existing
  const caller = anonymousCaller(address)
  addAddress(callers, caller)
  return caller
}

const REALM = 'Bearer realm="petstore"'

/** Refuses a request without a valid key (section Authentication). */
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

/** The WWW-Authenticate header; `undefined` where the service sends none. */
export function challenge(text: string, choices: Choices): HeaderList | undefined {
  return settle(choices, 'www-authenticate', { yes: ['WWW-Authenticate', text], no: undefined })
}

// A header without a space may be the key itself, so only common schemes are repeated.
function otherScheme(scheme: string): string {
  const isCommon = /^(basic|digest|negotiate|token|apikey|bearer)$/i.test(scheme)
  return isCommon
    ? `the scheme ${scheme} brings no bearer token`
    : 'the Authorization header has no Bearer scheme'
}

// The hint is for mistyped demo keys. A comparison with thousands of keys would delay other requests.
const MOST_COMPARED = 20

// Redacted, since the readers of the log are not the sender of the request.
function unknownKey(token: string, { callers }: ServiceState): string {
  const candidates = Iterator.from(callers.keys.keys()).take(MOST_COMPARED).toArray()
  const shown = distinctForm(token, candidates)
  // No letter of a short one.
  if (shown === '…') return 'the key is not known'
  const near = token.length <= 100 ? nearest(token, candidates) : undefined
  const meant = near === undefined ? '…' : distinctForm(near, candidates)
  // Where both look alike it says nothing.
  const hint = meant === '…' || meant === shown ? '' : `. Did you mean ${meant}?`
  return `the key ${shown} is not known${hint}`
}
