import { OVERHEAD } from '../core/memory/bounds.ts'
import type { IncomingMessage } from 'node:http'
import { mayLoseDigits, stringifyJson } from '../../spec/exact-json/json.ts'
import type { Budget, Share } from '../core/memory/memory.ts'
import type { Awaitable } from '../core/message/awaitable.ts'
import type { ErrorCode } from '../core/message/errors.ts'
import { bodyBytes, bodyText, type BodyBytes } from '../core/message/body-bytes.ts'
import { decodeBody, type RequestBody } from '../core/message/request.ts'
import { ServerRequest } from './server-request.ts'

const BROKEN_OFF = Symbol('broken off')

/** Ends the reading of a body that cannot be completed. Returns whether it was being read. */
export function breakOff(request: IncomingMessage, code: ErrorCode): boolean {
  return request.emit(BROKEN_OFF, code)
}

/**
 * Reads a request's body up to `limit` bytes. Never rejects. The received chunks count in the budget: when it is exhausted, the
 * connection with the longest body ends.
 */
export function readRequestBody(
  request: IncomingMessage,
  limit: number,
  budget: Budget,
): Awaitable<RequestBody> {
  if (request instanceof ServerRequest && request.wholeBody) return decodeBody(request.wholeBody, limit)
  if (request.readableEnded) return parsedBefore(request)
  return readPieces(request, limit, budget).then(bodyText)
}

/** The same, not decoded. */
export function readRequestBytes(
  request: IncomingMessage,
  limit: number,
  budget: Budget,
): Awaitable<BodyBytes> {
  if (request instanceof ServerRequest && request.wholeBody) return bodyBytes(request.wholeBody, limit)
  if (request.readableEnded) return { kind: 'bytes', pieces: [] }
  return readPieces(request, limit, budget)
}

function readPieces(request: IncomingMessage, limit: number, budget: Budget): Promise<BodyBytes> {
  return new Promise((settle) => {
    let share: Share | undefined
    let isSettled = false
    const resolve = (body: BodyBytes): void => {
      isSettled = true
      share?.end()
      settle(body)
    }
    const pieces: Buffer[] = []
    let length = 0
    const contentLength = Number(request.headers['content-length'])
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) resolve({ kind: 'too-large' })
      else if (ServerRequest.isShredded(request)) resolve({ kind: 'unreadable', code: 'body_too_large' })
      // Most bodies arrive in one chunk.
      else if (chunk.length === contentLength) resolve({ kind: 'bytes', pieces: [chunk] })
      else {
        pieces.push(chunk)
        share ??= openShare(request, budget)
        share.allocate(chunk.length + OVERHEAD.bodyChunk)
      }
    })
    request.on('end', () => {
      if (!isSettled) resolve({ kind: 'bytes', pieces })
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

/** The value that the body parser of another app has read before us, as JSON: the body itself is gone then. */
function parsedBefore(request: IncomingMessage): RequestBody {
  if (!('body' in request) || request.body === undefined) return { kind: 'text', text: '' }
  const text = stringifyJson(request.body)
  const number = roundedIn(text)
  return number === undefined ? { kind: 'text', text } : { kind: 'rounded', number }
}

/** A number of a parsed JSON text that an int64 beyond 2^53 may have been rounded to. */
function roundedIn(text: string): number | undefined {
  let found: number | undefined
  if (!mayLoseDigits(text)) return undefined
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && Math.abs(value) <= 2 ** 63)
      found ??= value
    return value
  })
  return found
}
