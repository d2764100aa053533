import { beforeEach, describe, expect, it } from 'vitest'
import { KeyNames, NO_KEY, UNKNOWN_KEY } from './key-names.ts'

const [ONE, TWO] = [
  { key: 'front-end-1-key', keyId: '1' },
  { key: 'front-end-2-key', keyId: '2' },
]
const cut = (keyId: string) => ({ key: 'fron…ey', keyId, request: { headers: {} } })

let recognized: string[][]
let names: KeyNames
beforeEach(() => {
  recognized = []
  names = new KeyNames((before, key) => recognized.push([before, key]))
})

const nameOf = (keyId: string): string => names.nameOf(names.keyOf(cut(keyId)))

describe('the names of the keys on a page', () => {
  it('are the keys themselves, as on their cards, also where their redacted forms are equal', () => {
    names.addFromList([ONE, TWO])
    names.addFromExchanges([cut('1'), cut('2')])
    expect([names.keyOf(cut('1')), names.keyOf(cut('2'))]).toEqual([ONE.key, TWO.key])
    expect([nameOf('1'), nameOf('2')]).toEqual([ONE.key, TWO.key])
  })

  it('are numbers while keys are unlisted', () => {
    names.addFromExchanges([cut('1'), cut('2'), cut('1')])
    expect([nameOf('1'), nameOf('2')]).toEqual(['fron…ey (1)', 'fron…ey (2)'])
    names.addFromList([ONE])
    expect([nameOf('1'), nameOf('2')]).toEqual([ONE.key, 'fron…ey'])
    expect(recognized).toEqual([['#1', ONE.key]])
  })

  it('are known of keys that the page adds itself, before any list', () => {
    names.addFromExchanges([cut('1'), cut('2')])
    names.add([ONE])
    expect([nameOf('1'), nameOf('2')]).toEqual([ONE.key, 'fron…ey'])
    expect(recognized).toEqual([['#1', ONE.key]])
  })

  it('say of a key that lists no longer have that it was removed, and may be older than a list', () => {
    names.addFromExchanges([cut('1')])
    names.addFromList([TWO])
    expect(nameOf('1')).toBe('fron…ey')
    names.addFromList([TWO])
    expect([nameOf('1'), nameOf('2')]).toEqual(['fron…ey (removed)', TWO.key])
    names.addFromList([ONE, TWO])
    expect(nameOf('1')).toBe(ONE.key)
  })

  it('show which client of a run a key is of that no list has had, as its requests say', () => {
    const sent = (keyId: string, key: string, client: string) => ({
      ...{ key, keyId },
      request: { headers: { 'x-scenario-client': client } },
    })
    names.addFromExchanges([
      sent('1', 'naiv…2n', 'naive'),
      sent('2', 'poli…2n', 'polite'),
      // Whoever sends the header with another key is no client of a run.
      sent('3', 'back…ey', 'naive'),
      sent('4', 'back…ey', 'nobody'),
    ])
    expect(['1', '2', '3'].map(nameOf)).toEqual(['naive-demo-…2n', 'polite-demo-…2n', 'back…ey (1)'])
    for (const list of [[TWO], [TWO]]) names.addFromList(list)
    expect(nameOf('1')).toBe('naive-demo-…2n (removed)')
    names.addFromList([{ key: 'naive-demo-x52n', keyId: '1' }])
    expect(nameOf('1')).toBe('naive-demo-x52n')
  })

  it('remain when a key gets another id, as after a restart of the mock', () => {
    names.addFromList([ONE, TWO])
    names.addFromExchanges([cut('7')])
    names.addFromList([{ ...ONE, keyId: '7' }, TWO])
    expect(recognized).toEqual([['#7', ONE.key]])
    expect([names.keyOf(cut('1')), names.keyOf(cut('7'))]).toEqual([ONE.key, ONE.key])
    expect([nameOf('1'), nameOf('7'), nameOf('2')]).toEqual([ONE.key, ONE.key, TWO.key])
  })

  it('show nothing of an unlisted key', () => {
    expect(nameOf('1')).toBe('…')
  })

  it.each([
    [{}, NO_KEY],
    [{ authorization: 'Basic dXNl…cw' }, NO_KEY],
    [{ authorization: 'Bearer no-s…ey' }, UNKNOWN_KEY],
    [{ Authorization: 'bearer …' }, UNKNOWN_KEY],
  ])('name requests without a valid key by what they sent: %j', (headers, name) => {
    expect(names.nameOf(names.keyOf({ keyId: null, request: { headers } }))).toBe(name)
  })

  it('cover the last 1,000 unlisted keys, and only the current keys after too many', () => {
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, at) => ({ key: `team-${at + from}-key`, keyId: `${at + from}` }))
    names.addFromExchanges(many(1001).map(({ keyId }) => ({ ...cut(keyId), key: `team…${keyId}` })))
    expect([nameOf('0'), nameOf('1'), nameOf('1000')]).toEqual(['…', 'team…1', 'team…1000'])
    names.addFromList(many(10_000))
    names.addFromList(many(10_000, 10_000))
    expect(names.keyOf(cut('0'))).toBe('team-0-key')
    names.addFromList(many(10_000, 10_001))
    expect([names.keyOf(cut('0')), names.keyOf(cut('20000'))]).toEqual(['#0', 'team-20000-key'])
    expect(names.keyOf(cut('10001'))).toBe('team-10001-key')
  })
})

it.each([
  ['key team…ey added on plan Free', ['team-one-key'], 'key team-one-key added on plan Free'],
  ['key team…ey removed', ['team-one-key', 'team-two-key'], 'key team…ey removed'],
  ['key team-t…ey removed', ['team-one-key', 'team-two-key'], 'key team-two-key removed'],
  ['The key te… exists already', ['team-1'], 'The key team-1 exists already'],
  ['key … removed', ['abc'], 'key abc removed'],
  ['pet 3 added', ['team-one-key'], 'pet 3 added'],
])('%s, of %j, is shown as "%s"', (sentence, keys, shown) => {
  const names = new KeyNames(() => undefined)
  names.addFromList(keys.map((key, at) => ({ key, keyId: String(at) })))
  expect(names.named(sentence)).toBe(shown)
})

it('a sentence keeps the key that it was about when another one is redacted so later', () => {
  const names = new KeyNames(() => undefined)
  const change = { sentence: 'key fron…ey added on plan Free' }
  names.addFromList([ONE])
  expect(names.namedIn(change)).toBe('key front-end-1-key added on plan Free')
  names.addFromList([ONE, TWO])
  expect(names.namedIn(change)).toBe('key front-end-1-key added on plan Free')
})
