import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { ControlRefusal } from './control-refusal.ts'

/** Where the text of events goes: a response, or what takes its place in a test. */
export interface EventSink {
  /** Characters or bytes that wait to be sent. */
  readonly writableLength: number
  write(text: string): unknown
  end(): unknown
  destroy(): unknown
  /** Calls back each time that all which waited has been sent. */
  on(event: 'drain', listener: () => void): unknown
}

/** Writes events to a client until the function that it returns is called. */
export type OpenStream = (sink: EventSink) => () => void

/** Any operation's reply. */
export type AnyReply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly text: string; readonly type: string }
  | { readonly status: number; readonly stream: OpenStream }
  | { readonly status: number; readonly headers?: readonly string[] }

/** A reply as it goes out, but for a stream; headers as name, value, name, value, without Content-Length. */
export interface WholeReply {
  readonly status: number
  readonly headers: readonly string[]
  /** `undefined` where there is none. */
  readonly text: string | undefined
}

/** Writes a reply or a refusal out. JSON is indented, for it is read by people too. */
export function wholeReply(reply: AnyReply | ControlRefusal): WholeReply {
  const { status } = reply
  if (reply instanceof ControlRefusal) return inJson(status, reply.body, reply.headers)
  if ('json' in reply) return inJson(status, reply.json)
  if ('text' in reply) return { status, headers: ['Content-Type', reply.type], text: reply.text }
  return { status, headers: 'headers' in reply ? (reply.headers ?? []) : [], text: undefined }
}

function inJson(status: number, value: unknown, headers: readonly string[] = []): WholeReply {
  const text = `${stringifyJson(value, 2)}\n`
  return { status, headers: ['Content-Type', 'application/json', ...headers], text }
}

/** The headers of a stream of events. */
export const STREAM_HEADERS: readonly string[] = [
  'Content-Type',
  'text/event-stream',
  // Some proxies hold replies back otherwise.
  'X-Accel-Buffering',
  'no',
]

/** The first bytes, which tell the client that it misses nothing from here on; `retry` is in milliseconds. */
export const STREAM_START = 'retry: 1000\n\n'
