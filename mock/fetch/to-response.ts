import type { Reply } from '../core/request/reply.ts'
import { deliver, onTimers, type ReplyWriter, type Sleep } from '../edge/deliver.ts'
import { replyHeaders } from '../edge/reply-headers.ts'
import { phraseOf } from './status-phrases.ts'

const encoder = new TextEncoder()

/** A reply as a Response, delivered as its fault says. Rejects if the fault cuts the connection, or the client aborts. */
export function toResponse(
  request: Request,
  headers: Readonly<Record<string, string>>,
  reply: Reply,
  sleep: Sleep,
): Promise<Response> {
  const { status } = reply
  // As bytes, because a string would set a Content-Type.
  const bytes = encoder.encode(reply.body)
  const fields = new Headers()
  const list = replyHeaders({ method: request.method, headers }, reply, bytes.length)
  for (let at = 0; at + 1 < list.length; at += 2) fields.append(list[at] ?? '', list[at + 1] ?? '')
  const init = { status, statusText: phraseOf(status), headers: fields }
  const hasBody = request.method !== 'HEAD' && !BODILESS.has(status)
  if (!reply.fault) return Promise.resolve(new Response(hasBody ? bytes : null, init))
  return deliverTo(request, reply, init, hasBody, sleep)
}

// Fetch, null body status.
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

function deliverTo(
  request: Request,
  reply: Reply,
  init: ResponseInit,
  hasBody: boolean,
  sleep: Sleep,
): Promise<Response> {
  const gone = new AbortController()
  let isCut = false
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    // The parts that were written before the cut are read first, and passed on while a timer runs: MSW 3 in Node drops the status and
    // all parts of a body that fails sooner.
    pull: async () => {
      if (!isCut) return
      await onTimers(0, gone.signal)
      throw cutOff()
    },
    cancel: () => {
      gone.abort()
    },
  })
  return new Promise((resolve, reject) => {
    // It names the request, because its signal follows that of the client only as long as somebody has the request.
    const leave = (): void => {
      gone.abort()
      reject(request.signal.reason as Error)
      controller?.error(request.signal.reason)
    }
    request.signal.addEventListener('abort', leave, { once: true })
    const writer: ReplyWriter = {
      gone: gone.signal,
      head: () => {
        if (hasBody) resolve(new Response(stream, init))
      },
      write: (part, then) => {
        if (!gone.signal.aborted) controller?.enqueue(part)
        then?.()
      },
      // A response without a body is sent at the end, unless it is cut.
      end: () => {
        if (!hasBody) resolve(new Response(null, init))
        if (!gone.signal.aborted) controller?.close()
      },
      cut: () => {
        isCut = true
        reject(cutOff())
      },
    }
    deliver(reply, writer, sleep).then(() => {
      request.signal.removeEventListener('abort', leave)
    }, reject)
  })
}

/** The error of fetch for a connection that breaks. */
function cutOff(): TypeError {
  return new TypeError('The connection was cut')
}
