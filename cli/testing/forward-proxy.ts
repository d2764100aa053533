import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A proxy of an HTTP network. */
export interface ForwardProxy extends AsyncDisposable {
  readonly url: string
  /** What it was asked for: `GET http://pets.test/v1/pets`, `CONNECT pets.test:443`. */
  readonly asked: readonly string[]
}

/**
 * Starts one that leads every request to one server, whatever its host is, and answers a CONNECT with a line or never; after `open`
 * requests it asks for a password in place of that.
 */
export async function startForwardProxy(
  origin: string,
  tunnel?: string,
  open = Number.POSITIVE_INFINITY,
): Promise<ForwardProxy> {
  const asked: string[] = []
  const tunnels: Duplex[] = []
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming
    asked.push(`${method} ${url}`)
    if (asked.length > open) {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="x"' }).end()
      return
    }
    const { pathname, search } = new URL(url)
    const passed = request(origin + pathname + search, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers)
      reply.pipe(response)
    })
    passed.once('error', () => response.destroy())
    incoming.pipe(passed)
  })
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(`CONNECT ${url}`)
    socket.on('error', () => undefined)
    tunnels.push(socket)
    if (tunnel !== undefined) socket.end(`HTTP/1.1 ${tunnel}\r\n\r\n`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of tunnels) socket.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
