import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { startMock, type Mock, type MockOptions } from '../../index.ts'

/** When test mocks are started: 23 seconds into a minute, at noon. */
export const NOON = Date.UTC(2026, 2, 1, 12, 0, 23)

export const TOKEN = 'a-token-for-tests'

/** Starts a mock whose time stands still until it is moved. */
export function start(options: MockOptions = {}): Promise<Mock> {
  return startMock({ port: 0, time: () => NOON, controlToken: TOKEN, ...options })
}

/** Sends a request to the service with a key. */
export function asClient(mock: Mock, key: string, path = '/v1/pets?limit=1'): Promise<Response> {
  return fetch(mock.origin + path, { headers: { Authorization: `Bearer ${key}` } })
}

/** A reply, read whole. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; null where it is none. */
  readonly json: unknown
}

export interface Asking {
  /** Over those that are sent by themselves; `undefined` leaves one out. */
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

/** Sends a request as no browser would let a page send it: with any Host, any Origin, any body. */
export async function ask(mock: Mock, method: string, path: string, asking: Asking = {}): Promise<Reply> {
  const { headers, body } = asking
  const outgoing = request({ host: '127.0.0.1', port: mock.port, method, path, headers, agent: false })
  outgoing.end(body)
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  outgoing.once('response', resolve)
  outgoing.once('error', reject)
  const response = await promise
  const whole = await text(response)
  const json = jsonIn(response.headers['content-type'], whole)
  return { status: response.statusCode ?? 0, headers: response.headers, text: whole, json }
}

/** The value of a body that is announced as JSON; null for any other. */
export function jsonIn(type: string | undefined, body: string): unknown {
  return type === 'application/json' && body !== '' ? parseJson(body) : null
}
