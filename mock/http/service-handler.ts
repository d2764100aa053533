import type { IncomingMessage, ServerResponse } from 'node:http'
import { textBytes } from '../core/memory/memory.ts'
import type { Reply } from '../core/request/reply.ts'
import type { Worlds } from '../core/world/worlds.ts'
import type { Sleep } from '../edge/deliver.ts'
import { askWorlds, originForm } from '../edge/locate.ts'
import { BrowserQueue } from './browser-queue.ts'
import { noteArrival, watchDelivery } from './deliveries.ts'
import { inTurn, MadeNow, type Work } from './in-turn.ts'
import { sendNow, sendTogether } from './outbox.ts'
import { readRequestBody } from './read-request-body.ts'
import { ServerRequest } from './server-request.ts'
import { sendReply } from './send-reply.ts'
import { UnreadReplies } from './unread-replies.ts'

/** A request of Node's server, or of an Express app in which the service is mounted. */
interface Incoming extends IncomingMessage {
  /** The mount path. */
  readonly baseUrl?: string
}

/** Called with an error, or without one for requests to the control API. */
type Next = (error?: unknown) => void

const CONTROL = /^\/_mock(?:[/?]|$)/

/** The service as a handler for Express and Node's server. Worlds answer all requests except those to the control API. */
export function serviceHandler(
  worlds: Worlds,
  sleep: Sleep,
  unread = new UnreadReplies(worlds.memory.messages),
) {
  const { messages } = worlds.memory
  const bounds = { messages, pending: unread.pending, made: new MadeNow(messages.bytes / 4) }
  const ports = { unread, sleep }
  const browsers = new BrowserQueue()
  return (request: Incoming, response: ServerResponse, next: Next): void => {
    const { baseUrl = '', socket } = request
    const url = request.url ?? ''
    // Before the time is read: what the request shows was so when it arrived.
    noteArrival(request, response)
    const arrivedAt = performance.now()
    const askedAt = browsers.askedAt(request, arrivedAt)
    const conclude = (reply: Reply): ReturnType<Work> => {
      const send = (): void => {
        try {
          sendReply(request, response, reply, ports)?.catch(next)
        } catch (error) {
          next(error)
        }
      }
      // Counted now and not when it is sent, because the next request of this turn must find it counted.
      if (reply.fault) unread.holdBack(response, textBytes(reply.body))
      const isLong = bounds.made.add(reply.body.length)
      if (reply.delivery) watchDelivery(socket, response, reply.delivery)
      sendTogether(send)
      // The next request of the connection waits until the client has read most of it.
      if (isLong) sendNow()
      return unread.ahead(socket)
    }
    const carryOut: Work = () => {
      const reply = askWorlds(worlds, {
        method: request.method ?? '',
        mount: baseUrl,
        target: url,
        headers: request.headers,
        address: socket.remoteAddress ?? '',
        arrivedAt,
        askedAt,
        readBody: (limit) => readRequestBody(request, limit, messages),
      })
      if (!(reply instanceof Promise)) return conclude(reply)
      return reply.then(conclude)
    }
    const isControl = CONTROL.test(url) || (url.charCodeAt(0) !== SLASH && CONTROL.test(originForm(url)))
    if (isControl) {
      useHostOfTarget(request)
      if (request instanceof ServerRequest) request.keepPush()
    }
    const work = isControl
      ? () => passOn(response, next, unread)
      : isOpenedInBrowser(request, url)
        ? () => passOn(response, toControlRoom(baseUrl, response), unread)
        : carryOut
    const begin = (): void => {
      inTurn(socket, work, next, bounds)
    }
    if (request instanceof ServerRequest && !isControl) request.beginWithBody(begin)
    else begin()
  }
}

const SLASH = 47

/** Whether somebody has opened the address that the mock prints in a browser, and no client asks for a path. */
function isOpenedInBrowser({ method, headers }: IncomingMessage, url: string): boolean {
  return url === '/' && method === 'GET' && headers.accept?.includes('text/html') === true
}

/** Redirects to the control room. The service has nothing there to show: such a request is none of its traffic. */
function toControlRoom(mount: string, response: ServerResponse): Next {
  const room = `${mount}/_mock/`
  const headers = {
    Location: room,
    Vary: 'Accept',
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain',
  }
  return () => {
    response.writeHead(302, headers)
    response.end(`The service is at ${mount}/v1, and the control room at ${room}\n`)
  }
}

/**
 * The host of a target in absolute form counts, and not the field Host (RFC 9112 §3.2.2). Where they differ, both stand in the field,
 * so that the guard of the control API refuses the request: either may be foreign.
 */
function useHostOfTarget({ url = '', headers }: IncomingMessage): void {
  if (url.charCodeAt(0) === SLASH) return
  const { host, protocol } = new URL(url)
  const named = URL.parse(`${protocol}//${headers.host ?? ''}`)?.host
  headers.host = named === host ? host : `${host}, ${headers.host ?? ''}`
}

/** Passes a request to the control API. Resolves when its reply is sent, or its connection has ended. */
function passOn(response: ServerResponse, next: Next, unread: UnreadReplies): Promise<void> {
  unread.watch(response)
  return new Promise((resolve) => {
    response.once('close', resolve)
    next()
  })
}
