import type { RequestBody } from '../../core/message/request.ts'
import { refuseTooDeep, TooDeep } from '../../../spec/exact-json/json.ts'
import { BODY_LIMIT } from './body-limits.ts'
import { ControlRefusal } from './control-refusal.ts'
import type { ControlRequest } from './control-request.ts'

/** A body's value; `undefined` for a request without one. */
export type JsonBody = { readonly value: unknown } | ControlRefusal | undefined

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

/** Reads the body of a request as JSON, or says why it cannot be taken. Never rejects. */
export async function readJson(request: ControlRequest, limit = BODY_LIMIT): Promise<JsonBody> {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  if (chunked === undefined && (length === undefined || Number(length) === 0)) return undefined
  if (request.parsed) return request.parsed
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers
  if (!JSON_TYPE.test(String(type ?? '')) || encoding !== 'identity') {
    return new ControlRefusal(
      'unsupported_media_type',
      'The body must be sent with "Content-Type: application/json", in UTF-8 and not compressed',
    )
  }
  // One that is announced as too large is refused before it has come.
  const isTooLarge = Number(length) > limit
  return valueOf(isTooLarge ? { kind: 'too-large' } : await request.readBody(limit), limit)
}

function valueOf(body: RequestBody, limit: number): JsonBody {
  switch (body.kind) {
    case 'text':
      return parse(body.text)
    case 'not-utf-8':
      return new ControlRefusal('malformed_json', 'The body is not UTF-8')
    case 'too-large':
      return new ControlRefusal('body_too_large', `The body is larger than ${limit} bytes`)
    case 'aborted':
    case 'unreadable':
      return new ControlRefusal('malformed_json', 'The body ended before its time')
  }
}

// As long as what is compared digit by digit; beyond, the nearest double is as far out of every bound.
const INTEGER = /^-?\d{1,400}$/

/** An integer that a double may not hold, digit for digit. */
function exactInteger(_key: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value) || !INTEGER.test(source)
  return isExact ? value : BigInt(source)
}

function parse(text: string): JsonBody {
  try {
    refuseTooDeep(text)
    return { value: JSON.parse(text, exactInteger) }
  } catch (error) {
    if (error instanceof TooDeep)
      return new ControlRefusal('malformed_json', `The body cannot be read: ${error.message}`)
    if (!(error instanceof SyntaxError)) throw error
    return new ControlRefusal('malformed_json', `The body is not JSON: ${error.message}`)
  }
}
