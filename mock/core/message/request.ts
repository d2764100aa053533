import type { Awaitable } from './awaitable.ts'
import type { ErrorCode } from './errors.ts'

/** A request as the core reads it. Each way in makes one from its protocol. */
export interface Request {
  /** In capitals, as sent. */
  readonly method: string
  /** Path below the base address, beginning with "/", percent-encoding left as it was sent; empty for the base itself. */
  readonly path: string
  /** Without the question mark; empty when there is none. */
  readonly query: string
  /** Path of the base address, such as `/staging/v1`; empty if the path is under none. */
  readonly base: string
  /** Path under which an app has mounted the service; empty for a server of its own. */
  readonly mount: string
  /** That there is no world that it names, where that is so. */
  readonly noWorld?: string | undefined
  /** Header fields by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The client's network address. */
  readonly address: string
  /** When it arrived, by `performance.now()`; now, if it is not given. */
  readonly arrivedAt?: number | undefined
  /** The earliest moment at which its client can have decided to send it, by the same clock, if that was before. */
  readonly askedAt?: number | undefined
  /** The error, if the request could not be parsed; all other fields are empty then. */
  readonly unreadable?: ErrorCode
  /** Reads the body, at most `limit` bytes of it. Called at most once. */
  readonly readBody: (limit: number) => Awaitable<RequestBody>
}

/** A body, or why it could not be read. */
export type RequestBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf-8' }
  /** Another app has parsed it before, with a number that it may have rounded to this one. */
  | { readonly kind: 'rounded'; readonly number: number }
  /** The client left before the end of the body. */
  | { readonly kind: 'aborted' }
  /** It took too long, or its framing was broken. */
  | { readonly kind: 'unreadable'; readonly code: ErrorCode }

/** The value of a header; several lines of the same name are joined (RFC 9110 §5.3). */
export function header(request: Pick<Request, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Decodes a body, unless it is longer than `limit` bytes or not UTF-8. */
export function decodeBody(bytes: Uint8Array, limit: number): RequestBody {
  if (bytes.length > limit) return { kind: 'too-large' }
  try {
    return { kind: 'text', text: utf8.decode(bytes) }
  } catch {
    return { kind: 'not-utf-8' }
  }
}

/** The parameters of a query string, decoded, in their order, each with all of its values. */
export type Query = ReadonlyMap<string, readonly string[]>

/** A query that needs no decoding. URLSearchParams would take most of the time of such a request. */
const PLAIN = /^[\w.~=&-]*$/

/** Parses a query as forms do (WHATWG URL, application/x-www-form-urlencoded). */
export function parseQuery(query: string): Query {
  const parameters = new Map<string, string[]>()
  const add = (name: string, value: string): void => {
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  if (!PLAIN.test(query)) for (const [name, value] of new URLSearchParams(query)) add(name, value)
  else for (let start = 0; start < query.length;) start = addPlain(query, start, add)
  return parameters
}

/** Adds the parameter at `start`, unless it is empty; returns the start of the next one. */
function addPlain(query: string, start: number, add: (name: string, value: string) => void): number {
  const ampersand = query.indexOf('&', start)
  const end = ampersand === -1 ? query.length : ampersand
  const equals = query.indexOf('=', start)
  const nameEnd = equals === -1 || equals > end ? end : equals
  if (end > start) add(query.slice(start, nameEnd), query.slice(nameEnd + 1, end))
  return end + 1
}

/** Decodes percent-encoding; returns a malformed text unchanged. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
