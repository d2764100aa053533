import { describe, expect, test } from 'vitest'
import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import { MOST_BYTES } from '../memory/bounds.ts'
import type { RequestBody } from '../message/request.ts'
import { ask } from '../testing/test-world.ts'
import { parseBody, readBody } from './read-body.ts'

type Headers = Readonly<Record<string, string>>
const TYPED = { 'content-type': 'application/json', 'content-length': '2' }

/** The text that is read, or the code of why there is none. */
async function read(
  headers: Headers,
  body: RequestBody = { kind: 'text', text: '{}' },
  choices: Choices = defaultChoices,
): Promise<string> {
  const text = await readBody({ ...ask(), headers, readBody: () => body }, choices)
  return typeof text === 'string' ? text : `${text.status} ${text.code}: ${text.message}`
}

const MISSING = '400 invalid_body: A body is required: a JSON object with name and categoryId'

describe('a body is read', () => {
  test.for<[what: string, headers: Headers, text: string]>([
    ['with a length', TYPED, '{}'],
    ['in chunks', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, '{}'],
    ['not without either', { 'content-type': 'application/json' }, MISSING],
    ['not of a length of 0', { ...TYPED, 'content-length': '0' }, MISSING],
    [
      'of as many bytes as there may be',
      { ...TYPED, 'content-length': String(MOST_BYTES.requestBody) },
      '{}',
    ],
    [
      'not of more',
      { ...TYPED, 'content-length': String(MOST_BYTES.requestBody + 1) },
      '413 body_too_large: The body is larger than 102400 bytes',
    ],
  ])('%s', async ([_what, headers, text]) => {
    expect(await read(headers)).toBe(text)
  })

  test('no further than to the limit', async () => {
    let limit = 0
    await readBody(
      { ...ask(), headers: TYPED, readBody: (most) => ({ kind: 'text', text: String((limit = most)) }) },
      defaultChoices,
    )
    expect(limit).toBe(102_400)
  })

  test.for<[body: RequestBody, why: string]>([
    [{ kind: 'too-large' }, '413 body_too_large: The body is larger than 102400 bytes'],
    [{ kind: 'not-utf-8' }, '400 malformed_json: The body is not UTF-8'],
    [
      { kind: 'rounded', number: 2 ** 53 },
      '500 internal_error: A body parser has read the body before the mock, and may have rounded a number to 9007199254740992: mount the mock before it',
    ],
    [{ kind: 'aborted' }, '400 malformed_json: The body ended before its time'],
    [
      { kind: 'unreadable', code: 'request_timeout' },
      '408 request_timeout: The body took too long to arrive',
    ],
    [
      { kind: 'unreadable', code: 'malformed_request' },
      '400 malformed_request: The body is not framed as RFC 9112 asks, or in tiny pieces',
    ],
    [{ kind: 'text', text: ' \n' }, MISSING],
  ])('or why it is not: %j', async ([body, why]) => {
    expect(await read(TYPED, body)).toBe(why)
  })
})

describe('the type of a body', () => {
  const typed = (type: string, more: Headers = {}): Headers => ({
    'content-length': '2',
    'content-type': type,
    ...more,
  })

  test.for([
    'application/json',
    'Application/JSON',
    'application/json;',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8" ',
    'application/json; version=1',
  ])('may be %s', async (type) => {
    expect(await read(typed(type))).toBe('{}')
  })

  test.for<[headers: Headers, sent: string]>([
    [{ 'content-length': '2' }, 'Content-Type missing'],
    [typed('text/json'), 'Content-Type text/json'],
    [typed('application/json-seq'), 'Content-Type application/json-seq'],
    [typed('x/application/json'), 'Content-Type x/application/json'],
    [typed('application/json; charset=latin1'), 'Content-Type application/json; charset=latin1'],
    [typed('application/json; charset=utf-8x'), 'Content-Type application/json; charset=utf-8x'],
    [typed('application/json', { 'content-encoding': 'gzip' }), 'Content-Encoding gzip'],
    [typed('a'.repeat(200)), `Content-Type ${'a'.repeat(87)}`],
  ])('may not be %j', async ([headers, sent]) => {
    const message = `The body must be application/json in UTF-8, not compressed (${sent})`
    expect(await read(headers)).toBe(`415 unsupported_media_type: ${message}`)
    const choices: Choices = { ...defaultChoices, 'wrong-media-type': '400' }
    expect(await read(headers, undefined, choices)).toBe(`400 invalid_media_type: ${message}`)
  })

  test('may be encoded as it is', async () => {
    expect(await read(typed('application/json', { 'content-encoding': 'Identity' }))).toBe('{}')
  })
})

describe('a JSON text is parsed', () => {
  test('with all digits of its numbers', () => {
    expect(parseBody('{"categoryId":9007199254740993}', defaultChoices)).toEqual({
      value: { categoryId: 9007199254740993n },
    })
    expect(parseBody('{"categoryId":1}', defaultChoices)).toEqual({ value: { categoryId: 1 } })
  })

  test('with a member that is there twice, where the service has chosen so', () => {
    const choose = (choice: Choices['duplicate-body-field']): Choices => ({
      ...defaultChoices,
      'duplicate-body-field': choice,
    })
    expect(parseBody('{"a":1,"a":2}', choose('last-wins'))).toEqual({ value: { a: 2 } })
    expect(parseBody('{"a":1,"a":2}', choose('400'))).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  test('unless it is none', () => {
    const refused = parseBody('{"a":', defaultChoices)
    const reason = { step: 'read body', rule: 'CREATE-5' }
    expect(refused).toMatchObject({ status: 400, code: 'malformed_json', reason })
    expect('message' in refused && refused.message).toMatch(/^The body is not JSON: ./)
  })
})
