import { MOST_BYTES } from '../../core/memory/bounds.ts'
import type { RequestBody } from '../../core/message/request.ts'
import { refuseTooDeep, TooDeep } from '../../../spec/exact-json/json.ts'
import { parseWithLongList } from '../../../spec/exact-json/long-list.ts'
import { nextTurn } from '../../../spec/next-turn.ts'
import { ControlRefusal } from './control-refusal.ts'
import type { ControlRequest } from './control-request.ts'

/** The value of a body; `undefined` for a request without a body. */
export type JsonBody = { readonly value: unknown } | ControlRefusal | undefined

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

/** Parses a text, or rejects with a SyntaxError. */
type Parse = (text: string) => unknown

/** Parses the body of a request as JSON, or refuses it. Never rejects. */
export function readJson(request: ControlRequest): Promise<JsonBody> {
  return readBody(request, MOST_BYTES.controlBody, parseShort)
}

/** The same for a snapshot, which may be long: other requests are answered while it is parsed. */
export function readSnapshot(request: ControlRequest): Promise<JsonBody> {
  return readBody(request, MOST_BYTES.snapshotBody, (text) => parseWithLongList(slices(text), 'pets'))
}

async function readBody(request: ControlRequest, limit: number, parse: Parse): Promise<JsonBody> {
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
  return await valueOf(isTooLarge ? { kind: 'too-large' } : await request.readBody(limit), limit, parse)
}

async function valueOf(body: RequestBody, limit: number, parse: Parse): Promise<JsonBody> {
  switch (body.kind) {
    case 'text':
      return await parsed(body.text, parse)
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

function parseShort(text: string): unknown {
  refuseTooDeep(text)
  return JSON.parse(text, exactInteger)
}

// A part of this length is parsed in some milliseconds.
const SLICE = 500_000

async function* slices(text: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let at = 0; at < text.length;) {
    await nextTurn()
    // No character is cut in two.
    const end = at + SLICE + ((text.codePointAt(at + SLICE - 1) ?? 0) > 0xffff ? 1 : 0)
    yield encoder.encode(text.slice(at, end))
    at = end
  }
}

async function parsed(text: string, parse: Parse): Promise<JsonBody> {
  try {
    return { value: await parse(text) }
  } catch (error) {
    if (error instanceof TooDeep)
      return new ControlRefusal('malformed_json', `The body cannot be read: ${error.message}`)
    if (!(error instanceof SyntaxError)) throw error
    return new ControlRefusal('malformed_json', `The body is not JSON: ${error.message}`)
  }
}
