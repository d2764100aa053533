import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Worlds } from '../core/world/worlds.ts'
import { answerClientError, expectBody, isReadable, refuseUnreadable } from './refuse-unreadable.ts'
import { noteOpening } from './service-handler.ts'

/** A server that listens. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** Takes no new connection, lets running requests finish for so long (milliseconds), and then ends all. */
  stop(grace: number): Promise<void>
}

/** How long a request may take to arrive, and how often that is looked at, in milliseconds. */
export interface Timeouts {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly connectionsCheckingInterval: number
}

// Half a request must not hold a connection for ever; a slow but honest client needs some seconds.
export const TIMEOUTS: Timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
}

// Node would answer a missing host and an unknown expectation without an Error body, and take the first of two keys.
const OPTIONS = { keepAliveTimeout: 65_000, requireHostHeader: false, joinDuplicateHeaders: true }

// How soon a stopping server notices that a connection has nothing more to do.
const SWEEP_MS = 20

/** Listens on a host and port (0 for any free one); rejects with Node's error when that is not possible. */
export async function listen(
  app: RequestListener,
  worlds: Worlds,
  host: string,
  port: number,
  timeouts = TIMEOUTS,
): Promise<Listening> {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    expectBody(request)
    if (isReadable(request)) app(request, response)
    else void refuseUnreadable(worlds, request, response)
  }
  const server = createServer({ ...timeouts, ...OPTIONS }, serve)
  server.on('connection', noteOpening)
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => {
    answerClientError(worlds, error, socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A TCP server's address is never a pipe's name.
  const address = server.address() as AddressInfo
  return { host, port: address.port, stop: (grace) => stop(server, grace) }
}

function stop(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections()
    }, grace)
    // A connection that is kept alive would stay open after the running request is answered.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
    }, SWEEP_MS)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
