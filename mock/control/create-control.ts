import { Router, type NextFunction, type Request, type Response } from 'express'
import { didYouMean } from '../../spec/index.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { ControlRefusal, refusalOf } from './message/control-refusal.ts'
import { documented, type Operation, type OperationId } from './message/document.ts'
import { EventHub, everyByTimer } from './events/event-hub.ts'
import { guard } from './guard/guard.ts'
import { handlers } from './handlers/handlers.ts'
import type { ControlAccess } from './lazy-control.ts'
import { Leases } from './handlers/leases.ts'
import { readInput } from './message/read-input.ts'
import { sendAndTell, type Send } from './message/tell-refusal.ts'
import { serveDocs, serveRoom } from './serve-pages.ts'

/** The pages and the control API, to be mounted at `/_mock`: each operation of the document with its handler. */
export function createControl(worlds: Worlds, access: ControlAccess, every = everyByTimer): Router {
  const events = new EventHub(worlds.events, every)
  const send = sendAndTell(worlds)
  const leases = new Leases(worlds, every)
  closeWith(access.until, events, leases)

  const serve =
    <Id extends OperationId>(operation: Operation<Id>) =>
    async (request: Request, response: Response): Promise<void> => {
      const input = await readInput(operation, request, worlds.memory.messages)
      const context = { worlds, events, leases, mount: mountOf(request) }
      const reply = input instanceof ControlRefusal ? input : await handlers[operation.id](input, context)
      send(request, response, reply)
    }

  const router = Router({ caseSensitive: true })
  router.use(serveRoom, serveDocs)
  router.use(guard(access, send))
  for (const operation of documented) {
    router[operation.method](toExpress(operation.path), serve(operation))
  }
  for (const path of new Set(documented.map((operation) => operation.path))) {
    router.all(toExpress(path), refuseMethod(path, send))
  }
  router.use(refusePath(send))
  router.use(replyToError(send))
  return router
}

function closeWith(until: AbortSignal | undefined, events: EventHub, leases: Leases): void {
  const close = (): void => {
    events.close()
    leases.close()
  }
  if (until?.aborted) close()
  until?.addEventListener('abort', close, { once: true })
}

function toExpress(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function mountOf({ baseUrl }: Request): string {
  return baseUrl.slice(0, -'/_mock'.length)
}

/** The reply to a method that a path does not have, and to OPTIONS; a browser's preflight is given no permission. */
function refuseMethod(path: string, send: Send) {
  const known = documented.filter((operation) => operation.path === path)
  const methods = known.map(({ method }) => method.toUpperCase())
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (request: Request, response: Response): void => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: allowed }).end()
      return
    }
    const message = `${request.method} is not allowed on ${request.baseUrl + request.path}: it answers ${allowed}`
    send(request, response, new ControlRefusal('method_not_allowed', message, ['Allow', allowed]))
  }
}

function refusePath(send: Send) {
  return (request: Request, response: Response): void => {
    const { baseUrl, path } = request
    const message = `There is no ${(baseUrl + path).slice(0, 200)}.${nearestPath(baseUrl, path)}`
    send(request, response, new ControlRefusal('path_not_found', message))
  }
}

function replyToError(send: Send) {
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    const refusal = refusalOf(error)
    if (!refusal) console.error(error)
    if (response.headersSent) {
      response.destroy()
      return
    }
    const mistake = new ControlRefusal('internal_error', 'The mock has made a mistake; its log says more')
    send(request, response, refusal ?? mistake)
  }
}

/** " Did you mean X?" for the path of the document nearest to one that is not in it; empty when none is near. */
export function nearestPath(prefix: string, path: string): string {
  const written = path.split('/')
  const candidates = documented.map((operation) => prefix + filledIn(operation.path, written))
  return didYouMean((prefix + path).slice(0, 200), candidates)
}

/** A path of the document with what was written in the places of its parameters. */
function filledIn(path: string, written: readonly string[]): string {
  const parts = path.split('/').map((part, at) => {
    const given = written[at] ?? ''
    return part.startsWith('{') && given !== '' ? given : part
  })
  return parts.join('/')
}
