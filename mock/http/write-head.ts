import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../core/request/reply.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'

/** Writes a reply's status line and all of its headers. */
export function writeHead(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  close = false,
): void {
  const headers = [...reply.headers, ...corsHeaders]
  if (reply.status !== 204) headers.push('Content-Length', String(Buffer.byteLength(reply.body)))
  if (request.method === 'OPTIONS') headers.push(...preflightHeaders(request))
  if (close) headers.push('Connection', 'close')
  response.writeHead(reply.status, headers)
}
