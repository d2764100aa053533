import { Router, type NextFunction, type Request, type Response } from 'express'
import type { Worlds } from '../core/world/worlds.ts'
import type { ControlAccess } from './access.ts'
import { guard } from './guard/guard.ts'
import { documented, type Operation, type OperationId } from './document.ts'
import { EventHub } from './events/event-hub.ts'
import { everyByTimer } from './events/every.ts'
import { handlers } from './handlers/handlers.ts'
import { readInput } from './input/read-input.ts'
import { nearestPath } from './nearest-path.ts'
import { refusalOf } from './refusal-of.ts'
import { Refusal } from './refusal.ts'
import { sendAnswer } from './send-answer.ts'
import { serveDocs } from './serve-docs.ts'
import { serveRoom } from './serve-room.ts'

/** The pages and the control API, to be mounted at `/_mock`: each path of the document led to its handler. */
export function createControl(worlds: Worlds, access: ControlAccess, every = everyByTimer): Router {
  const events = new EventHub(worlds.events, every)
  closeWith(access.until, events)

  const serve =
    <Id extends OperationId>(operation: Operation<Id>) =>
    async (request: Request, response: Response): Promise<void> => {
      const input = await readInput(operation, request)
      const context = { worlds, events, mount: mountOf(request) }
      const answer = input instanceof Refusal ? input : await handlers[operation.id](input, context)
      sendAnswer(request, response, answer)
    }

  const router = Router({ caseSensitive: true })
  router.use(serveRoom, serveDocs)
  router.use(guard(access.token))
  for (const operation of documented) {
    router[operation.method](toExpress(operation.path), serve(operation))
  }
  for (const path of new Set(documented.map((operation) => operation.path))) {
    router.all(toExpress(path), refuseMethod(path))
  }
  router.use(refusePath)
  router.use(answerError)
  return router
}

function closeWith(until: AbortSignal | undefined, events: EventHub): void {
  const close = (): void => {
    events.close()
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

/** The answer to a method that a path does not have, and to OPTIONS; a browser's preflight is given no permission. */
function refuseMethod(path: string) {
  const known = documented.filter((operation) => operation.path === path)
  const methods = known.map(({ method }) => method.toUpperCase())
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (request: Request, response: Response): void => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: allowed }).end()
      return
    }
    const message = `${request.method} is not allowed on ${request.baseUrl + request.path}: it answers ${allowed}`
    sendAnswer(request, response, new Refusal('method_not_allowed', message, ['Allow', allowed]))
  }
}

function refusePath(request: Request, response: Response): void {
  const { baseUrl, path } = request
  const message = `There is no ${(baseUrl + path).slice(0, 200)}.${nearestPath(baseUrl, path)}`
  sendAnswer(request, response, new Refusal('path_not_found', message))
}

function answerError(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  const refusal = refusalOf(error)
  if (!refusal) console.error(error)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const mistake = new Refusal('internal_error', 'The mock has made a mistake; its log says more')
  sendAnswer(request, response, refusal ?? mistake)
}
