import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Worlds } from '../core/world/worlds.ts'
import { unreadableRequest } from './unreadable-request.ts'
import { writeHead } from './write-head.ts'

/** Answers 400 to a request that makes no sense, and ends the connection. */
export async function refuseUnreadable(
  worlds: Worlds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = unreadableRequest('malformed_request', request.socket.remoteAddress)
  const reply = await worlds.default.answer(asked)
  writeHead(request, response, reply, true)
  response.end(reply.body)
}
