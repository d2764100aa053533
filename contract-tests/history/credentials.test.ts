import { expect, test } from 'vitest'
import { authorizationOf, type Credential, credentialOf } from './credentials.ts'
import { exchangeOf } from './testing/findings.ts'

type Headers = Readonly<Record<string, string>>

test.for<[what: string, headers: Headers, path: string, credential: Credential]>([
  ['a key in the form of the document', { Authorization: 'Bearer a-key' }, '/pets', 'key'],
  ['a name in capital letters', { AUTHORIZATION: 'Bearer a-key' }, '/pets', 'key'],
  ['a key with something behind it', { Authorization: 'Bearer a-key b' }, '/pets', 'malformed'],
  ['a key with a blank before the scheme', { Authorization: ' Bearer a-key' }, '/pets', 'malformed'],
  ['two blanks', { Authorization: 'Bearer  a-key' }, '/pets', 'malformed'],
  ['another spelling of the scheme', { Authorization: 'bearer a-key' }, '/pets', 'malformed'],
])('a request with a known key and %s brings it as %3$s', ([_what, headers, path, credential]) => {
  const { probe, ...exchange } = exchangeOf({ ask: `GET ${path}`, key: '', sends: headers })
  expect(credentialOf({ ...exchange, probe: { ...probe, caller: 'key 1' } })).toBe(credential)
})

test.for<[what: string, headers: Headers, path: string, credential: Credential]>([
  ['no header', {}, '/pets', 'none'],
  ['the parameters of the document', {}, '/pets?limit=5&status=sold', 'none'],
  ['other headers', { Accept: 'application/json' }, '/pets', 'none'],
  ['a token that is nobody’s', { Authorization: 'Bearer x' }, '/pets', 'invalid'],
  ['the scheme alone', { Authorization: 'Bearer' }, '/pets', 'malformed'],
  ['the scheme and a blank', { Authorization: 'Bearer ' }, '/pets', 'malformed'],
  ['two tokens', { Authorization: 'Bearer x y' }, '/pets', 'malformed'],
  ['a scheme that begins alike', { Authorization: 'Bearers x' }, '/pets', 'elsewhere'],
  ['the scheme behind another word', { Authorization: 'My Bearer x' }, '/pets', 'elsewhere'],
  ['another scheme before it', { Authorization: 'My Bearer' }, '/pets', 'elsewhere'],
  ['another scheme', { Authorization: 'Basic YTpi' }, '/pets', 'elsewhere'],
  ['the token alone', { Authorization: 'x' }, '/pets', 'elsewhere'],
  ['another header', { 'X-API-Key': 'x' }, '/pets', 'elsewhere'],
  ['a token in a header', { 'X-Token': 'x' }, '/pets', 'elsewhere'],
  ['a cookie', { Cookie: 'a=b' }, '/pets', 'elsewhere'],
  ['another parameter', {}, '/pets?limit=5&key=x', 'elsewhere'],
  ['another parameter alone', {}, '/pets?k=x', 'elsewhere'],
])('a request of nobody with %s: %3$s', ([_what, headers, path, credential]) => {
  const { probe, ...exchange } = exchangeOf({ ask: `GET ${path}`, key: '', sends: headers })
  expect(credentialOf({ ...exchange, probe: { ...probe, caller: 'nobody' } })).toBe(credential)
})

test.for<[headers: Headers, value: string | undefined]>([
  [{ Accept: '*/*', authorization: 'a' }, 'a'],
  [{ 'Proxy-Authorization': 'b' }, 'b'],
  [{ 'X-Authorization': 'c' }, undefined],
  [{ 'Authorization-Info': 'd' }, undefined],
  [{}, undefined],
])('of the headers %j the Authorization is %j', ([headers, value]) => {
  expect(authorizationOf(headers)).toBe(value)
})
