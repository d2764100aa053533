import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'
import type { Replying } from './refuse-unreadable.ts'

type Connection = Socket & Replying

/** Stops a server. Pending requests have so many milliseconds to finish, then all connections end. */
export type Stop = (grace: number) => Promise<void>

/**
 * How long no request may arrive before idle connections are ended, in milliseconds. A grace of a second or less is typical of
 * tests, which stop thousands of mocks; a longer one of mocks with clients on other machines.
 */
const QUIET_MS = 250
const SHORT_QUIET_MS = 2
const SHORT_GRACE_MS = 1000

/** After how many such spans without a byte the rest of a body is not waited for any longer. */
const SILENT_SPANS = 4

/** What a stop needs to know of a connection. */
interface Tracked {
  /** Its last queued reply. */
  queued?: ServerResponse
  bytesRead: number
  /** For how many spans it has waited for the rest of a body, and got nothing. */
  silent: number
}

/**
 * Prepares a server for a stop without connection resets. While it stops, every reply has `Connection: close` (RFC 9112 §9.6),
 * pending ones included, and an idle connection stays open for a moment, because its client may be sending a request. One with
 * a part of a header counts as idle, and one that sends nothing more of a body ends after a second. Call this before the server
 * listens.
 */
export function stoppable(server: Server): Stop {
  const connections = new Map<Connection, Tracked>()
  // Bun's HTTP server is not a TCP server.
  const isTcp: boolean = server instanceof TcpServer
  let isStopping = false
  let isQuiet = true

  /** The last reply of a connection that is not sent yet. */
  const lastReply = (socket: Connection): ServerResponse | null | undefined => {
    const queued = connections.get(socket)?.queued
    return queued?.writableFinished === false ? queued : socket._httpMessage
  }

  const track = (request: IncomingMessage, response: ServerResponse): void => {
    const socket: Connection = request.socket
    const isQueued = socket._httpMessage !== response
    if (isStopping) {
      isQuiet = false
      const before = isQueued ? lastReply(socket) : undefined
      // Only the last reply may end the connection.
      if (before?.headersSent === false) before.shouldKeepAlive = true
      response.shouldKeepAlive = false
    }
    // Only queued replies are stored, so that sent ones can be freed with their requests.
    const tracked = connections.get(socket)
    if (isQueued && tracked) tracked.queued = response
  }
  server.prependListener('request', track)
  server.prependListener('checkExpectation', track)
  server.on('connection', (socket: Socket) => {
    // A connection that is read again is emitted again.
    if (connections.has(socket)) return
    connections.set(socket, { bytesRead: 0, silent: 0 })
    socket.once('close', () => connections.delete(socket))
  })

  const endIdle = (): void => {
    if (isQuiet) {
      server.closeIdleConnections()
      // Node counts as idle neither connections that browsers have opened in advance, nor those with a part of a header.
      for (const socket of connections.keys())
        if (socket.bytesRead === 0 || (isTcp && isAnswered(socket, lastReply(socket)))) socket.destroy()
    }
    isQuiet = true
  }

  const endSilent = (): void => {
    for (const [socket, tracked] of connections) {
      const isSilent = socket.bytesRead === tracked.bytesRead && lacksBody(socket._httpMessage)
      tracked.silent = isSilent ? tracked.silent + 1 : 0
      tracked.bytesRead = socket.bytesRead
      if (tracked.silent >= SILENT_SPANS) socket.destroy()
    }
  }

  return (grace) =>
    new Promise((resolve) => {
      isStopping = true
      for (const socket of connections.keys()) {
        const reply = lastReply(socket)
        if (reply?.headersSent === false) reply.shouldKeepAlive = false
      }
      const isLong = grace > SHORT_GRACE_MS
      const sweep = setInterval(
        () => {
          endIdle()
          if (isLong) endSilent()
        },
        isLong ? QUIET_MS : SHORT_QUIET_MS,
      )
      const timer = setTimeout(() => {
        // closeAllConnections() would skip connections that Node has released.
        for (const socket of connections.keys()) socket.destroy()
      }, grace)
      const end = (): void => {
        clearInterval(sweep)
        clearTimeout(timer)
        // Ends its timers.
        server.close()
        resolve()
      }
      // The close() of an HTTP server would end idle connections at once.
      if (isTcp) TcpServer.prototype.close.call(server, end)
      else server.close(end)
    })
}

/** Whether all that a connection has asked for is sent. */
function isAnswered(socket: Socket, reply: ServerResponse | null | undefined): boolean {
  return (reply === null || reply === undefined) && socket.writableLength === 0
}

/** Whether a reply waits for its client to send the rest of a body, and not for whoever reads it. */
function lacksBody(reply: ServerResponse | null | undefined): boolean {
  return reply?.headersSent === false && !reply.req.complete && reply.req.readableLength === 0
}
