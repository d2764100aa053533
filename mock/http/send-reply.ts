import type { IncomingMessage, ServerResponse } from 'node:http'
import { textBytes } from '../core/memory/memory.ts'
import { BODY_LIMIT } from '../core/request/read-body.ts'
import type { Reply } from '../core/request/reply.ts'
import { deliver, type ReplyWriter, type Sleep } from '../edge/deliver.ts'
import { replyHeaders } from '../edge/reply-headers.ts'
import type { UnreadReplies } from './unread-replies.ts'

/** What sending takes besides the connection. */
export interface SendPorts {
  readonly unread: UnreadReplies
  readonly sleep: Sleep
}

/** Sends a reply, in the way that faults and an unread body call for. */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  { unread, sleep }: SendPorts,
): Promise<void> {
  if (response.destroyed) return
  if (reply.fault) {
    // It may be kept back for long, by the fault and by a client that reads nothing.
    unread.hold(response, textBytes(reply.body))
    await deliver(reply, writerTo(request, response, reply), sleep)
  } else if (leavesTooMuchUnread(request, reply)) sendAndLinger(request, response, reply)
  else sendWhole(request, response, reply)
}

/** The common case: one write. */
export function sendWhole(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  writeHead(request, response, reply)
  response.end(reply.body)
}

function leavesTooMuchUnread(request: IncomingMessage, { status }: Reply): boolean {
  return status === 413 || Number(request.headers['content-length'] ?? 0) > BODY_LIMIT
}

function writerTo(request: IncomingMessage, response: ServerResponse, reply: Reply): ReplyWriter {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
  })
  return {
    gone: gone.signal,
    head: () => {
      writeHead(request, response, reply)
    },
    write: (part, then) => response.write(part, then),
    end: () => response.end(),
    cut: () => response.destroy(),
  }
}

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

// Long enough for a client to notice the reply, short enough that nobody can keep us busy.
const LINGER_MS = 1000
const LINGER_BYTES = 8 * 1024 * 1024

/**
 * Answers a request whose body is too large to be read: the reply goes out at once, the rest is thrown away for a
 * moment, and then the connection ends. Closing at once could take the reply away from a client that is still sending
 * (RFC 9112 §9.6).
 */
function sendAndLinger(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
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
