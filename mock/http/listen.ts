import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Worlds } from '../core/world/worlds.ts'
import { ignoreUpgrade } from './ignore-upgrade.ts'
import { createServer } from './node-http.ts'
import { StoppingRequest } from './pending.ts'
import { refuseConnect } from './refuse-connect.ts'
import { answerClientError, expectBody, isReadable, refuseUnreadable } from './refuse-unreadable.ts'
import { noteOpening } from './service-handler.ts'
import { stoppable, type Stop } from './stop-server.ts'

/** A server that listens. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly stop: Stop
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
const OPTIONS = {
  keepAliveTimeout: 65_000,
  requireHostHeader: false,
  joinDuplicateHeaders: true,
  // A request that announces no body has no stream to be read to its end: it would take a tenth of the time of a small one.
  optimizeEmptyRequests: true,
  IncomingMessage: StoppingRequest,
}

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
  // A client that has said all may still listen (RFC 9293 §3.6, a half-closed connection).
  Object.assign(server, { httpAllowHalfOpen: true })
  ignoreUpgrade(server)
  refuseConnect(server, worlds)
  const stop = stoppable(server)
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
  return { host, port: address.port, stop }
}
