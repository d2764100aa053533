import { expect, test } from 'vitest'
import { keyCutter } from './cut-keys.ts'
import { readJson, type Exchange } from './exchange.ts'
import { Excerpts } from './excerpt.ts'

const cut = keyCutter({ key: 'sk-9f8e7d6c5b4a', secondKey: undefined })
const sent = '{"name":"contract-rex","categoryId":1}'

function seen(
  body: string,
  headers: Exchange['headers'] = {},
): Pick<Exchange, 'probe' | 'headers' | 'body' | 'json'> {
  const probe = {
    method: 'POST',
    path: '/pets',
    caller: 'key',
    headers: {},
    body: sent,
    operation: 'createPet',
  } as const
  return { probe, headers, body, json: readJson(body) }
}

/** The same of a reply to another request. */
function seenOf(request: { path?: string; body?: string }, body: string): ReturnType<typeof seen> {
  const { probe, ...reply } = seen(body)
  return { ...reply, probe: { ...probe, ...request } }
}

function shownOf(body: string): string {
  const exchange = seen(body)
  return new Excerpts([exchange], cut).of(exchange).body
}

test('a name is shown in each spelling in which it may come back', () => {
  const { probe, ...reply } = seen('{"id":1,"name":"contract Zo\u00eb \u00e9"}')
  const exchange = {
    ...reply,
    probe: { ...probe, body: '{"name":" contract Zoe\u0308  \u00e9 ","categoryId":1}' },
  }
  expect(new Excerpts([exchange], cut).of(exchange).body).toBe(exchange.body)
})

test.for([
  [
    'a documented pet that was sent',
    '{"id":9007199254740993,"name":"contract-rex","categoryId":1,"status":"sold"}',
    undefined,
  ],
  ['an Error', '{"code":"not_found","message":"No pet has this id.","status":404}', undefined],
  ['an empty list', '[]', undefined],
  ['nothing', '', undefined],
  ['the name of another pet', '{"id":1,"name":"Bello"}', '{"id":1,"name":"{text 1, 5 long}"}'],
  [
    'equal names',
    '[{"name":"Bello"},{"name":"Rex"},{"name":"Bello"}]',
    '[{"name":"{text 1, 5 long}"},{"name":"{text 2, 3 long}"},{"name":"{text 1, 5 long}"}]',
  ],
  ['a pet of an invalid body', '{"name":"other-odd-7"}', '{"name":"{text 1, 11 long}-odd-name"}'],
  ['a name that is none', '{"name":17,"id":true}', '{"name":{"left out":"number, 1"},"id":true}'],
  ['an id that is none', '{"id":"x7","categoryId":"7"}', '{"id":"{text 1, 2 long}","categoryId":"7"}'],
  ['a status of its own', '{"status":"gone"}', '{"status":"{text 1, 4 long}"}'],
  [
    'members of its own',
    '{"tags":[1,2],"secret-of-mine":{}}',
    '{"tags":{"left out":"array of 2, 1"},"{name 2}":{"left out":"object, 3"}}',
  ],
  [
    'members that every object inherits',
    '{"__proto__":"a","constructor":"b","hasOwnProperty":"code"}',
    '{"{name 1}":"{text 2, 1 long}","{name 3}":"{text 4, 1 long}","{name 5}":"{text 6, 4 long}"}',
  ],
  ['a part of the key', '{"message":"sk-9f8e7"}', '{"message":"{text 1, 8 long}"}'],
  ['no JSON', '<p>gone</p>', '{text 1, 11 long}'],
  ['no record', '["a",[1]]', '["{text 1, 1 long}","{text 2, 3 long}"]'],
] as const)('a report shows of a body: %s', ([_what, body, shown = body]) => {
  expect(shownOf(body)).toBe(shown)
})

test('a report shows the name of a pet that was sent, be it trimmed', () => {
  const { probe, ...reply } = seen('{"id":1,"name":"contract-rex"}')
  const exchange = { ...reply, probe: { ...probe, body: '{"name":" contract-rex ","categoryId":1}' } }
  expect(new Excerpts([exchange], cut).of(exchange).body).toBe(exchange.body)
})

test('a header whose name every object inherits is left out like any other', () => {
  const exchange = seen(
    '',
    Object.fromEntries([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]),
  )
  expect(new Excerpts([exchange], cut).of(exchange).headers).toEqual({
    '{header 1}': '{text 2, 1 long}',
    '{header 3}': '{text 4, 1 long}',
  })
})

test('headers of a list are shown if their values have the usual shape, and stay right or wrong', () => {
  const headers = {
    'content-type': 'application/json; profile=mine',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': 'sixty',
    'retry-after': 'soon',
    'www-authenticate': 'Bearer error="mine"',
    'cache-control': 'no-store, mine',
    date: 'Fri, 20 Nov 2026 10:00:00 GMT',
    'keep-alive': 'timeout=5',
    server: 'mine/1.0',
    'x-of-mine': 'yes',
  }
  const exchange = seen('', headers)
  expect(new Excerpts([exchange], cut).of(exchange).headers).toEqual({
    ...headers,
    'content-type': 'application/json; {text 1, 30 long}',
    'x-ratelimit-remaining': '{text 2, 5 long}',
    'retry-after': '{text}',
    'www-authenticate': 'Bearer {text 3, 19 long}',
    'cache-control': 'no-store, {text 4, 14 long}',
    server: '{text 5, 8 long}',
    '{header 6}': '{text 7, 3 long}',
    'x-of-mine': undefined,
  })
})

test('a header that lets caches answer again does so with what is left out of it', () => {
  const exchange = seen('', {
    'cache-control': 's-maxage=60, mine',
    expires: 'Fri, 20 Nov 2026 10:00:00 GMT',
  })
  expect(new Excerpts([exchange], cut).of(exchange).headers).toEqual({
    'cache-control': 'public, {text 1, 17 long}',
    expires: 'Fri, 20 Nov 2026 10:00:00 GMT',
  })
})

test('a sentence gives what it leaves out whole its number, so that two names differ where they do', () => {
  const names = seen('[{"name":"Benjamin Sisko"},{"name":"Kathryn Janeway"}]')
  const { sentence } = new Excerpts([names], cut)
  expect(sentence('pet 7 with name "Benjamin Sisko"')).toBe('pet 7 with name "{text 1}"')
  expect(sentence('name "Kathryn Janeway"')).toBe('name "{text 2}"')
  expect(sentence('name "Kathryn Janew…')).toBe('name "{text}…')
})

test('a sentence quotes a word that is left out, and no more', () => {
  const { sentence } = new Excerpts([seen('{"status":"gone","name":"a secret of mine, \\"quoted\\""}')], cut)
  expect(sentence('status "gone"')).toBe('status "gone"')
  expect(sentence('name "a secret of mine, \\"quoted\\"", and more')).toBe('name "{text}", and more')
  expect(sentence('a secret of mi… (24 characters)')).toBe('{text}… (24 characters)')
})

test.for([
  [
    'the path of a request',
    { path: '/pets/9223372036854775808' },
    '/pets/7x: 400; /pets/9223372036854775808: 404',
  ],
  ['a value of a query', { path: '/pets?limit=9223372036854775808' }, 'with limit 9223372036854775808 too'],
  ['a value of a body', { body: '{"categoryId":9223372036854775808}' }, 'refused: 9223372036854775808'],
  [
    'a text with quotation marks',
    { body: '{"status":"\\"available\\", or not"}' },
    String.raw`status "\"available\", or not"`,
  ],
  ['a whole body', { body: '[9223372036854775808]' }, 'the body [9223372036854775808] is refused'],
  [
    'what is nested in a body',
    { body: '{"category":{"id":9223372036854775808}}' },
    '{"category":{"id":9223372036854775808}} is refused',
  ],
] as const)('a sentence shows what was sent, though a reply begins like it: %s', ([_what, request, text]) => {
  const replies = [
    '{"categoryId":9223372036854775808}',
    '{"categoryId":9223372036854775999}',
    '{"code":"/pets/9223372036854775808"}',
    '{"status":"\\"available\\", or not"}',
    '{"received":"[9223372036854775808]"}',
  ]
  const { sentence } = new Excerpts(
    replies.map((body) => seenOf(request, body)),
    cut,
  )
  expect(sentence(text)).toBe(text)
})

test('a sentence shows nothing of a reply that goes on where what was sent ends', () => {
  const path = '/pets/9223372036854775808'
  const replies = [`{"code":"${path} and a secret"}`, `{"code":"${path}999"}`]
  const { sentence } = new Excerpts(
    replies.map((body) => seenOf({ path }, body)),
    cut,
  )
  expect(sentence(`code "${path} and a secret"`)).toBe('code "{text 1}"')
  expect(sentence(`code "${path}999", and more`)).toBe('code "{text 2}", and more')
})
