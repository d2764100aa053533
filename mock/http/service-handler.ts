import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { textBytes } from '../core/memory/memory.ts'
import type { Reply } from '../core/request/reply.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { HOLD_MS, type Sleep } from '../edge/deliver.ts'
import { askWorlds } from '../edge/locate.ts'
import { inTurn, MadeNow, type Work } from './in-turn.ts'
import { sendNow, sendTogether } from './outbox.ts'
import { readRequestBody } from './read-request-body.ts'
import { sendReply } from './send-reply.ts'
import { UnreadReplies } from './unread-replies.ts'

/** A request as Node's server brings it, or an Express app that the service is mounted in. */
interface Incoming extends IncomingMessage {
  /** The path under which it is mounted. */
  readonly baseUrl?: string
}

/** To be called with what went wrong, or without for what the service leaves to the control API. */
type Next = (error?: unknown) => void

const CONTROL = /^\/_mock(?:[/?]|$)/

/** The service as a handler, Express's or of Node's server: every request but those for the control API is a world's to answer. */
export function serviceHandler(
  worlds: Worlds,
  sleep: Sleep,
  unread = new UnreadReplies(worlds.memory.messages),
) {
  const { messages } = worlds.memory
  const bounds = { messages, pending: unread.pending, made: new MadeNow(messages.bytes / 4) }
  const ports = { unread, sleep }
  return (request: Incoming, response: ServerResponse, next: Next): void => {
    const { url = '', baseUrl = '', socket } = request
    const conclude = (reply: Reply): ReturnType<Work> => {
      const send = (): void => {
        try {
          sendReply(request, response, reply, ports)?.catch(next)
        } catch (error) {
          next(error)
        }
      }
      // From now on, and not from its sending: the next request of this turn must find it counted.
      if (reply.fault) unread.keepBack(response, textBytes(reply.body))
      const isLong = bounds.made.add(reply.body.length)
      if (reply.onSent) holdBack(reply.onSent, sleep).then(send).catch(next)
      else sendTogether(send)
      // What the client does not read of it at once holds up the next request of its connection.
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
        connectionAge: takeAge(socket),
        readBody: (limit) => readRequestBody(request, limit, messages),
      })
      if (!(reply instanceof Promise)) return conclude(reply)
      return reply.then(conclude)
    }
    const work = CONTROL.test(url) ? () => carriedOut(response, next, unread) : carryOut
    inTurn(socket, work, next, bounds)
  }
}

/** Leaves a request to the control API; it is decided when its reply is out, or cannot be any more. */
function carriedOut(response: ServerResponse, next: Next, unread: UnreadReplies): Promise<void> {
  unread.watch(response)
  return new Promise((resolve) => {
    response.once('close', resolve)
    next()
  })
}

/** Holds a reply back until it is to be sent. */
async function holdBack(onSent: NonNullable<Reply['onSent']>, sleep: Sleep): Promise<void> {
  await sleep(HOLD_MS, new AbortController().signal)
  await onSent()
}

const openings = new WeakMap<Socket, number | undefined>()

/** Remembers when a connection was opened, until it brings its first request. One that is read again was opened before. */
export function noteOpening(socket: Socket): void {
  if (!openings.has(socket)) openings.set(socket, performance.now())
}

/** How many milliseconds ago a connection was opened, for its first request. */
function takeAge(socket: Socket): number | undefined {
  const opened = openings.get(socket)
  if (opened === undefined) return undefined
  openings.set(socket, undefined)
  return performance.now() - opened
}
