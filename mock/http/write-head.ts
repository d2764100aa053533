import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../core/request/reply.ts'
import { replyHeaders } from '../edge/reply-headers.ts'

/** Writes a reply's status line and all of its headers. */
export function writeHead(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  close = false,
): void {
  const headers = replyHeaders(request, reply, Buffer.byteLength(reply.body))
  if (close) headers.push('Connection', 'close')
  response.writeHead(reply.status, headers)
}
