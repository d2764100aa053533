import express, { Router, type Express, type NextFunction, type Request, type Response } from 'express'
import type { BodyBytes } from '../core/message/body-bytes.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { lastResort } from '../http/last-resort.ts'
import { readRequestBytes } from '../http/read-request-body.ts'
import { controlApi, refusalOrInternalError } from './control-api.ts'
import { everyByTimer } from './events/event-hub.ts'
import { guard } from './guard/guard.ts'
import type { ControlAccess } from './lazy-control.ts'
import type { ControlRequest } from './message/control-request.ts'
import { sendReply } from './message/send-reply.ts'
import { Turns } from './message/turns.ts'
import { publishRefusal } from './message/publish-refusal.ts'
import { serveDocs, serveRoom } from './serve-pages.ts'

/** It shows whether the mock is alive, so it waits for no other request. */
const HEALTH = /^\/health\/?$/

/** An Express app with only the pages and the control API. */
export function createControlApp(worlds: Worlds, access: ControlAccess): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use('/_mock', createControl(worlds, access))
  app.use(lastResort)
  return app
}

/** The pages and the control API, to be mounted at `/_mock`. */
export function createControl(worlds: Worlds, access: ControlAccess, every = everyByTimer): Router {
  const answer = controlApi(worlds, every, access)
  const writers = new Turns()
  // Hundreds of heavy requests may arrive together.
  const work = new Turns()
  const router = Router({ caseSensitive: true })
  router.use(serveRoom, serveDocs)
  router.use(
    guard(access, (request, response, refusal) => {
      sendReply(request, response, refusal, writers)
      publishRefusal(worlds, requestParts(request), refusal)
    }),
  )
  router.use(async (request: Request, response: Response) => {
    const readBytes = async (limit: number): Promise<BodyBytes> => {
      const body = await readRequestBytes(request, limit, worlds.memory.messages)
      await work.next()
      return body
    }
    if (!HEALTH.test(request.path)) await work.next()
    // What nobody waits for is not begun.
    if (request.socket.destroyed) return
    const reply = await answer({ ...requestParts(request), parsed: parsedOf(request), readBytes })
    sendReply(request, response, reply, writers)
  })
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const refusal = refusalOrInternalError(error)
    if (response.headersSent) response.destroy()
    else sendReply(request, response, refusal, writers)
  })
  return router
}

function requestParts({
  method,
  baseUrl,
  path,
  url,
  headers,
}: Request): Omit<ControlRequest, 'parsed' | 'readBytes'> {
  const end = url.indexOf('?')
  const query = end === -1 ? '' : url.slice(end + 1)
  return { host: headers.host, method, place: baseUrl, path, query, headers }
}

/** The value that the body parser of another app has read before us: the body itself is gone then. */
function parsedOf(request: Request): ControlRequest['parsed'] {
  return request.readableEnded && 'body' in request ? { value: request.body } : undefined
}
