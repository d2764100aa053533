import type { IncomingMessage, InformationEvent, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ErrorBody } from '../../../spec/wire.ts'
import { passedBack, type HeaderLine } from './headers.ts'

/** Sends status and headers of a reply. */
export function sendHead(
  reply: IncomingMessage,
  response: ServerResponse,
  lines: readonly HeaderLine[],
): void {
  response.writeHead(reply.statusCode ?? 502, reply.statusMessage ?? '', lines.flat())
}

const MOST_LISTENERS = 16

/** Streams a reply, after the part that was read already. Rejects when either side disconnects. */
export async function streamReply(
  reply: IncomingMessage,
  response: ServerResponse,
  lines: readonly HeaderLine[],
  start: Buffer = Buffer.alloc(0),
): Promise<void> {
  sendHead(reply, response, lines)
  // A client waits for the headers of a stream, not for its first bytes.
  response.flushHeaders()
  if (start.length > 0) response.write(start)
  // The proxy and the pipeline have eleven for its end, and Node warns from eleven on.
  response.setMaxListeners(MOST_LISTENERS)
  await pipeline(reply, response)
}

/**
 * Passes an interim reply on (RFC 9110 §15.2), unless it is the 100 that our own server has sent already, or would come out
 * of turn: then the client has not been waiting for it yet.
 */
export function sendInterim(
  request: IncomingMessage,
  response: ServerResponse,
  interim: InformationEvent,
): void {
  const { statusCode, statusMessage, rawHeaders } = interim
  const isAnswered = statusCode === 100 && request.headers.expect !== undefined
  if (isAnswered || request.httpVersion === '1.0' || response.headersSent) return
  const lines = passedBack(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  // Node has methods for some interim replies only; a reply that waits for its turn has no socket.
  response.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1')
}

/** Answers with an Error body of the proxy's own, which a web page can read as well, and ends the connection. */
export function sendError(response: ServerResponse, error: OwnError): void {
  const { status, lines, body } = errorReply(error)
  response.writeHead(status, lines.flat())
  response.end(body)
}

type OwnError = Pick<ErrorBody, 'code' | 'message' | 'status'>

/** The same, to be sent later. */
export function errorReply(
  { code, message, status }: OwnError,
  more: readonly HeaderLine[] = [],
): { readonly status: number; readonly lines: readonly HeaderLine[]; readonly body: Buffer } {
  const body = Buffer.from(JSON.stringify({ code, message, status } satisfies ErrorBody))
  const lines: readonly HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ['Access-Control-Allow-Origin', '*'],
    // The rest of the request's body may not be read any more.
    ['Connection', 'close'],
    ...more,
  ]
  return { status, lines, body }
}
