import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { ControlRefusal } from './control-refusal.ts'
import {
  JSON_TYPE,
  STREAM_HEADERS,
  STREAM_START,
  wholeReply,
  type AnyReply,
  type OpenStream,
} from './control-reply.ts'
import type { Turns } from './turns.ts'

/** Sends a reply or a refusal. */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: AnyReply | ControlRefusal,
  writers: Turns,
): void {
  if (response.destroyed) return
  if ('stream' in reply) {
    sendStream(request, response, reply.stream)
    return
  }
  if ('jsonPieces' in reply) {
    response.writeHead(reply.status, [...JSON_TYPE])
    if (request.method === 'HEAD') response.end()
    else void sendPieces(response, reply.jsonPieces, writers)
    return
  }
  const { status, headers, text } = wholeReply(reply)
  const length = text === undefined ? [] : ['Content-Length', String(Buffer.byteLength(text))]
  response.writeHead(status, [...headers, ...length])
  response.end(text)
}

/** Sends a long body piece by piece, as fast as the client reads. Other requests are answered in between. Never rejects. */
async function sendPieces(response: ServerResponse, pieces: Iterable<string>, writers: Turns): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
  })
  const turn = async (): Promise<void> => {
    await writers.next()
    gone.signal.throwIfAborted()
  }
  try {
    await turn()
    for (const piece of pieces) {
      if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal })
      await turn()
    }
    response.end()
  } catch {
    // The client has gone, or the JSON is incomplete, which its client must notice.
    response.destroy()
  }
}

function sendStream(request: IncomingMessage, response: ServerResponse, open: OpenStream): void {
  if (request.method === 'HEAD') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end()
    return
  }
  // The connection carries only this stream and is closed after it.
  response.writeHead(200, [...STREAM_HEADERS, 'Connection', 'close'])
  response.write(STREAM_START)
  response.once('close', open(response))
  // A half-closed connection ends the stream, because a closed page cannot be distinguished from it.
  response.req.socket.once('end', () => response.destroy())
  // A client that has gone also causes 'close', which ends the stream.
  response.on('error', () => undefined)
}
