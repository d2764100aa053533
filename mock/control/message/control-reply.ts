import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { ControlRefusal } from './control-refusal.ts'

/** Where events are written: a response, or its replacement in a test. */
export interface EventSink {
  /** Characters or bytes that are queued. */
  readonly writableLength: number
  write(text: string): unknown
  end(): unknown
  destroy(): unknown
  /** Calls `listener` each time that the queue has been flushed. */
  on(event: 'drain', listener: () => void): unknown
}

/** Writes events to a client until the function that it returns is called. */
export type OpenStream = (sink: EventSink) => () => void

/** Any operation's reply. */
export type AnyReply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly text: string; readonly type: string }
  /** JSON that may be long: its pieces are written when they are read. */
  | { readonly status: number; readonly jsonPieces: Iterable<string> }
  | { readonly status: number; readonly stream: OpenStream }
  | { readonly status: number; readonly headers?: readonly string[] }

/** A reply other than a stream, ready to be sent. Headers as name, value, name, value, without Content-Length. */
export interface WholeReply {
  readonly status: number
  readonly headers: readonly string[]
  /** `undefined` without a body. */
  readonly text: string | undefined
}

/** Serializes a reply or a refusal. JSON is indented, because people read it too. */
export function wholeReply(reply: AnyReply | ControlRefusal): WholeReply {
  const { status } = reply
  if (reply instanceof ControlRefusal) return inJson(status, reply.body, reply.headers)
  if ('json' in reply) return inJson(status, reply.json)
  if ('jsonPieces' in reply) return { status, headers: JSON_TYPE, text: [...reply.jsonPieces].join('') }
  if ('text' in reply) return { status, headers: ['Content-Type', reply.type], text: reply.text }
  return { status, headers: 'headers' in reply ? (reply.headers ?? []) : [], text: undefined }
}

/** The header of a JSON body. */
export const JSON_TYPE: readonly string[] = ['Content-Type', 'application/json']

function inJson(status: number, value: unknown, headers: readonly string[] = []): WholeReply {
  const text = `${stringifyJson(value, 2)}\n`
  return { status, headers: [...JSON_TYPE, ...headers], text }
}

/** The headers of an event stream. */
export const STREAM_HEADERS: readonly string[] = [
  'Content-Type',
  'text/event-stream',
  // Otherwise some proxies buffer replies.
  'X-Accel-Buffering',
  'no',
]

/** The first bytes of a stream: from here on the client misses no event. `retry` is in milliseconds. */
export const STREAM_START = 'retry: 1000\n\n'
