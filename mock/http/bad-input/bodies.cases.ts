import type { BadRequest } from './requests.cases.ts'

const DEEP = 50_000
const LIMIT = 100 * 1024
const PET = '"name":"Rex","categoryId":1'

interface BodyCase {
  readonly fact: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly status: 201 | 400 | 413
}

const refused: readonly BodyCase[] = [
  malformed('arrays that nest 50,000 deep', '['.repeat(DEEP) + ']'.repeat(DEEP)),
  malformed('objects that nest 50,000 deep', `${'{"a":'.repeat(DEEP / 3)}1${'}'.repeat(DEEP / 3)}`),
  malformed(
    'an unknown field that nests 40,000 deep',
    `{${PET},"x":${'['.repeat(40_000)}${']'.repeat(40_000)}}`,
  ),
  malformed('arrays that nest without an end', '['.repeat(DEEP)),
  malformed('one level too many', `{${PET},"x":${'['.repeat(32)}${']'.repeat(32)}}`),
  malformed('a duplicate name', `{${PET},"name":"Max"}`),
  malformed('a duplicate name of the same value', `{${PET},"name":"Rex"}`),
  malformed('a duplicate name in an escape', `{${PET},"\\u006eame":"Max"}`),
  malformed('a duplicate name, both in escapes', `{"\\u006eame":"Rex","na\\u006de":"Max","categoryId":1}`),
  malformed('a duplicate of an unknown name', `{${PET},"x":1,"x":2}`),
  malformed('a duplicate in a nested object', `{${PET},"x":{"y":1,"y":2}}`),
  malformed('a duplicate in an object in an array', `{${PET},"x":[{"y":1},{"y":1,"y":1}]}`),
  malformed('a duplicate after a string that holds ":', `{"name":"a\\":b","categoryId":1,"name":"c"}`),
  malformed('a duplicate with white space before the colon', `{${PET},"name" \t\r\n:"Max"}`),
  malformed('an empty name twice', `{${PET},"":1,"":2}`),
  malformed('__proto__', `{${PET},"__proto__":{"status":"sold"}}`),
  malformed('__proto__ in an escape', `{${PET},"__pr\\u006fto__":{"status":"sold"}}`),
  malformed('__proto__ in a nested object', `{${PET},"x":{"__proto__":{"polluted":true}}}`),
  malformed('__proto__ alone', `{"__proto__":{${PET}}}`),
  malformed('a lone surrogate in the name', '{"name":"\\ud83d","categoryId":1}'),
  malformed('a lone low surrogate in the name', '{"name":"Rex\\udc36","categoryId":1}'),
  malformed('surrogates in the wrong order', '{"name":"\\udc36\\ud83d","categoryId":1}'),
  malformed('NUL in the name', '{"name":"R\\u0000ex","categoryId":1}'),
  malformed('a raw NUL in the name', '{"name":"R\0ex","categoryId":1}'),
  malformed('a NUL after the JSON', `{${PET}}\0`),
  malformed('a byte that is no UTF-8', bytes('{"name":"', 0xff, '","categoryId":1}')),
  malformed('UTF-8 that is cut off', bytes('{"name":"', 0xf0, 0x9f, 0x90, '","categoryId":1}')),
  malformed('an overlong form of UTF-8', bytes('{"name":"', 0xc0, 0xae, '","categoryId":1}')),
  malformed('a surrogate in UTF-8', bytes('{"name":"', 0xed, 0xa0, 0xbd, '","categoryId":1}')),
  malformed('UTF-16', new Uint8Array(Buffer.from(`\ufeff{${PET}}`, 'utf16le'))),
  malformed('a categoryId of 90,000 digits', `{"name":"Rex","categoryId":${'9'.repeat(90_000)}}`),
  malformed('a categoryId with an enormous exponent', '{"name":"Rex","categoryId":1e999999999}'),
  malformed('a categoryId with an enormous negative exponent', '{"name":"Rex","categoryId":1e-999999999}'),
  malformed('a categoryId of 90,000 decimals', `{"name":"Rex","categoryId":1.${'0'.repeat(90_000)}1}`),
  malformed(
    'constructor in the place of the fields',
    '{"constructor":{"prototype":{"name":"Rex","categoryId":1}}}',
  ),
  malformed('50,000 numbers', `[${'1,'.repeat(49_999)}1]`),
  malformed('a string without an end', `{"name":"${'\\"'.repeat(DEEP)}`),
  malformed('quotation marks only', '"'.repeat(LIMIT)),
  { fact: 'one byte too many', body: padded(LIMIT + 1), status: 413 },
  { fact: 'a character of two bytes across the bound', body: `${padded(LIMIT - 1)}é`, status: 413 },
]

/** Bodies that look bad but are accepted. */
export const lawfulBodies: readonly BodyCase[] = [
  { fact: 'the maximum number of bytes', body: padded(LIMIT), status: 201 },
  { fact: 'a byte order mark', body: bytes(0xef, 0xbb, 0xbf, `{${PET}}`), status: 201 },
  {
    fact: 'the maximum number of levels',
    body: `{${PET},"x":${'['.repeat(31)}${']'.repeat(31)}}`,
    status: 201,
  },
  { fact: 'a string that holds ":', body: '{"name":"a\\":\\"b","categoryId":1,"x":"\\":"}', status: 201 },
  {
    fact: 'the same name in two objects',
    body: `{${PET},"x":{"name":1},"y":[{"name":1},{"name":2}]}`,
    status: 201,
  },
  {
    fact: 'a name that is also a value',
    body: '{"name":"name","categoryId":1,"x":["name","name"]}',
    status: 201,
  },
  {
    fact: 'constructor and toString',
    body: `{${PET},"constructor":{"prototype":{"polluted":true}},"toString":1}`,
    status: 201,
  },
  { fact: 'a lone surrogate in an unknown field', body: `{${PET},"x":"\\ud83d","\\udc36":1}`, status: 201 },
  {
    fact: '10,000 unknown fields',
    body: `{${PET}${Array.from({ length: 10_000 }, (_, at) => `,"${at}":1`).join('')}}`,
    status: 201,
  },
]

function malformed(fact: string, body: BodyCase['body']): BodyCase {
  return { fact, body, status: 400 }
}

function padded(length: number): string {
  return `{${PET}}`.padEnd(length)
}

function bytes(...parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? part : [part]))),
  )
}

const HEAD =
  'POST /v1/pets HTTP/1.1\r\nHost: petstore.test\r\nAuthorization: Bearer free-demo-key\r\nContent-Type: application/json\r\n'

/** A creation from each body. */
export const badBodies: readonly BadRequest[] = [...refused, ...lawfulBodies].map(
  ({ fact, body, status }) => ({
    fact: `a body with ${fact}`,
    says: Buffer.concat([
      Buffer.from(`${HEAD}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`),
      Buffer.from(body),
    ]),
    lawful: [status],
    adds: status === 201 ? 1 : 0,
  }),
)
