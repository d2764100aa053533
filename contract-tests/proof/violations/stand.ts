import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startMock, type Mock } from '../../../mock/index.ts'
import type { StartOptions } from '../../../mock/index.ts'
import { operationOf } from '../../../spec/index.ts'
import type { Ask, Overlay, Reply, Service } from './service.ts'

/** A mock with something laid over it, at an address of its own. */
export interface Stand extends AsyncDisposable {
  readonly mock: Mock
  readonly baseUrl: string
  readonly secondBaseUrl: string
  /** The worlds in the control API, which nothing is laid over. */
  readonly control: readonly [string, string]
}

export interface StandOptions {
  readonly mock?: StartOptions
  /** What the clock of the service shows first (RFC 3339); the time of the machine where it is not said. */
  readonly begins?: string
  /** How far the clock of the service is ahead of the one that the suite goes by, in milliseconds. */
  readonly ahead?: number
  /** Sees every request and its reply as they pass. */
  readonly witness?: (ask: Ask, reply: Reply) => void
}

/** Starts a mock, and in front of it a server that answers as the overlay does. */
export async function standWith(overlay: Overlay, options: StandOptions = {}): Promise<Stand> {
  const { begins, ahead = 0, witness = () => undefined } = options
  const time = begins === undefined ? undefined : timeFrom(Date.parse(begins))
  const mock = await startMock({ port: 0, time, ...options.mock })
  const service = overlay(healthy(mock))
  const control = healthy(mock)
  const answer = async (ask: Ask): Promise<Reply> => {
    if (ask.base === '') return withClockAhead(await control(ask), ahead)
    const reply = await service(ask)
    witness(ask, reply)
    return reply
  }
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => answer(askOf(request, body)))
      .then(({ status, headers, body }) => {
        const length = Buffer.byteLength(body)
        const isHead = request.method === 'HEAD'
        response.writeHead(status, isHead ? headers : { ...headers, 'content-length': length })
        response.end(isHead ? undefined : body)
      })
      // A service that fails to answer ends the connection; a run reports it as unreachable.
      .catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    mock,
    baseUrl: `${origin}/v1`,
    secondBaseUrl: `${origin}/staging/v1`,
    control: [`${origin}/_mock/worlds/default`, `${origin}/_mock/worlds/staging`],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await mock.stop()
    },
  }
}

/** A time that passes as ours does, and is `moment` now. */
function timeFrom(moment: number): () => number {
  const ahead = moment - Date.now()
  return () => Date.now() + ahead
}

/** What the control API tells of the clock, as somebody reads it whose own clock is behind. */
function withClockAhead(reply: Reply, ahead: number): Reply {
  if (ahead === 0 || reply.status !== 200) return reply
  const body = reply.body.replace(
    /("now": ?")([^"]+)"/,
    (_all, name: string, time: string) => `${name}${new Date(Date.parse(time) - ahead).toISOString()}"`,
  )
  return { ...reply, body }
}

function askOf({ method = 'GET', url = '', headers }: IncomingMessage, body: string): Ask {
  const [, base = '', path = ''] = /^((?:\/staging)?\/v1)(.*)$/.exec(url) ?? ['', '', url]
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    HOP.has(name) || value === undefined ? [] : [[name, String(value)]],
  )
  return {
    method,
    base,
    path,
    headers: Object.fromEntries(fields) as Ask['headers'],
    body: body === '' ? undefined : body,
    // A reply to HEAD has no body that an overlay could change.
    operation: method === 'HEAD' ? undefined : operationOf(method, path),
  }
}

const HOP = new Set(['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive'])

function healthy(mock: Mock): Service {
  return async ({ method, base, path, headers, body }) => {
    const response = await fetch(mock.origin + base + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    const fields = [...response.headers].filter(([name]) => !HOP.has(name))
    return { status: response.status, headers: Object.fromEntries(fields), body: await response.text() }
  }
}
