import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { exchange } from '../../http/testing/client.ts'
import { startMock, type Mock, type MockOptions } from '../../index.ts'

/** The start time of test mocks: 23 seconds past noon. */
export const NOON = Date.UTC(2026, 2, 1, 12, 0, 23)

export const TOKEN = 'a-token-for-tests'

/** Starts a mock whose time does not advance by itself. */
export function start(options: MockOptions = {}): Promise<Mock> {
  return startMock({ port: 0, time: () => NOON, controlToken: TOKEN, ...options })
}

/** Sends a request to the service with a key, by the same connection as the one before: fetch alternates between two. */
export async function asClient(mock: Mock, key: string, path = '/v1/pets?limit=1'): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}` }
  const { status, headers: received, text } = await exchange('GET', mock.origin + path, { headers })
  return new Response(text, { status, headers: received })
}

/** A reply with its whole body. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; null if it is not JSON. */
  readonly json: unknown
}

export interface Asking {
  /** Replace the default headers; `undefined` omits one. */
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

/** Sends a request that a page in a browser cannot send: with any Host, any Origin, any body. */
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

/** The value of a body with a JSON Content-Type; null for others. */
export function jsonIn(type: string | undefined, body: string): unknown {
  return type === 'application/json' && body !== '' ? parseJson(body) : null
}
