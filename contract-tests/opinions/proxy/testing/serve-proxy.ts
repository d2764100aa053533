import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createProxy, type Proxy } from '../create-proxy.ts'
import type { ProxyOptions } from '../proxy-options.ts'

export interface ServedProxy extends TestServer {
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
  const served = await startTestServer(server)
  return { ...served, counts, logged, baseUrl: served.origin + new URL(upstream).pathname }
}
