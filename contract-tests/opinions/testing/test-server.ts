import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of this machine, until it is disposed of. */
export interface TestServer extends AsyncDisposable {
  readonly origin: string
  readonly port: number
}

export async function startTestServer(server: Server | RequestListener): Promise<TestServer> {
  const listening = typeof server === 'function' ? createServer(server) : server
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      listening.closeAllConnections()
      listening.close()
      await once(listening, 'close')
    },
  }
}
