import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Worlds } from '../core/world/worlds.ts'
import { recordOpenings } from './openings.ts'
import { ignoreUpgrade } from './ignore-upgrade.ts'
import { createServer } from './node-http.ts'
import { refuseConnect } from './refuse-connect.ts'
import { answerClientError, expectBody, refuseUnreadable, whyUnreadable } from './refuse-unreadable.ts'
import { ServerRequest } from './server-request.ts'
import { stoppable, type Stop } from './stop-server.ts'

/** A server that listens. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly stop: Stop
}

/** The time limits for receiving a request, and how often they are checked, in milliseconds. */
export interface Timeouts {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly connectionsCheckingInterval: number
}

// An incomplete request must not hold a connection indefinitely, but a slow client needs some seconds.
export const TIMEOUTS: Timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
}

// By default, Node answers a missing host and an unknown expectation without an Error body, and uses the first of two keys.
const OPTIONS = {
  keepAliveTimeout: 65_000,
  requireHostHeader: false,
  joinDuplicateHeaders: true,
  // A request without a body has no stream, whose end would cost a tenth of the time of a small request.
  optimizeEmptyRequests: true,
  IncomingMessage: ServerRequest,
}

/** Listens on a host and port (0 for any free one). Rejects with Node's error if that fails. */
export async function listen(
  app: RequestListener,
  worlds: Worlds,
  host: string,
  port: number,
  timeouts = TIMEOUTS,
): Promise<Listening> {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    expectBody(request)
    const why = whyUnreadable(request)
    if (why === undefined) app(request, response)
    else void refuseUnreadable(worlds, request, response, why)
  }
  const server = createServer({ ...timeouts, ...OPTIONS }, serve)
  // A client may half-close its connection and still read (RFC 9293 §3.6).
  Object.assign(server, { httpAllowHalfOpen: true })
  ignoreUpgrade(server)
  refuseConnect(server, worlds)
  const stop = stoppable(server)
  recordOpenings(server)
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
  // The address of a TCP server is never a string.
  const address = server.address() as AddressInfo
  return { host, port: address.port, stop }
}
