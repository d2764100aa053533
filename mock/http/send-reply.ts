import { MOST_BYTES } from '../core/memory/bounds.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { methodsWithBody } from '../../spec/operations.ts'
import type { Reply } from '../core/request/reply.ts'
import { deliver, type ReplyWriter, type Sleep } from '../edge/deliver.ts'
import { replyHeaders } from '../edge/reply-headers.ts'
import type { UnreadReplies } from './unread-replies.ts'

/** The ports of `sendReply`. */
export interface SendPorts {
  readonly unread: UnreadReplies
  readonly sleep: Sleep
}

/** Sends a reply, with its fault, and with care for a body that is not read. */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  { unread, sleep }: SendPorts,
): Promise<void> | undefined {
  // The response of a queued reply is not destroyed with its connection.
  if (response.destroyed || request.socket.destroyed) return undefined
  if (reply.fault) return deliver(reply, writerTo(request, response, reply, unread), sleep)
  if (leavesTooMuchUnread(request, reply)) sendAndLinger(request, response, reply, unread)
  else {
    sendWhole(request, response, reply)
    unread.ended(response)
  }
  return undefined
}

function end(response: ServerResponse, unread: UnreadReplies): void {
  response.end()
  unread.ended(response)
}

/** The common case: one write. */
function sendWhole(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { body } = reply
  const bytes = writeHead(request, response, reply)
  // For ASCII both are equal, and latin1 is faster.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8')
}

function leavesTooMuchUnread({ method = '', headers }: IncomingMessage, { status }: Reply): boolean {
  return (
    status === 413 ||
    (methodsWithBody.has(method) && Number(headers['content-length'] ?? 0) > MOST_BYTES.requestBody)
  )
}

function writerTo(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  unread: UnreadReplies,
): ReplyWriter {
  return {
    gone: unread.gone(request.socket),
    head: () => {
      writeHead(request, response, reply)
    },
    write: (part, then) => response.write(part, then),
    end: () => {
      end(response, unread)
    },
    cut: () => response.destroy(),
  }
}

/** Writes the status line and all headers of a reply. Returns the length of its body in bytes. */
export function writeHead(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  close = false,
): number {
  const bytes = Buffer.byteLength(reply.body)
  const headers = replyHeaders(request, reply, bytes)
  if (close) headers.push('Connection', 'close')
  response.writeHead(reply.status, headers)
  return bytes
}

// Long enough for a client to notice the reply, short enough to bound the work.
const LINGER_MS = 1000
/**
 * Answers a request whose body is too large: sends the reply at once, discards the body for a moment, and then ends the
 * connection. Closing at once could destroy the reply to a client that is still sending (RFC 9112 §9.6).
 */
function sendAndLinger(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  unread: UnreadReplies,
): void {
  writeHead(request, response, reply, true)
  response.write(reply.body)
  let discarded = 0
  const endThen = (): void => {
    clearTimeout(timer)
    end(response, unread)
  }
  const timer = setTimeout(endThen, LINGER_MS)
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > MOST_BYTES.droppedBody) endThen()
  })
  request.once('end', endThen)
  request.once('close', endThen)
}
