import { OVERHEAD } from '../core/memory/bounds.ts'
import type { IncomingMessage } from 'node:http'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import type { Budget, Share } from '../core/memory/memory.ts'
import type { ErrorCode } from '../core/message/errors.ts'
import { decodeBody, type RequestBody } from '../core/message/request.ts'

const BROKEN_OFF = Symbol('broken off')

/** Ends the reading of a body of which nothing more can come; tells whether anyone was reading it. */
export function breakOff(request: IncomingMessage, code: ErrorCode): boolean {
  return request.emit(BROKEN_OFF, code)
}

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
    let share: Share | undefined
    let isSettled = false
    const resolve = (body: RequestBody): void => {
      isSettled = true
      share?.end()
      settle(body)
    }
    const chunks: Buffer[] = []
    let length = 0
    const announced = Number(request.headers['content-length'])
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) resolve({ kind: 'too-large' })
      // As most come: whole, in one piece.
      else if (chunk.length === announced) resolve(decodeBody(chunk, limit))
      else {
        chunks.push(chunk)
        share ??= openShare(request, budget)
        share.allocate(chunk.length + OVERHEAD.bodyChunk)
      }
    })
    request.on('end', () => {
      if (!isSettled) resolve(decodeBody(Buffer.concat(chunks), limit))
    })
    const abort = (): void => {
      resolve({ kind: 'aborted' })
    }
    request.on('close', abort)
    request.on('error', abort)
    request.on(BROKEN_OFF, (code: ErrorCode) => {
      resolve({ kind: 'unreadable', code })
    })
  })
}

function openShare(request: IncomingMessage, budget: Budget): Share {
  const share = budget.open(() => {
    share.end()
    request.destroy()
  })
  return share
}

/** In an app whose own parser has read the body before us, only what it made of it is left. */
function parsedBefore(request: IncomingMessage): string {
  return 'body' in request && request.body !== undefined ? stringifyJson(request.body) : ''
}
