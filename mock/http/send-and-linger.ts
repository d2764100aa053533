import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../core/request/reply.ts'
import { writeHead } from './write-head.ts'

// Long enough for a client to notice the reply, short enough that nobody can keep us busy.
const LINGER_MS = 1000
const LINGER_BYTES = 8 * 1024 * 1024

/**
 * Answers a request whose body is too large to be read: the reply goes out at once, the rest is thrown away for a
 * moment, and then the connection ends. Closing at once could take the reply away from a client that is still sending
 * (RFC 9112 §9.6).
 */
export function sendAndLinger(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  writeHead(request, response, reply, true)
  response.write(reply.body)
  let thrownAway = 0
  const end = (): void => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, LINGER_MS)
  request.on('data', (chunk: Buffer) => {
    thrownAway += chunk.length
    if (thrownAway > LINGER_BYTES) end()
  })
  request.once('end', end)
  request.once('close', end)
}
