import { MOST_BYTES } from '../../core/memory/bounds.ts'
import { bodyText, type BodyBytes } from '../../core/message/body-bytes.ts'
import { parseJson, refuseTooDeep, TooDeep } from '../../../spec/exact-json/json.ts'
import { NotUtf8, parseWithLongList } from '../../../spec/exact-json/long-list.ts'
import { nextTurn } from '../../../spec/next-turn.ts'
import { ControlRefusal } from './control-refusal.ts'
import type { ControlRequest } from './control-request.ts'

/** The value of a body; `undefined` for a request without a body. */
export type JsonBody = { readonly value: unknown } | ControlRefusal | undefined

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

/** Parses a text in UTF-8, or rejects with a SyntaxError. */
type Parse = (pieces: readonly Uint8Array[]) => unknown

/** Parses the body of a request as JSON, or refuses it. Never rejects. */
export function readJson(request: ControlRequest): Promise<JsonBody> {
  return readBody(request, MOST_BYTES.controlBody, parseShort)
}

/** The same for a snapshot, which may be long: other requests are answered while it is parsed. */
export function readSnapshot(request: ControlRequest): Promise<JsonBody> {
  return readBody(request, MOST_BYTES.snapshotBody, (pieces) => parseWithLongList(inTurns(pieces), 'pets'))
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
  return await valueOf(isTooLarge ? { kind: 'too-large' } : await request.readBytes(limit), limit, parse)
}

async function valueOf(body: BodyBytes, limit: number, parse: Parse): Promise<JsonBody> {
  switch (body.kind) {
    case 'bytes':
      return await parsed(body.pieces, parse)
    case 'too-large':
      return new ControlRefusal('body_too_large', `The body is larger than ${limit} bytes`)
    case 'aborted':
    case 'unreadable':
      return new ControlRefusal(
        'malformed_json',
        'The body is incomplete, or comes in thousands of tiny pieces',
      )
  }
}

/** Revives integers that a double cannot represent as BigInt; a fraction may lose digits, and a longer number is out of every bound. */
function exactInteger(_key: string, value: unknown, { source = '' }: { source?: string }): unknown {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value
  const exact = parseJson(source)
  return typeof exact === 'bigint' ? exact : value
}

function parseShort(pieces: readonly Uint8Array[]): unknown {
  const body = bodyText({ kind: 'bytes', pieces })
  if (body.kind !== 'text') throw new NotUtf8()
  refuseTooDeep(body.text)
  return JSON.parse(body.text, exactInteger)
}

/** Bytes that are parsed in some milliseconds. */
const PART = 500_000

/** The same bytes. Other requests have their turn before the first, and again before more than a part of them. */
async function* inTurns(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  let length = PART
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PART) {
      const part = piece.subarray(at, at + PART)
      length += part.length
      if (length > PART) {
        await nextTurn()
        length = part.length
      }
      yield part
    }
  }
}

async function parsed(pieces: readonly Uint8Array[], parse: Parse): Promise<JsonBody> {
  try {
    return { value: await parse(pieces) }
  } catch (error) {
    if (error instanceof NotUtf8) return new ControlRefusal('malformed_json', 'The body is not UTF-8')
    if (error instanceof TooDeep)
      return new ControlRefusal('malformed_json', `The body cannot be read: ${error.message}`)
    if (!(error instanceof SyntaxError)) throw error
    return new ControlRefusal('malformed_json', `The body is not JSON: ${error.message}`)
  }
}
