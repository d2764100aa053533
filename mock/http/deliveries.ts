// Not the global ones, which a test may have faked.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Delivery } from '../core/request/reply.ts'
import { mayBeQueued } from '../edge/browsers.ts'
import type { Replying } from './refuse-unreadable.ts'

interface Arriving {
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket & Replying
}

/** The last refusal on a connection that its client is not known to have read. */
interface Unread {
  last: { readonly response: ServerResponse; readonly delivery: Delivery } | undefined
}

const refusals = new WeakMap<Socket, Unread>()
const pipelining = new WeakSet<Socket>()

/** Notes that a request has arrived: its client has read the reply before it, unless it sends requests ahead of replies. */
export function noteArrival(request: Arriving, response: ServerResponse): void {
  const { socket, headers } = request
  if (socket._httpMessage !== response) pipelining.add(socket)
  const unread = refusals.get(socket)
  if (unread && !pipelining.has(socket)) isRead(unread, mayBeQueued(headers))
}

function isRead(unread: Unread, byBrowser: boolean): void {
  const { last } = unread
  unread.last = undefined
  if (last?.response.writableFinished) void last.delivery.read(byBrowser)
}

/** Notifies of the delivery of a refusal that is sent in this turn of the event loop. */
export function watchDelivery(socket: Socket, response: ServerResponse, delivery: Delivery): void {
  unreadOf(socket).last = { response, delivery }
  response.once('finish', () => {
    // The first of these ends this turn, and the second one the next, in which all is read that has arrived by now.
    setImmediate(() => setImmediate(() => void delivery.left()))
  })
  if (!response.shouldKeepAlive) {
    socket.destroySoon = () => {
      endInStages(socket)
    }
  }
}

function unreadOf(socket: Socket): Unread {
  const existing = refusals.get(socket)
  if (existing) return existing
  const unread: Unread = { last: undefined }
  refusals.set(socket, unread)
  // A client that has not read all ends its connection with a reset instead. What else arrives in this turn may have been sent
  // before, in whichever order Node reads it.
  socket.once('end', () => {
    setImmediate(() => {
      isRead(unread, false)
    })
  })
  return unread
}

/** How long a client may take to end its side of a connection, in milliseconds. */
const LINGER_MS = 1000

/** Ends this side of a connection, and the other one when its client has (RFC 9112 §9.6), which shows that it has read the reply. */
function endInStages(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('end', () => socket.destroy())
  socket.once('close', () => {
    clearTimeout(timer)
  })
  socket.end()
}
