import { isInt64, parseInt64 } from '../../spec/exact-json/int64.ts'
import { parseJson } from '../../spec/exact-json/json.ts'
import { operationOf, type OperationId } from '../../spec/operations.ts'
import type { RecordedExchange } from './history.ts'

/** A request as it went by. */
export interface PassingRequest {
  readonly method: string
  /** Which base address; the first where it is absent. */
  readonly base?: string
  /** Below the base address, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A reply as it went by; header names in any case. */
export interface PassingReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Recorded instants are rounded to a millisecond; in doubt two exchanges overlap. */
export const ROUNDED_MS = 1

const MOST_KEYS = 1_000

/** Makes a history of traffic: between a client and a service, or in a recording. */
export class Recorder {
  readonly exchanges: RecordedExchange[] = []
  readonly #callers = new Map<string, string>()
  #named = 0

  /** Records that a request is sent; call the returned function with the reply. Times are Unix milliseconds. */
  begin(request: PassingRequest, sent: number): (reply: PassingReply, received: number) => RecordedExchange {
    const after = this.exchanges.length
    return (reply, received) => {
      const id = this.exchanges.length + 1
      const exchange = this.record({ id, after, sent, received }, request, reply)
      this.exchanges.push(exchange)
      return exchange
    }
  }

  /** Makes a record of an exchange at a given place in the history. */
  record(
    place: Pick<RecordedExchange, 'id' | 'after' | 'sent' | 'received'>,
    request: PassingRequest,
    reply: PassingReply,
  ): RecordedExchange {
    const { status, headers, body } = reply
    return {
      ...place,
      probe: {
        method: request.method,
        path: request.path,
        ...(request.base !== undefined && { base: request.base }),
        caller: this.#callerOf(request),
        headers: inTheirUsualCase(request.headers),
        ...(request.body !== undefined && { body: request.body }),
        operation: documentedOperation(request, reply),
      },
      status,
      headers: lowerCased(headers),
      body,
      json: readBody(body),
    }
  }

  /** A name for each key, in the order of their first requests; `nobody` without a key. */
  #callerOf({ headers }: PassingRequest): string {
    const value = headerOf(headers, 'authorization')
    const [, key] = /^Bearer +(\S+) *$/i.exec(value ?? '') ?? []
    if (key === undefined) return 'nobody'
    const caller = this.#callers.get(key) ?? `key ${(this.#named += 1)}`
    this.#callers.set(key, caller)
    const [oldest] = this.#callers.keys()
    // An evicted key that returns counts as another key. That causes no false finding.
    if (this.#callers.size > MOST_KEYS && oldest !== undefined) this.#callers.delete(oldest)
    return caller
  }
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === wanted)
  return name === undefined ? undefined : headers[name]
}

/**
 * The operation of the document that a request asks for, where it asks as the document says: for a pet by an int64 in its usual
 * spelling, and with a body of its media type. What refuses another type, or another spelling of it, breaks no promise.
 */
function documentedOperation(request: PassingRequest, { status }: PassingReply): OperationId | undefined {
  const { method, path } = request
  const operation = operationOf(method, path)
  if (operation === 'createPet') return status < 300 || isOfType(request, status) ? operation : undefined
  const [, id] = /^\/pets\/([^/?]+)/.exec(path) ?? []
  const number = id === undefined ? undefined : parseInt64(id)
  return id === undefined || (isInt64(number) && String(number) === id) ? operation : undefined
}

/**
 * Whether a creation has the media type of the document. Many clients name its charset too, which is no other type (RFC 8259 §11).
 * Without a body there is nothing that a type could be of.
 */
function isOfType({ headers, body }: PassingRequest, status: number): boolean {
  const type = headerOf(headers, 'content-type')
  if (type === undefined) return body === undefined && status !== 415
  return JSON_IN_UTF_8.test(type)
}

const JSON_IN_UTF_8 = /^application\/json(?: *; *charset=(?:[Uu][Tt][Ff]-8|"[Uu][Tt][Ff]-8"))?$/

function inTheirUsualCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase() === 'authorization' ? 'Authorization' : name,
      value,
    ]),
  )
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function readBody(body: string): unknown {
  try {
    // An error for each reply without a body takes longer than all else here.
    return body === '' ? undefined : parseJson(body)
  } catch {
    return undefined
  }
}
