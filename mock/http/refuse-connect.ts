import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { andThen } from '../core/message/awaitable.ts'
import type { Request } from '../core/message/request.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { afterReplies } from './ignore-upgrade.ts'
import { endWith } from './refuse-unreadable.ts'

/**
 * Answers CONNECT like any method that the service does not have, and ends the connection: the bytes after it are meant for
 * another server (RFC 9110 §9.3.6). Otherwise Node would end the connection at once and lose the replies to earlier requests.
 */
export function refuseConnect(server: Server, worlds: Worlds): void {
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    afterReplies(socket, () => {
      const decided = andThen(worlds.default.answer(connectRequest(request)), (reply) => {
        endWith(socket, reply)
        linger(socket)
      })
      if (decided instanceof Promise) decided.catch(() => socket.destroy())
    })
  })
}

// The same time as after a body that is too large.
const LINGER_MS = 1000

/** Discards further bytes for a moment: closing at once could destroy the reply to a client that is still sending (RFC 9112 §9.6). */
function linger(socket: Socket): void {
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}

/** The request for the core. Its target is a host and a port, under no base address. */
function connectRequest({ method = '', url = '', headers, socket }: IncomingMessage): Request {
  return {
    method,
    base: '',
    mount: '',
    path: url,
    query: '',
    headers,
    address: socket.remoteAddress ?? '',
    readBody: () => ({ kind: 'aborted' }),
  }
}
