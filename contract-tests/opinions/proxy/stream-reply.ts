import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { HeaderLine } from './end-to-end.ts'

/** Sends status and headers of a reply. */
export function writeHead(
  reply: IncomingMessage,
  response: ServerResponse,
  lines: readonly HeaderLine[],
): void {
  response.writeHead(reply.statusCode ?? 502, reply.statusMessage ?? '', lines.flat())
}

/** Sends a reply as it comes, after what was read of it already. Rejects when either side breaks off. */
export async function streamReply(
  reply: IncomingMessage,
  response: ServerResponse,
  lines: readonly HeaderLine[],
  start: Buffer = Buffer.alloc(0),
): Promise<void> {
  writeHead(reply, response, lines)
  // A client waits for the headers of a stream, not for its first bytes.
  response.flushHeaders()
  if (start.length > 0) response.write(start)
  await pipeline(reply, response)
}
