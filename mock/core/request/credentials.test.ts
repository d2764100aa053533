import { describe, expect, test } from 'vitest'
import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import { ask } from '../testing/test-world.ts'
import { watchedWorld } from '../testing/watched-world.ts'
import { challenge, type Credentials, presentedToken, readCredentials } from './authenticate.ts'

const other = (scheme: string): Credentials => ({ kind: 'other-scheme', scheme })
const bearer = (token: string): Credentials => ({ kind: 'bearer', token })
const NONE: Credentials = { kind: 'none' }

function withHeader(authorization: string | undefined) {
  return { ...ask(), headers: authorization === undefined ? {} : { authorization } }
}

/** What the header brings where the case of the scheme matters, and where it does not; and the token in any case. */
test.for<[header: string | undefined, exact: Credentials, anyCase: Credentials, token: string | undefined]>([
  [undefined, NONE, NONE, undefined],
  ['', NONE, NONE, undefined],
  ['Bearer a', bearer('a'), bearer('a'), 'a'],
  ['Bearer  a ', bearer('a'), bearer('a'), 'a'],
  ['bearer a', other('bearer'), bearer('a'), 'a'],
  ['BEARER  a', other('BEARER'), bearer('a'), 'a'],
  ['Bearer a b', other('Bearer a b'), other('Bearer a b'), undefined],
  ['Bearer ', other('Bearer '), other('Bearer '), undefined],
  ['Bearer', other('Bearer'), other('Bearer'), undefined],
  ['Basic a', other('Basic'), other('Basic'), undefined],
  ['My Bearer a', other('My Bearer a'), other('My Bearer a'), undefined],
  ['a', other('a'), other('a'), undefined],
])('an Authorization %j is read', ([header, exact, anyCase, token]) => {
  const read = (scheme: Choices['scheme-case']): Credentials =>
    readCredentials(withHeader(header), { ...defaultChoices, 'scheme-case': scheme })
  expect([read('exact'), read('any-case'), presentedToken(withHeader(header))]).toEqual([
    exact,
    anyCase,
    token,
  ])
})

describe('the reply to a request without a valid key says what is wrong', () => {
  test.for<
    [what: string, header: string | undefined, code: string, rule: string, sentence: string, error: string]
  >([
    ['no header', undefined, 'missing_api_key', 'AUTH-2', 'no Authorization header was sent', ''],
    [
      'a common scheme',
      'Basic x',
      'missing_api_key',
      'AUTH-4',
      'the scheme Basic brings no bearer token',
      '',
    ],
    [
      'a scheme that may be the key itself',
      'secret-key',
      'missing_api_key',
      'AUTH-4',
      'the Authorization header has no Bearer scheme',
      '',
    ],
    [
      'a key that is not known',
      'Bearer another-key',
      'invalid_api_key',
      'AUTH-3',
      'the key an… is not known',
      ', error="invalid_token", error_description="Unknown API key"',
    ],
    [
      'a key that is too short to show a letter',
      'Bearer fre',
      'invalid_api_key',
      'AUTH-3',
      'the key is not known',
      ', error="invalid_token", error_description="Unknown API key"',
    ],
  ])('%s', async ([_what, header, code, rule, sentence, error]) => {
    const { world } = watchedWorld()
    const reply = await world.answer(withHeader(header))
    expect([reply.status, JSON.parse(reply.body)]).toMatchObject([401, { code, status: 401 }])
    expect(reply.reason).toEqual({ step: 'authenticate', rule, sentence })
    expect(reply.headers[reply.headers.indexOf('WWW-Authenticate') + 1]).toBe(
      `Bearer realm="petstore"${error}`,
    )
  })

  test('with a challenge only where the service has chosen to send one', () => {
    const choose = (sends: Choices['www-authenticate']): Choices => ({
      ...defaultChoices,
      'www-authenticate': sends,
    })
    expect([challenge('Bearer', choose('yes')), challenge('Bearer', choose('no'))]).toEqual([
      ['WWW-Authenticate', 'Bearer'],
      undefined,
    ])
  })
})
