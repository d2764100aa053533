import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'
import type { Replying } from './refuse-unreadable.ts'

type Connection = Socket & Replying

/** Stops a server; requests that are under way have so many milliseconds to finish, and then all connections end. */
export type Stop = (grace: number) => Promise<void>

/**
 * For how long no request may have come before idle connections are ended, in milliseconds: who gives a second or less
 * stops a mock of its own, as tests do by the thousand; who gives more has clients elsewhere.
 */
const QUIET_MS = 250
const SHORT_QUIET_MS = 2
const SHORT_GRACE_MS = 1000

/**
 * Prepares a server to be stopped so that no client meets a reset: from then on every reply says `Connection: close`
 * (RFC 9112 §9.6), those under way too, and a connection without a request is kept for a moment, for its client may just
 * be sending one. Call it before the server listens.
 */
export function stoppable(server: Server): Stop {
  /** Each connection, with the last reply that had to wait behind others. */
  const connections = new Map<Connection, ServerResponse | undefined>()
  let isStopping = false
  let isQuiet = true

  /** The last reply of a connection that is not out yet. */
  const lastOf = (socket: Connection): ServerResponse | null | undefined => {
    const queued = connections.get(socket)
    return queued?.writableFinished === false ? queued : socket._httpMessage
  }

  const note = (request: IncomingMessage, response: ServerResponse): void => {
    const socket: Connection = request.socket
    const isQueued = socket._httpMessage !== response
    if (isStopping) {
      isQuiet = false
      const before = isQueued ? lastOf(socket) : undefined
      // Only the last reply may end the connection.
      if (before?.headersSent === false) before.shouldKeepAlive = true
      response.shouldKeepAlive = false
    }
    // A reply that is out is not kept, nor the headers of its request.
    if (isQueued) connections.set(socket, response)
  }
  server.prependListener('request', note)
  server.prependListener('checkExpectation', note)
  server.on('connection', (socket: Socket) => {
    // One that is read again is given to the server again.
    if (connections.has(socket)) return
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })

  const endIdle = (): void => {
    if (isQuiet) {
      server.closeIdleConnections()
      // Browsers open connections in advance; to Node these are not idle.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    }
    isQuiet = true
  }

  return (grace) =>
    new Promise((resolve) => {
      isStopping = true
      for (const socket of connections.keys()) {
        const reply = lastOf(socket)
        if (reply?.headersSent === false) reply.shouldKeepAlive = false
      }
      const sweep = setInterval(endIdle, grace > SHORT_GRACE_MS ? QUIET_MS : SHORT_QUIET_MS)
      const timer = setTimeout(() => {
        // The server's own would leave those that it has let go of.
        for (const socket of connections.keys()) socket.destroy()
      }, grace)
      // The server's own would end idle connections at once.
      TcpServer.prototype.close.call(server, () => {
        clearInterval(sweep)
        clearTimeout(timer)
        // Ends what else it has begun.
        server.close()
        resolve()
      })
    })
}
