import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { serviceRequest } from './violations/service.ts'
import type { Service } from './violations/service.ts'

/** A service behind a socket, for tools that need one. */
export interface TestServer extends AsyncDisposable {
  readonly origin: string
  readonly baseUrl: string
}

/** Serves a service on a free port of this machine. Where the service throws, the connection is destroyed. */
export async function serve(service: Service): Promise<TestServer> {
  const server = createServer((request, response) => {
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, String(value)] as const],
    )
    void text(request)
      .then((body) => {
        const { method = 'GET', url = '' } = request
        return service(serviceRequest({ method, url, headers: Object.fromEntries(headers), body }))
      })
      .then(({ status, headers: fields, body }) => {
        response.writeHead(status, fields).end(body)
      })
      .catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    baseUrl: `${origin}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const HOP_BY_HOP = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])
