import type { IncomingMessage } from 'node:http'
import { ControlRefusal } from './control-refusal.ts'

/** Bytes of a body that are read. */
export const BODY_LIMIT = 1_000_000

/** A body's value; `undefined` for a request without one. */
export type Body = { readonly value: unknown } | ControlRefusal | undefined

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

/** Reads the body of a request as JSON, or says why it cannot be taken. Never rejects. */
export async function readJson(request: IncomingMessage): Promise<Body> {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  if (chunked === undefined && (length === undefined || Number(length) === 0)) return undefined
  // In an app whose own parser has read the body before us, only what it made of it is left.
  if (request.readableEnded && 'body' in request) return { value: request.body }
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers
  if (!JSON_TYPE.test(type ?? '') || encoding !== 'identity') {
    return new ControlRefusal(
      'unsupported_media_type',
      'The body must be sent with "Content-Type: application/json", in UTF-8 and not compressed',
    )
  }
  const bytes = Number(length) > BODY_LIMIT ? 'too-large' : await readBytes(request)
  if (bytes === 'too-large') {
    return new ControlRefusal('body_too_large', `The body is larger than ${BODY_LIMIT} bytes`)
  }
  if (bytes === 'aborted') return new ControlRefusal('malformed_json', 'The body ended before its time')
  return parse(bytes)
}

function readBytes(request: IncomingMessage): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    if (request.destroyed) resolve('aborted')
    // What comes after the limit is thrown away, so that the client hears the reply.
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= BODY_LIMIT) chunks.push(chunk)
      else resolve('too-large')
    })
    request.once('end', () => {
      resolve(Buffer.concat(chunks))
    })
    for (const event of ['close', 'error']) {
      request.once(event, () => {
        resolve('aborted')
      })
    }
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Buffer): Body {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) {
      return new ControlRefusal('malformed_json', `The body is not JSON: ${error.message}`)
    }
    return new ControlRefusal('malformed_json', 'The body is not UTF-8')
  }
}
