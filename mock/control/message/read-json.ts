import { MOST_BYTES } from '../../core/memory/bounds.ts'
import type { RequestBody } from '../../core/message/request.ts'
import { refuseTooDeep, TooDeep } from '../../../spec/exact-json/json.ts'
import { ControlRefusal } from './control-refusal.ts'
import type { ControlRequest } from './control-request.ts'

/** The value of a body; `undefined` for a request without a body. */
export type JsonBody = { readonly value: unknown } | ControlRefusal | undefined

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

/** Parses the body of a request as JSON, or refuses it. Never rejects. */
export async function readJson(
  request: ControlRequest,
  limit: number = MOST_BYTES.controlBody,
): Promise<JsonBody> {
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
  // A Content-Length that is too large is refused before the body is read.
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
      return new ControlRefusal('malformed_json', 'The body is incomplete')
  }
}

// Bounds the work of BigInt. The double of a longer number is out of every bound, too.
const INTEGER = /^-?\d{1,400}$/

/** Revives integers that a double cannot represent as BigInt. */
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
