import { MOST_BYTES } from '../memory/bounds.ts'
import { settle, type Choices } from '../../../spec/choices.ts'
import { mayLoseDigits, parseJson } from '../../../spec/exact-json/json.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import type { ErrorCode } from '../message/errors.ts'
import { inspectJson } from './inspect-json.ts'
import { refusal, type Refusal } from '../message/outcome.ts'
import { header, type Request, type RequestBody } from '../message/request.ts'

/** Reads a request's body as text (section POST /pets), or returns why it is refused. */
export function readBody(request: Request, choices: Choices): Awaitable<string | Refusal> {
  if (!announcesBody(request)) return missingBody()
  const wrongType = checkMediaType(request, choices)
  if (wrongType) return wrongType
  if (Number(header(request, 'content-length')) > MOST_BYTES.requestBody) return tooLarge()
  return andThen(request.readBody(MOST_BYTES.requestBody), bodyText)
}

function bodyText(body: RequestBody): string | Refusal {
  if (body.kind === 'too-large') return tooLarge()
  if (body.kind === 'not-utf-8') return malformed('The body is not UTF-8')
  if (body.kind === 'aborted') return malformed('The body ended before its time')
  if (body.kind === 'unreadable') return unreadable(body.code)
  if (body.kind === 'rounded') return rounded(body.number)
  return body.text.trim() === '' ? missingBody() : body.text
}

/** Parses a JSON text, with all digits of its numbers; refuses a text that a service should not accept. */
export function parseBody(text: string, choices: Choices): { readonly value: unknown } | Refusal {
  try {
    // JSON.parse does not recurse. Recursive code runs after the depth is checked.
    const value: unknown = JSON.parse(text)
    const problem = inspectJson(text, value, choices)
    if (problem !== undefined) return malformed(problem)
    return { value: mayLoseDigits(text) ? parseJson(text) : value }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return malformed(`The body is not JSON: ${error.message}`)
  }
}

// RFC 9112 §6.3: only these two fields announce a body.
function announcesBody(request: Request): boolean {
  const length = header(request, 'content-length')
  return header(request, 'transfer-encoding') !== undefined || (length !== undefined && length !== '0')
}

// A parameter that JSON does not define has no meaning (RFC 8259 §11); an empty one is allowed (RFC 9110 §5.6.6).
function isJsonType(type: string): boolean {
  // The form that nearly all clients send.
  if (type === 'application/json') return true
  const [media = '', ...parameters] = type.toLowerCase().split(';')
  const isUtf8 = parameters.every((parameter) => !CHARSET.test(parameter) || UTF_8.test(parameter))
  return media.trim() === 'application/json' && isUtf8
}

const CHARSET = /^\s*charset=/
const UTF_8 = /=(?:utf-8|"utf-8")\s*$/

function checkMediaType(request: Request, choices: Choices): Refusal | undefined {
  const type = header(request, 'content-type')
  const encoding = header(request, 'content-encoding')
  const plain = encoding === undefined || encoding.toLowerCase() === 'identity'
  if (plain && type !== undefined && isJsonType(type)) return undefined
  const rule = 'wrong-media-type'
  const code = settle(choices, rule, { '415': 'unsupported_media_type', '400': 'invalid_media_type' })
  const sent = plain ? `Content-Type ${type ?? 'missing'}` : `Content-Encoding ${encoding}`
  return refusal(code, `The body must be application/json in UTF-8, not compressed (${sent.slice(0, 100)})`, {
    step: 'read body',
    rule,
  })
}

function unreadable(code: ErrorCode): Refusal {
  const what =
    code === 'request_timeout'
      ? 'took too long to arrive'
      : 'is not framed as RFC 9112 asks, or in tiny pieces'
  return refusal(code, `The body ${what}`, { step: 'read body' })
}

/** The client has done nothing wrong: the app has. */
function rounded(number: number): Refusal {
  const message = `A body parser has read the body before the mock, and may have rounded a number to ${number}: mount the mock before it`
  return refusal('internal_error', message, { step: 'read body' })
}

function missingBody(): Refusal {
  return refusal('invalid_body', 'A body is required: a JSON object with name and categoryId', {
    step: 'read body',
    rule: 'CREATE-5',
  })
}

function malformed(message: string): Refusal {
  return refusal('malformed_json', message, { step: 'read body', rule: 'CREATE-5' })
}

function tooLarge(): Refusal {
  return refusal('body_too_large', `The body is larger than ${MOST_BYTES.requestBody} bytes`, {
    step: 'read body',
  })
}
