import type { IncomingMessage, ServerResponse } from 'node:http'
import { limitsOf } from '../core/limits/caller.ts'
import { errorBody } from '../core/message/errors.ts'
import { replyHeaders } from '../edge/reply-headers.ts'

/** Answers a mistake of ours that was made outside of a world, and shows nothing of it: Express would send its stack trace. */
export function lastResort(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  // Express knows by the fourth what it is for.
  _next?: unknown,
): void {
  console.error(error)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = errorBody('internal_error', 500, 'The mock has made a mistake; its log says more', 'snake')
  const reply = { status: 500, headers: ['Content-Type', 'application/json', ...untouched()] }
  const headers = replyHeaders(request, reply, Buffer.byteLength(body))
  response.writeHead(reply.status, [...headers, 'Connection', 'close'])
  response.end(body)
}

/** The headers that stand on every response (LIMIT-1), of a caller that nobody knows: the Free plan, not used. */
function untouched(): readonly string[] {
  const limit = String(limitsOf({ plan: 'free' }).minute)
  const reset = String(Math.ceil(Date.now() / 1000) + 60)
  return ['X-RateLimit-Limit', limit, 'X-RateLimit-Remaining', limit, 'X-RateLimit-Reset', reset]
}
