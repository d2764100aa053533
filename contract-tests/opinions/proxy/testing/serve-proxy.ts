import type { RequestListener } from 'node:http'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { judgeExchange } from '../../prism/judge-exchange.ts'
import { createProxy, type Proxy, type ProxyOptions } from '../create-proxy.ts'

export const KEY = { Authorization: 'Bearer free-demo-key' }

/** Those of a healthy reply. */
export const HEADERS = {
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': '1893456060',
}

interface ServedProxy extends TestServer, Pick<Proxy, 'counts' | 'kinds' | 'endStreams'> {
  readonly logged: readonly string[]
  readonly baseUrl: string
}

/** A proxy in front of a base address, which logs into a list. */
export async function serveProxy(
  upstream: string,
  options: Partial<ProxyOptions> = {},
): Promise<ServedProxy> {
  const logged: string[] = []
  const log = (line: string) => logged.push(line)
  const { server, ...proxy } = createProxy({ upstream, log, judge: judgeExchange, ...options })
  const served = await startTestServer(server)
  return { ...served, ...proxy, logged, baseUrl: served.origin + new URL(upstream).pathname }
}

/** A service that answers everything with the same. */
export function answering(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = HEADERS,
): RequestListener {
  return (_request, response) => void response.writeHead(200, headers).end(body)
}
