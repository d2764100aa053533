import type { ControlApi } from '../control/control-api.ts'
import {
  corsHeaders,
  foreignPage,
  HEADERS,
  originsOf,
  presentsToken,
} from '../control/guard/pages-and-token.ts'
import { ControlRefusal } from '../control/message/control-refusal.ts'
import {
  STREAM_HEADERS,
  STREAM_START,
  wholeReply,
  type AnyReply,
  type EventSink,
  type OpenStream,
} from '../control/message/control-reply.ts'
import type { ControlRequest } from '../control/message/control-request.ts'
import { publishRefusal } from '../control/message/publish-refusal.ts'
import { controlApi } from '../control/control-api.ts'
import { bodyBytes } from '../core/message/body-bytes.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { phraseOf } from './status-phrases.ts'

/** Who may use the control API. */
export interface FetchAccess {
  /** The token that every request must send; `undefined` if none is required. */
  readonly token: string | undefined
  /** Pages of these origins may use it besides those of its own origin. */
  readonly allowOrigins: readonly string[]
  readonly until: AbortSignal
}

/** Answers requests for the control API as Responses. */
export function controlWay(
  worlds: Worlds,
  access: FetchAccess,
): (asked: Omit<ControlRequest, 'readBytes'>, body: Uint8Array, request: Request) => Promise<Response> {
  const every = (milliseconds: number, tick: () => void) => {
    const timer = setInterval(tick, milliseconds)
    return () => {
      clearInterval(timer)
    }
  }
  const answer: ControlApi = controlApi(worlds, every, { until: access.until })
  const allowed = originsOf(access.allowOrigins)
  return async (head, body, request) => {
    const asked = { ...head, readBytes: (limit: number) => bodyBytes(body, limit) }
    const { method } = asked
    const fields = fieldsOf(asked)
    const headers = new Headers(HEADERS)
    const isAllowed = fields.origin !== undefined && allowed.has(fields.origin.toLowerCase())
    if (isAllowed) for (const [name, value] of corsHeaders(method, fields)) headers.set(name, value)
    const refusal =
      (isAllowed ? undefined : foreignPage(fields)) ?? tokenMissing(fields.authorization, access.token)
    if (refusal) publishRefusal(worlds, asked, refusal)
    return responseTo(method, refusal ?? (await answer(asked)), headers, request)
  }
}

function fieldsOf({ headers }: ControlRequest) {
  const field = (name: string): string | undefined =>
    headers[name] === undefined ? undefined : String(headers[name])
  return {
    origin: field('origin'),
    host: field('host'),
    authorization: field('authorization'),
    'sec-fetch-site': field('sec-fetch-site'),
    'access-control-request-method': field('access-control-request-method'),
  }
}

function tokenMissing(
  authorization: string | undefined,
  token: string | undefined,
): ControlRefusal | undefined {
  if (token === undefined || presentsToken(authorization, token)) return undefined
  return new ControlRefusal(
    'token_required',
    'Send "Authorization: Bearer <token>" with the controlToken of the mock',
    ['WWW-Authenticate', 'Bearer realm="petstore-control"'],
  )
}

const encoder = new TextEncoder()

function responseTo(
  method: string,
  reply: AnyReply | ControlRefusal,
  headers: Headers,
  request: Request,
): Response {
  const { status } = reply
  const init = { status, statusText: phraseOf(status), headers }
  if ('stream' in reply) {
    setAll(headers, STREAM_HEADERS)
    return new Response(method === 'HEAD' ? null : streamOf(reply.stream, request), init)
  }
  const whole = wholeReply(reply)
  setAll(headers, whole.headers)
  if (whole.text === undefined) return new Response(null, init)
  const bytes = encoder.encode(whole.text)
  headers.set('Content-Length', String(bytes.length))
  return new Response(method === 'HEAD' ? null : bytes, init)
}

function setAll(headers: Headers, fields: readonly string[]): void {
  for (let at = 0; at + 1 < fields.length; at += 2) headers.set(fields[at] ?? '', fields[at + 1] ?? '')
}

/** An event stream, which ends when the mock stops or the client disconnects. */
function streamOf(open: OpenStream, request: Request): ReadableStream<Uint8Array> {
  const drained: (() => void)[] = []
  let close = (): void => undefined
  let isOpen = true
  const leave = (): void => {
    isOpen = false
    close()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // It names the request, because its signal follows that of the client only as long as somebody has the request.
        const end = (): void => {
          request.signal.removeEventListener('abort', end)
          if (!isOpen) return
          leave()
          controller.close()
        }
        const sink: EventSink = {
          get writableLength() {
            return Math.max(0, -(controller.desiredSize ?? 0))
          },
          write: (text) => {
            if (isOpen) controller.enqueue(encoder.encode(text))
          },
          end,
          destroy: end,
          on: (_event, listener) => drained.push(listener),
        }
        sink.write(STREAM_START)
        close = open(sink)
        request.signal.addEventListener('abort', end, { once: true })
      },
      pull: () => {
        for (const listener of drained) listener()
      },
      cancel: leave,
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  )
}
