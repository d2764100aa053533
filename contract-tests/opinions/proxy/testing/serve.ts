import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProxy, type Proxy } from '../create-proxy.ts'
import type { ProxyOptions } from '../proxy-options.ts'

export interface Served extends AsyncDisposable {
  readonly origin: string
  readonly port: number
}

/** Lets a server listen on a free port until it is disposed of. */
export async function serve(server: Server | RequestListener): Promise<Served> {
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

export interface ServedProxy extends Served {
  readonly counts: Proxy['counts']
  readonly logged: readonly string[]
  readonly baseUrl: string
}

/** A proxy in front of a base address, which logs into a list. */
export async function serveProxy(
  upstream: string,
  options: Partial<ProxyOptions> = {},
): Promise<ServedProxy> {
  const logged: string[] = []
  const { server, counts } = await createProxy({ upstream, log: (line) => logged.push(line), ...options })
  const served = await serve(server)
  return { ...served, counts, logged, baseUrl: served.origin + new URL(upstream).pathname }
}
