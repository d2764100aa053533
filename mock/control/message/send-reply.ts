import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlRefusal } from './control-refusal.ts'
import { STREAM_HEADERS, STREAM_START, wholeReply, type AnyReply, type OpenStream } from './control-reply.ts'

/** Sends a reply or a refusal. */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: AnyReply | ControlRefusal,
): void {
  if (response.destroyed) return
  if ('stream' in reply) {
    sendStream(request, response, reply.stream)
    return
  }
  const { status, headers, text } = wholeReply(reply)
  const length = text === undefined ? [] : ['Content-Length', String(Buffer.byteLength(text))]
  response.writeHead(status, [...headers, ...length])
  response.end(text)
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
