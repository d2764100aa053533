import { expect, test } from 'vitest'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import { story } from '../history/testing/story.ts'
import type { ContractSettings } from '../engine/settings.ts'
import type { RecordedExchange } from '../history/history.ts'
import { countAsked, type AskedGroup } from '../report/model/asked.ts'
import { asked } from './asked.ts'
import { filledIn, inputClasses, predicateOf, type InputClass } from './input-class.ts'
import { readers } from './inputs.ts'

/** The names of what was asked of an input, or of the pairs of a relation. */
function askedOf(exchanges: readonly RecordedExchange[], of: string, input?: string): readonly string[] {
  const group = asked(exchanges, () => undefined).find((one) => one.of === of && one.input === input)
  const met = (group?.cells ?? []).filter(({ requests }) => requests > 0)
  return met.map(({ beside, name }) => (beside === undefined ? name : `${beside} → ${name}`))
}

const [GET, POST] = ['GET /pets', 'POST /pets']

test.for<[query: string, limit: readonly string[]]>([
  ['', ['absent']],
  ['?limit=1', ['1']],
  ['?limit=18', ['3 to 18']],
  ['?limit=19', ['19']],
  ['?limit=101', ['101']],
  ['?limit=2147483648', ['2^31']],
  ['?limit=1e1', ['1e1']],
  ['?limit=%2B5', ['with a sign']],
  ['?limit=+5', ['with a blank']],
  ['?limit=', ['empty']],
  ['?limit=5&limit=5', ['twice']],
  ['?limit=12345678901234567890123', []],
])('GET /pets%s asks for its class of limits', ([query, classes]) => {
  expect(askedOf(story({ ask: `${GET}${query}` }), 'listPets', 'limit')).toEqual(classes)
})

test.for<[what: string, body: string, input: string, classes: readonly string[]]>([
  ['int64 beyond doubles', '{"name":"x","categoryId":9007199254740993}', 'categoryId', ['2^53+1']],
  ['one beyond int64', '{"name":"x","categoryId":-9223372036854775809}', 'categoryId', ['-2^63-1']],
  ['a fraction of nothing', '{"name":"x","categoryId":1.0}', 'categoryId', ['1.0']],
  ['a status in another case', '{"status":"Sold"}', 'status', ['in another case']],
  ['the word and the value', '{"status":"null"}', 'status', ['the word null']],
  ['null', '{"status":null}', 'status', ['null']],
  ['marks apart', '{"name":"Zoe\u0308"}', 'name', ['2 to 32 letters', 'letters with marks apart (NFD)']],
  ['half a pair', String.raw`{"name":"\ud800"}`, 'name', ['1 letter', 'half a surrogate pair']],
  ['letters beyond 16 bits are one each', '{"name":"🐈"}', 'name', ['1 letter', 'letters beyond 16 bits']],
  ['a member twice', '{"name":"x","name":"x"}', 'body', ['a member twice']],
  ['an unknown member', '{"colour":1}', 'body', ['an unknown member']],
  ['its members', '{"name":"x","status":"sold"}', 'body', ['an object of its members']],
  ['nothing', '', 'body', ['empty']],
  ['half of it', '{"name"', 'body', ['cut off']],
  ['too deep to be read', '['.repeat(200), 'body', ['cut off']],
])('%s is a class of a creation', ([, body, input, classes]) => {
  const [exchange] = story({ ask: POST, status: 400 })
  const sent = exchange && { ...exchange, probe: { ...exchange.probe, body } }
  expect(askedOf(sent === undefined ? [] : [sent], 'createPet', input)).toEqual(classes)
})

test('a request that is refused before its values are read asks for its key alone, and one over the limit not even that', () => {
  const refused = story({ ask: `${GET}?limit=0`, key: 'no-such-key', status: 401 })
  expect(askedOf(refused, 'listPets', 'key')).toEqual(['a made-up key'])
  expect(askedOf(refused, 'listPets', 'limit')).toEqual([])
  expect(askedOf(story({ ask: `${GET}?limit=0`, status: 429 }), 'listPets', 'key')).toEqual([])
})

test.for([
  [{ key: '', status: 401 }, ['key AUTH-2, limit open', 'key AUTH-2, status LIST-5']],
  [{ status: 400 }, ['key AUTH-1, limit open', 'limit open, status LIST-5']],
] as const)(
  'values meet in one request where no third one may be refused in their place: %o',
  ([step, pairs]) => {
    const refused = story({ ask: `${GET}?limit=0&status=sold`, ...step })
    const groups = asked(refused, () => undefined).filter(({ kind }) => kind === 'in one request')
    const met = groups.flatMap(({ cells }) => cells.filter(({ requests }) => requests > 0))
    expect(met.map(({ beside, name }) => `${beside}, ${name}`)).toEqual(pairs)
  },
)

test('a transition is from the last reply before it, of the same key and of others', () => {
  const exchanges = story(
    { ask: GET },
    { ask: 'GET /pets/7', status: 404 },
    { ask: GET, key: 'other' },
    { ask: POST, status: 400, body: {} },
    { ask: GET, key: '', status: 401 },
    { ask: 'GET /pets/1' },
  )
  expect(askedOf(exchanges, 'the same key')).toEqual([
    'listPets 200 → getPet 404',
    'createPet 400 → getPet 200',
    'getPet 404 → createPet 400',
  ])
  expect(askedOf(exchanges, 'another key')).toEqual([
    'listPets 200 → createPet 400',
    'getPet 404 → listPets 200',
  ])
  expect(askedOf(exchanges, 'a key after none')).toEqual(['listPets 401 → getPet 200'])
  expect(askedOf(exchanges, 'none after a key')).toEqual(['createPet 400 → listPets 401'])
})

test('requests overlap that were under way at the same time, and across the limit where one of them is refused', () => {
  const exchanges = story(
    { ask: GET, at: [0, 2] },
    { ask: POST, body: {}, status: 429, at: [1, 3] },
    { ask: 'GET /pets/1', key: 'other', at: [2.5, 4] },
    { ask: GET, at: [5, 6] },
  )
  const pairs = asked(exchanges, () => undefined).filter(({ kind }) => kind === 'at once')
  const met = pairs.flatMap(({ of, cells }) =>
    cells.filter(({ requests }) => requests > 0).map(({ beside, name }) => `${of}: ${beside}, ${name}`),
  )
  expect(met).toEqual([
    'the same key: listPets, createPet',
    'two keys: createPet, getPet',
    'across the limit: listPets, createPet',
  ])
})

test('each class has a name of its own, and its sample lies in it', () => {
  const names = inputClasses.map(({ operation, input, name }) => `${operation} ${input} ${name}`)
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
  const isOut = (one: InputClass): boolean => {
    const value = readers[one.place](sampleOf(one), one.input)
    return value === undefined || !predicateOf(one.test)(value)
  }
  expect(inputClasses.filter(isOut).map(({ input, name }) => `${input} ${name}`)).toEqual([])
})

/** A request with the sample of a class, in place of what else it holds. */
function sampleOf({ place, input, sample, test: { times } }: InputClass): RecordedExchange {
  const text = filledIn(sample, 'o'.repeat(7), { name: '"Rex"', categoryId: '1' })
  const path =
    place === 'path'
      ? `/${text}`
      : place === 'query' || text.startsWith('?')
        ? `?${text.replace('?', '')}`
        : ''
  const headers = {
    ...(place === 'key' && headersOf(text)),
    ...(place === 'media type' && times !== 0 && { 'Content-Type': text }),
  }
  const member = text === '' ? '{}' : `{"${input}":${text}}`
  const body = place === 'member' ? member : place === 'body' && times !== 0 ? text : undefined
  const caller = text.startsWith('Bearer {key}')
    ? 'key'
    : text.startsWith('Bearer {second-key}')
      ? 'second key'
      : 'nobody'
  const [exchange] = story({ ask: `GET /pets${path}` })
  if (exchange === undefined) throw new Error('no exchange')
  return { ...exchange, probe: { ...exchange.probe, caller, headers, ...(body !== undefined && { body }) } }
}

function headersOf(text: string): Readonly<Record<string, string>> {
  if (text === '' || text.startsWith('?')) return {}
  return text.startsWith('X-') ? { 'X-Api-Key': '{key}' } : { Authorization: text }
}

function shortOf(minute: string): string {
  return `${minute} is too short: --thorough`
}

test('a run says what it left out, and why', async () => {
  const { asked: groups = [] } = await runOn(await testService((healthy) => healthy), {
    secondKey: undefined,
    exhaust: false,
    ban: false,
    readOnly: true,
  })
  const reasons = (kind: AskedGroup['kind']): ReadonlySet<string | undefined> => {
    const cells = groups.filter((group) => group.kind === kind).flatMap((group) => group.cells)
    return new Set(cells.filter(({ requests }) => requests === 0).map(({ leftOut }) => leftOut))
  }
  const [over, writes, second] = [
    'it goes over the limit: --exhaust',
    'it may add a pet, which --read-only forbids',
    'it takes a second key: --second-key-env',
  ]
  expect(reasons('classes')).toEqual(
    new Set([writes, second, shortOf('the key’s minute'), shortOf('the minute of requests without a key')]),
  )
  expect(reasons('transitions')).toEqual(new Set([over, writes, second, 'no test of this run leads there']))
  expect(countAsked(groups.flatMap(({ cells }) => cells)).asked).toBeGreaterThan(40)
})

test('what had no room is named: the minute of requests without a key, or the pets that a run may add', async () => {
  const reasons = async (given: Partial<ContractSettings>): Promise<ReadonlySet<string | undefined>> => {
    const service = await testService((healthy) => healthy)
    const { asked: groups = [] } = await runOn(service, { plan: 'pro', key: 'pro-demo-key', ...given })
    const kinds = groups.filter(({ kind }) => kind === 'classes' || kind === 'in one request')
    const cells = kinds.flatMap((group) => group.cells)
    return new Set(cells.filter(({ requests }) => requests === 0).map(({ leftOut }) => leftOut))
  }
  const short = { exhaust: false, ban: false, maxCreated: 100 }
  expect(await reasons({ ...short, secondKey: undefined })).toEqual(
    new Set(['it takes a second key: --second-key-env', shortOf('the minute of requests without a key')]),
  )
  expect(await reasons(short)).toEqual(
    new Set([shortOf('the second key’s minute'), shortOf('the minute of requests without a key')]),
  )
  expect(await reasons({ thorough: true, maxCreated: 40 })).toEqual(
    new Set(['it may add a pet, for which --max-created has no room']),
  )
})
