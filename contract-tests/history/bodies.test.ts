import { describe, expect, test } from 'vitest'
import { sentBody, type SentBody } from './bodies.ts'
import { exchangeOf } from './testing/findings.ts'

const NAME = '"name":"Rex"'
const JSON_TYPE = { 'Content-Type': 'application/json' }

function read(body: string, headers: Readonly<Record<string, string>> = JSON_TYPE): SentBody {
  const { probe, ...exchange } = exchangeOf({ ask: 'POST /pets', key: '', sends: headers })
  return sentBody({ ...exchange, probe: { ...probe, body } })
}

const valid = { kind: 'valid', name: 'Rex', categoryId: 1, status: undefined, others: '' }

describe('valid is', () => {
  test.for<[what: string, body: string, fields: object]>([
    ['name and category', `{${NAME},"categoryId":1}`, {}],
    ['a status of the three', `{${NAME},"categoryId":1,"status":"sold"}`, { status: 'sold' }],
    ['an empty name', '{"name":"","categoryId":1}', { name: '' }],
    ['the greatest int64', `{${NAME},"categoryId":9223372036854775807}`, { categoryId: 2n ** 63n - 1n }],
    ['a member more', `{${NAME},"categoryId":1,"colour":2,"age":1}`, { others: 'age,colour' }],
    ['blanks between the tokens', `{ ${NAME} ,\t"categoryId":\r\n 1 }`, {}],
    ['blanks in a name', '{"name":"a  b","categoryId":1}', { name: 'a  b' }],
    ['blanks in a name and around it', '{ "name":"a \\"  b" ,"categoryId":1}', { name: 'a "  b' }],
  ])('%s', ([_what, body, fields]) => {
    expect(read(body)).toEqual({ ...valid, ...fields })
  })

  test.for([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-8',
  ])('JSON of the type %s', (type) => {
    expect(read(`{${NAME},"categoryId":1}`, { 'content-type': type })).toEqual(valid)
  })
})

describe('invalid is', () => {
  test.for<[what: string, body: string, clause: string]>([
    ['is missing', '', 'CREATE-5'],
    ['is missing', ' \n', 'CREATE-5'],
    ['is no JSON', '{"name":', 'CREATE-5'],
    ['is no JSON', 'Rex', 'CREATE-5'],
    ['is no JSON object', '[]', 'CREATE-5'],
    ['is no JSON object', 'null', 'CREATE-5'],
    ['is no JSON object', '"Rex"', 'CREATE-5'],
    ['has no name', '{"categoryId":1}', 'CREATE-3'],
    ['has no name', '{}', 'CREATE-3'],
    ['has no categoryId', `{${NAME}}`, 'CREATE-3'],
    ['has a name that is no string', '{"name":7,"categoryId":1}', 'CREATE-4'],
    ['has a name that is no string', '{"name":null,"categoryId":1}', 'CREATE-4'],
    ['has a categoryId that is no int64', `{${NAME},"categoryId":"1"}`, 'CREATE-4'],
    ['has a categoryId that is no int64', `{${NAME},"categoryId":9223372036854775808}`, 'CREATE-4'],
    ['has a status that is none of the three', `{${NAME},"categoryId":1,"status":"lost"}`, 'CREATE-4'],
    ['has a status that is none of the three', `{${NAME},"categoryId":1,"status":7}`, 'CREATE-4'],
  ])('a body that %s: %j', ([what, body, clause]) => {
    expect(read(body)).toEqual({ kind: 'invalid', clause, what })
  })
})

describe('the document does not say whether it is valid:', () => {
  test.for<[what: string, body: string, headers?: Readonly<Record<string, string>>]>([
    ['a byte order mark', `\u{feff}{${NAME},"categoryId":1}`],
    ['a member that is there twice', `{${NAME},${NAME},"categoryId":1}`],
    ['a category with an exponent', `{${NAME},"categoryId":1e0}`],
    ['a category with a fraction', `{${NAME},"categoryId":1.0}`],
    ['half a surrogate pair', '{"name":"\\ud800","categoryId":1}'],
    ['NUL in a name', '{"name":"a\\u0000","categoryId":1}'],
    ['a status that is null', `{${NAME},"categoryId":1,"status":null}`],
    ['an object that is nested too deep', `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['no type', `{${NAME},"categoryId":1}`, {}],
    ['another type', '{}', { 'Content-Type': 'text/json' }],
    ['a type that ends alike', '{}', { 'Content-Type': 'x-application/json' }],
    ['a type that begins alike', '{}', { 'Content-Type': 'application/jsonl' }],
    ['two types', '{}', { 'Content-Type': 'application/json', 'content-type': 'application/json' }],
    ['a compressed one', '{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['one that waits for a 100', '{}', { ...JSON_TYPE, Expect: '100-continue' }],
  ])('%s', ([_what, body, headers]) => {
    expect(read(body, headers)).toEqual({ kind: 'open' })
  })

  test('other headers that are named alike say nothing of it', () => {
    const headers = { ...JSON_TYPE, Expectation: 'a', 'X-Expect': 'b', 'X-Content-Encoding': 'c' }
    expect(read(`{${NAME},"categoryId":1}`, headers)).toEqual(valid)
  })
})
