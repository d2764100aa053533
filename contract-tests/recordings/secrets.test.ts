import { expect, test } from 'vitest'
import { keysCutter, keysIn, withoutSecrets } from './secrets.ts'

test.for<[headers: Readonly<Record<string, string>>, keys: readonly string[]]>([
  [{ authorization: 'Bearer a-key' }, ['a-key']],
  [{ authorization: 'a-key' }, ['a-key']],
  [{ authorization: `Basic ${btoa('user:word')}` }, [btoa('user:word'), 'user', 'word']],
  [{ 'x-api-key': 'a-key', 'x-csrf-token': 'new-each-time' }, ['a-key']],
  [{ accept: '*/*' }, []],
])('the keys in %j are %j', ([headers, keys]) => {
  expect(keysIn({ url: 'https://a.example/v1/pets', request: { method: 'GET', headers } })).toEqual(keys)
})

test.for<[url: string, shown: string]>([
  [
    'https://a.example/v1/pets?limit=5&api_key=a-key&status=sold',
    'https://a.example/v1/pets?limit=5&api_key={key}&status=sold',
  ],
  ['https://a.example/v1/pets?Token=a?b=c', 'https://a.example/v1/pets?Token={key}'],
  ['https://a.example/v1/pets?limit=5', 'https://a.example/v1/pets?limit=5'],
  ['https://a.example/v1/keys', 'https://a.example/v1/keys'],
])('%s is shown as %s', ([url, shown]) => {
  expect(withoutSecrets(url)).toBe(shown)
})

test('each of many keys is cut', () => {
  const keys = Array.from({ length: 60 }, (_none, at) => `session-${at}-of-some-user`)
  const cut = keysCutter(keys)
  for (const key of keys) expect(cut(`{"echo":"${key}"}`)).toBe('{"echo":"{key}"}')
})
