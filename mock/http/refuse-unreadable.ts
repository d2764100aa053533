import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../core/message/errors.ts'
import type { Request } from '../core/message/request.ts'
import { andThen } from '../core/message/awaitable.ts'
import type { Reply } from '../core/request/reply.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { replyHeaders } from '../edge/reply-headers.ts'
import { STATUS_CODES } from './node-http.ts'
import { sendNow } from './outbox.ts'
import { breakOff } from './read-request-body.ts'
import { writeHead } from './send-reply.ts'

/** Refuses a request that is unreadable, and ends the connection. */
export async function refuseUnreadable(
  worlds: Worlds,
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
): Promise<void> {
  const asked = unreadableRequest(code, request.socket.remoteAddress)
  const reply = await worlds.default.answer(asked)
  writeHead(request, response, reply, true)
  response.end(reply.body)
}

const SLASH = 47

/**
 * Why a request that Node has accepted is unreadable; `undefined` if it is well-formed: it names its host once (RFC 9112 §3.2), its
 * target has a valid form (§3.2.1 to 3.2.4), its body is framed in a supported way (§6.1), and its version is HTTP/1 (RFC 9110 §15.6.6).
 */
export function whyUnreadable(request: IncomingMessage): ErrorCode | undefined {
  if (request.httpVersionMajor > 1) return 'version_not_supported'
  return isWellFormed(request) ? undefined : 'malformed_request'
}

function isWellFormed({ httpVersion, headers, url = '' }: IncomingMessage): boolean {
  const { host } = headers
  const namesHost = host === undefined ? httpVersion !== '1.1' : !host.includes(',')
  return namesHost && isFramed(headers) && (url.charCodeAt(0) === SLASH || url === '*' || URL.canParse(url))
}

function isFramed({ 'transfer-encoding': coding }: IncomingMessage['headers']): boolean {
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Answers a request that Node could not parse, with an Error body and the headers that every response has. */
export function answerClientError(worlds: Worlds, error: NodeJS.ErrnoException, socket: Replying): void {
  // Earlier requests are answered first.
  sendNow()
  if (!socket.writable || error.code === 'ECONNRESET' || isSilent(socket) || isAnswered(socket)) {
    socket.destroy()
    return
  }
  const code = CODES[error.code ?? ''] ?? 'malformed_request'
  const refuse = (): void => {
    if (!socket.writable) return
    const address = socket instanceof Socket ? socket.remoteAddress : undefined
    const decided = andThen(worlds.default.answer(unreadableRequest(code, address)), (reply) => {
      endWith(socket, reply)
    })
    if (decided instanceof Promise) decided.catch(() => socket.destroy())
  }
  refuseBehind(socket, code, refuse)
}

/** Refuses after the replies to the earlier requests of a connection, which must be neither lost nor mixed with the refusal. */
function refuseBehind(socket: Replying, code: ErrorCode, refuse: () => void): void {
  const response = socket._httpMessage
  if (!response) refuse()
  else if (response.req.complete) {
    response.once('finish', () => {
      refuseBehind(socket, code, refuse)
    })
  } else if (response.headersSent) socket.destroy()
  // The reply to that request is the refusal.
  else if (breakOff(response.req, code)) response.once('finish', () => socket.end())
  else refuse()
}

/** Writes a reply to a connection that Node has released, and ends it. */
export function endWith(socket: Duplex, reply: Reply): void {
  const length = Buffer.byteLength(reply.body)
  const fields = [...replyHeaders({ headers: {} }, reply, length), 'Connection', 'close']
  socket.end(
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${lines(fields)}\r\n${reply.body}`,
  )
}

/** A connection with the reply that is being sent on it. (The field is private; Node's own handlers read it too.) */
export interface Replying extends Duplex {
  readonly _httpMessage?: ServerResponse | null
}

const lastWithBody = new WeakMap<Duplex, IncomingMessage>()

/** Stores the last request with a body of each connection. */
export function expectBody(request: IncomingMessage): void {
  if ('content-length' in request.headers || 'transfer-encoding' in request.headers)
    lastWithBody.set(request.socket, request)
}

/** Whether the last request was refused before its body was received: then an incomplete body needs no second refusal. */
function isAnswered(socket: Replying): boolean {
  return !socket._httpMessage && lastWithBody.get(socket)?.complete === false
}

/** Whether nothing was received on a connection, as on those that browsers open in advance. */
function isSilent(socket: Replying): boolean {
  return socket instanceof Socket && socket.bytesRead === 0
}

function lines(fields: readonly string[]): string {
  return fields.map((field, at) => field + (at % 2 === 0 ? ': ' : '\r\n')).join('')
}

/** The request for the core: why it cannot be read, and its client's address. */
function unreadableRequest(unreadable: ErrorCode, address = ''): Request {
  return {
    method: '',
    base: '',
    mount: '',
    path: '',
    query: '',
    headers: {},
    address,
    unreadable,
    readBody: () => ({ kind: 'aborted' }),
  }
}
