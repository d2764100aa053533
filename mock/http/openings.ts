// Not the global one, which a test may have faked.
import { setImmediate } from 'node:timers'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Opening {
  /** The earliest moment at which the connection can have been opened, until its first request. */
  since: number | undefined
  /** The connections of its server that have had no request yet, each with that moment, the oldest first. */
  readonly unused: Map<Socket, number>
}

const openings = new WeakMap<Socket, Opening>()

/** More of them say no more. */
const MOST_UNUSED = 8

/**
 * Records the earliest moment at which each connection of a server can have been opened. Node accepts one in a turn of the event
 * loop, so while it does so in each turn, more may have been waiting for it since the first.
 */
export function recordOpenings(server: Server): void {
  const unused = new Map<Socket, number>()
  let since: number | undefined
  let hasAccepted = false
  const endTurn = (): void => {
    if (hasAccepted) setImmediate(endTurn)
    else since = undefined
    hasAccepted = false
  }
  server.on('connection', (socket: Socket) => {
    // A connection that is read again has a record already.
    if (openings.has(socket)) return
    hasAccepted = true
    if (since === undefined) {
      since = performance.now()
      setImmediate(endTurn)
    }
    openings.set(socket, { since, unused })
    keepNewest(unused, socket, since, MOST_UNUSED)
    socket.once('close', () => unused.delete(socket))
  })
}

/** Notes a connection as the newest of some, each with a moment; drops the oldest where they would be more than `most`. */
export function keepNewest(connections: Map<Socket, number>, socket: Socket, at: number, most: number): void {
  connections.delete(socket)
  connections.set(socket, at)
  const [oldest] = connections.keys()
  if (oldest && connections.size > most) connections.delete(oldest)
}

/** The earliest moment at which the connection of a request can have been opened, if it is its first request. */
export function openedAtFirst(socket: Socket): number | undefined {
  const opening = openings.get(socket)
  const opened = opening?.since
  if (opening && opened !== undefined) {
    opening.since = undefined
    opening.unused.delete(socket)
  }
  return opened
}

/** Whether other connections of its server were opened since a moment, and have had no request yet. */
export function isAnotherUnused(socket: Socket, since: number): boolean {
  const unused = openings.get(socket)?.unused.values() ?? []
  return Iterator.from(unused).some((opened) => opened >= since)
}
