import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'

/** Stops a server; requests that are under way have so many milliseconds to finish, and then all connections end. */
export type Stop = (grace: number) => Promise<void>

/** For how long no request may have come before idle connections are ended, in milliseconds; less where the grace is short. */
const QUIET_MS = 250
const QUIET_SHARE = 1 / 40

/**
 * Prepares a server to be stopped so that no client meets a reset: from then on every reply says `Connection: close`
 * (RFC 9112 §9.6), those under way too, and a connection without a request is kept for a moment, for its client may just
 * be sending one. Call it before the server listens.
 */
export function stoppable(server: Server): Stop {
  /** Each connection, with its last reply, which may be waiting behind others. */
  const connections = new Map<Socket, ServerResponse | undefined>()
  let isStopping = false
  let isQuiet = true

  const note = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    if (isStopping) {
      isQuiet = false
      const before = connections.get(socket)
      // Only the last reply may end the connection.
      if (before?.headersSent === false) before.shouldKeepAlive = true
      response.shouldKeepAlive = false
    }
    connections.set(socket, response)
  }
  server.prependListener('request', note)
  server.prependListener('checkExpectation', note)
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })

  const endIdle = (): void => {
    if (isQuiet) {
      server.closeIdleConnections()
      // Browsers open connections in advance; to Node these are not idle.
      for (const [socket, reply] of connections) if (!reply && socket.bytesRead === 0) socket.destroy()
    }
    isQuiet = true
  }

  return (grace) =>
    new Promise((resolve) => {
      isStopping = true
      for (const reply of connections.values())
        if (reply?.headersSent === false) reply.shouldKeepAlive = false
      const sweep = setInterval(endIdle, Math.min(QUIET_MS, grace * QUIET_SHARE))
      const timer = setTimeout(() => {
        server.closeAllConnections()
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
