import { nearest, type Choices } from '../../../spec/index.ts'
import type { Credentials } from './identify-caller.ts'
import { refuse, type HeaderList, type Refusal } from '../message/outcome.ts'
import { redactKey } from '../message/redact.ts'

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
