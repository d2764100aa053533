import { Agent, request } from 'node:http'
import { newPet } from '../../../fixtures/testing/new-pet.ts'
import { served } from '../../../fixtures/testing/requests.ts'
import type { Int64 } from '../../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import {
  operationIds,
  operations as documented,
  successOf,
  type OperationId,
} from '../../../spec/operations.ts'
import type { NewPet } from '../../../spec/wire.ts'
import { HttpReply } from './http-reply.ts'
import { talk } from './talk.ts'

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  readonly signal?: AbortSignal
  /** Instead of the one that all tests share. */
  readonly agent?: Agent
}

// Node's own client needs half the time of fetch, and tests make thousands of requests.
const agent = new Agent({ keepAlive: true })

/** Sends one request and reads its whole reply. Rejects if the connection ends before. */
export function exchange(
  method: string,
  url: string,
  { headers = {}, body, ...more }: Ask,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers }, agent, ...more }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode = 0, rawHeaders } = response
        resolve(new HttpReply(statusCode, headersOf(rawHeaders), Buffer.concat(chunks).toString()))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  return headers
}

/** A client of a service over HTTP, with one key or none. */
export class Client {
  readonly baseUrl: string
  readonly #key: string | undefined

  constructor(baseUrl: string, key?: string) {
    this.baseUrl = baseUrl
    this.#key = key
  }

  /** Sends a request to a path below the base address. The headers override that of the key. */
  send(method: string, path: string, { headers = {}, body }: Ask = {}): Promise<HttpReply> {
    const credentials = this.#key === undefined ? {} : { Authorization: `Bearer ${this.#key}` }
    return exchange(method, this.baseUrl + path, { headers: { ...credentials, ...headers }, body })
  }

  list(query = ''): Promise<HttpReply> {
    return this.send('GET', `/pets${query}`)
  }

  /** Adds a pet. Texts and bytes are sent unchanged. */
  create(
    pet: NewPet | string | Uint8Array<ArrayBuffer> = newPet(),
    type = 'application/json',
  ): Promise<HttpReply> {
    const body = typeof pet === 'string' || pet instanceof Uint8Array ? pet : stringifyJson(pet)
    return this.send('POST', '/pets', { headers: { 'Content-Type': type }, body })
  }

  get(id: Int64 | string): Promise<HttpReply> {
    return this.send('GET', `/pets/${id}`)
  }

  /** Lists pets so many times in sequence on one connection. Returns the last reply. */
  async listTimes(times: number): Promise<HttpReply> {
    const { host, port, pathname } = new URL(this.baseUrl)
    const credentials = this.#key === undefined ? '' : `Authorization: Bearer ${this.#key}\r\n`
    const request = `GET ${pathname}/pets?limit=1 HTTP/1.1\r\nHost: ${host}\r\n${credentials}\r\n`
    const { replies } = await talk(Number(port), request.repeat(times), { replies: times })
    const last = replies[times - 1]
    if (!last) throw new Error(`only ${replies.length} replies to ${times} requests`)
    return last
  }
}

/** An operation of the document, with a request that succeeds on a fresh world and its status. */
export interface Operation {
  readonly id: OperationId
  readonly success: number
  /** Whether that reply has a body. */
  readonly hasBody: boolean
  readonly ask: (client: Client) => Promise<HttpReply>
}

export const operations: readonly Operation[] = operationIds.map((id) => {
  const { status, schema } = successOf(id)
  const { path, ...more } = served[id]
  return {
    id,
    success: status,
    hasBody: schema !== null,
    ask: (client) => client.send(documented[id].method, path, more),
  }
})
