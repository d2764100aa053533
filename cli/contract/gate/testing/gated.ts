import type { RequestListener } from 'node:http'
import type { ObservedExchange } from '../../../../contract-tests/opinions/judge.ts'
import { createProxy, type ProxyOptions } from '../../../../contract-tests/opinions/proxy/create-proxy.ts'
import type { ProxyCounts } from '../../../../contract-tests/opinions/proxy/pass-requests.ts'
import { startTestServer } from '../../../../contract-tests/opinions/testing/test-server.ts'
import { startGate, type GateFlags } from '../start-gate.ts'

export const START = Date.UTC(2030, 0, 1, 12, 0, 20)
/** Pets with numbers that a double would round. */
export const LIST = '[{"id":9007199254740993,"name":"Zoë","categoryId":9223372036854775807}]'
/** The headers of the service. */
export const STAGING = {
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '5000',
  'X-RateLimit-Remaining': '4999',
  'X-RateLimit-Reset': '1893499260',
}
export const KEY = { Authorization: 'Bearer staging-secret-key' }

/** A service that lists the same pets for every key. */
export const listing: RequestListener = ({ headers }, response) => {
  const hasKey = headers.authorization?.toLowerCase().startsWith('bearer ') ?? false
  response.writeHead(hasKey ? 200 : 401, STAGING)
  response.end(hasKey ? LIST : '{"code":"missing_api_key","message":"no key","status":401}')
}

/** A proxy with a gate before a service. Time stands still, and sleeps take none. */
export interface Gated extends AsyncDisposable {
  readonly baseUrl: string
  /** The origin of the control API. */
  readonly control: string
  readonly counts: Readonly<ProxyCounts>
  readonly logged: readonly string[]
  readonly judged: readonly ObservedExchange[]
  /** The milliseconds of each sleep. */
  readonly slept: readonly number[]
  /** The requests that the service has received. */
  readonly requests: readonly string[]
  now: number
  sleep: () => Promise<void>
  readonly send: (init?: RequestInit, path?: string) => Promise<Response>
}

export async function startGated(
  flags: GateFlags,
  answer = listing,
  options: Partial<ProxyOptions> = {},
): Promise<Gated> {
  const logged: string[] = []
  const judged: ObservedExchange[] = []
  const slept: number[] = []
  const requests: string[] = []
  const ports = { now: START, sleep: () => Promise.resolve() }
  const service = await startTestServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  const upstream = `${service.origin}/v1`
  const log = (line: string) => void logged.push(line)
  const gate = startGate(flags, {
    proxied: { service: upstream, baseUrl: 'http://proxy.test/v1' },
    log,
    time: () => ports.now,
    sleep: (milliseconds) => {
      slept.push(milliseconds)
      return ports.sleep()
    },
  })
  const judge: ProxyOptions['judge'] = (exchange) => {
    judged.push(exchange)
    return Promise.resolve([])
  }
  const { server, counts } = createProxy({ upstream, log, judge, gate: gate.gate, ...options })
  const [proxy, control] = [await startTestServer(server), await startTestServer(gate.control)]
  const baseUrl = `${proxy.origin}/v1`
  return Object.assign(ports, {
    baseUrl,
    control: control.origin,
    counts,
    logged,
    judged,
    slept,
    requests,
    send: (init: RequestInit = {}, path = '/pets') => fetch(baseUrl + path, { headers: KEY, ...init }),
    async [Symbol.asyncDispose]() {
      gate.close()
      for (const started of [proxy, control, service]) await started[Symbol.asyncDispose]()
    },
  })
}
