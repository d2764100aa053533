import type { IncomingMessage, ServerResponse } from 'node:http'
import { BODY_LIMIT } from '../core/request/read-body.ts'
import type { Reply } from '../core/request/reply.ts'
import { deliver, type ReplyWriter, type Sleep } from '../edge/deliver.ts'
import { sendAndLinger } from './send-and-linger.ts'
import { writeHead } from './write-head.ts'

/** Sends a reply, in the way that faults and an unread body call for. */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  sleep: Sleep,
): Promise<void> {
  if (response.destroyed) return
  if (reply.delivery) await deliver(reply, writerTo(request, response, reply), sleep)
  else if (leavesTooMuchUnread(request, reply)) sendAndLinger(request, response, reply)
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
