import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { andThen } from '../core/message/awaitable.ts'
import type { Request } from '../core/message/request.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { afterReplies } from './ignore-upgrade.ts'
import { endWith } from './refuse-unreadable.ts'

/**
 * Answers CONNECT like any method that the service does not have, and ends the connection: what comes behind it is meant for
 * somebody else (RFC 9110 §9.3.6). Without this, Node ends the connection at once, and the replies to earlier requests are lost.
 */
export function refuseConnect(server: Server, worlds: Worlds): void {
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    afterReplies(socket, () => {
      const decided = andThen(worlds.default.answer(asked(request)), (reply) => {
        // It goes out at once: there is no other request that it could be in flight with.
        void reply.onSent?.()
        endWith(socket, reply)
        linger(socket)
      })
      if (decided instanceof Promise) decided.catch(() => socket.destroy())
    })
  })
}

// As long as for what comes behind a body that is too large.
const LINGER_MS = 1000

/** Throws away what still comes, for a moment: closing at once could take the reply away from who is sending (RFC 9112 §9.6). */
function linger(socket: Socket): void {
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}

/** What the core is told of it: its target is a host and a port, under no base address. */
function asked({ method = '', url = '', headers, socket }: IncomingMessage): Request {
  return {
    method,
    base: '',
    mount: '',
    path: url,
    query: '',
    headers,
    address: socket.remoteAddress ?? '',
    readBody: () => Promise.resolve({ kind: 'aborted' }),
  }
}
