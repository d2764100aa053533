import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { lazyControl, type ControlAccess } from './control/lazy-control.ts'
import { limitsOf } from './core/limits/caller.ts'
import { errorBody } from './core/message/errors.ts'
import type { Worlds } from './core/world/worlds.ts'
import { onTimers, sleepUntil } from './edge/deliver.ts'
import { replyHeaders } from './edge/reply-headers.ts'
import { serviceHandler } from './http/service-handler.ts'
import { UnreadReplies } from './http/unread-replies.ts'

/** An Express app that is the service and its control API. It does not listen. */
export function createExpressApp(worlds: Worlds, access: ControlAccess, sleep = onTimers): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  const unread = new UnreadReplies(worlds.memory.messages)
  endWatched(app.response, unread)
  app.use(serviceHandler(worlds, sleepUntil(access.until, sleep), unread))
  app.use('/_mock', lazyControl(worlds, access))
  app.use(lastResort)
  return app
}

/** Has whatever is answered, by the service, the control API or a page, looked at once it has ended. */
function endWatched(prototype: Response, unread: UnreadReplies): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on a response below
  const { end } = prototype
  prototype.end = function (this: Response, ...given: readonly unknown[]): Response {
    Reflect.apply(end, this, given)
    unread.ended(this)
    return this
  }
}

/** The answer to a mistake of ours that was made outside of a world: Express would send its stack trace. */
function lastResort(error: unknown, request: Request, response: Response, _next: NextFunction): void {
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
