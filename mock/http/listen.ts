import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Worlds } from '../core/worlds.ts'
import { answerClientError } from './answer-client-error.ts'

/** A server that listens. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** Takes no new connection, lets running requests finish for so long (milliseconds), and then ends all. */
  stop(grace: number): Promise<void>
}

// Half a request must not hold a connection for ever; a slow but honest client needs some seconds.
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 }

/** Listens on a host and port (0 for any free one); rejects with Node's error when that is not possible. */
export async function listen(
  app: RequestListener,
  worlds: Worlds,
  host: string,
  port: number,
): Promise<Listening> {
  const server = createServer({ ...TIMEOUTS, keepAliveTimeout: 65_000 }, app)
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
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
