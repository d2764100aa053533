import type { IncomingMessage } from 'node:http'
import { stringifyJson } from '../../spec/index.ts'
import type { Budget } from '../core/memory/memory.ts'
import type { ErrorCode } from '../core/message/errors.ts'
import { decodeBody, type RequestBody } from '../core/message/request.ts'

const BROKEN_OFF = Symbol('broken off')

/** Ends the reading of a body of which nothing more can come; tells whether anyone was reading it. */
export function breakOff(request: IncomingMessage, code: ErrorCode): boolean {
  return request.emit(BROKEN_OFF, code)
}

// What a chunk takes besides its bytes, of which it may have a single one.
const CHUNK_BYTES = 200

/**
 * Reads a request's body up to `limit` bytes; never rejects. What has come of it is within the budget: when that is full, the
 * connection with the longest ends.
 */
export function readRequestBody(
  request: IncomingMessage,
  limit: number,
  budget: Budget,
): Promise<RequestBody> {
  if (request.readableEnded) return Promise.resolve({ kind: 'text', text: parsedBefore(request) })
  return new Promise((settle) => {
    const share = budget.open(() => {
      share.end()
      request.destroy()
    })
    const resolve = (body: RequestBody): void => {
      share.end()
      settle(body)
    }
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) {
        chunks.push(chunk)
        share.take(chunk.length + CHUNK_BYTES)
      } else resolve({ kind: 'too-large' })
    })
    request.once('end', () => {
      const [first] = chunks
      resolve(decodeBody(chunks.length === 1 && first ? first : Buffer.concat(chunks), limit))
    })
    request.once('close', () => {
      resolve({ kind: 'aborted' })
    })
    request.once('error', () => {
      resolve({ kind: 'aborted' })
    })
    request.once(BROKEN_OFF, (code: ErrorCode) => {
      resolve({ kind: 'unreadable', code })
    })
  })
}

/** In an app whose own parser has read the body before us, only what it made of it is left. */
function parsedBefore(request: IncomingMessage): string {
  return 'body' in request && request.body !== undefined ? stringifyJson(request.body) : ''
}
