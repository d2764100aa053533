import type { IncomingMessage, ServerResponse } from 'node:http'
import { planLimits } from '../core/limits/caller.ts'
import { errorBody } from '../core/message/errors.ts'
import { replyHeaders } from '../edge/reply-headers.ts'

/** Answers an unexpected error outside of a world with a 500, without the stack trace that Express would send. */
export function lastResort(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  // Express recognizes an error handler by its four parameters.
  _next?: unknown,
): void {
  console.error(error)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = errorBody('internal_error', 500, 'The mock has made a mistake; its log says more', 'snake')
  const reply = { status: 500, headers: ['Content-Type', 'application/json', ...freeLimitHeaders()] }
  const headers = replyHeaders(request, reply, Buffer.byteLength(body))
  response.writeHead(reply.status, [...headers, 'Connection', 'close'])
  response.end(body)
}

/** The rate-limit headers, which every response has (LIMIT-1): those of an unused Free plan. */
function freeLimitHeaders(): readonly string[] {
  const limit = String(planLimits({ plan: 'free' }).minute)
  const reset = String(Math.ceil(Date.now() / 1000) + 60)
  return ['X-RateLimit-Limit', limit, 'X-RateLimit-Remaining', limit, 'X-RateLimit-Reset', reset]
}
