import { decodeBody } from '../core/message/request.ts'
import type { Reply } from '../core/request/reply.ts'
import { deliver, onTimers, type ReplyWriter } from './deliver.ts'
import { askWorlds, type AnsweringWorlds } from './locate.ts'
import { replyHeaders } from './reply-headers.ts'

/** A request as plain data. */
export interface PlainRequest {
  readonly method: string
  /** An address with any scheme and host, or a path. It is sent as it is written. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A reply as plain data. */
export interface PlainReply {
  readonly status: number
  /** By lower-case name; the lines of one name are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const CLIENT_ADDRESS = '127.0.0.1'
const encoder = new TextEncoder()

/**
 * Answers requests without a socket, as a client on this machine would be answered over HTTP, without the headers of the
 * connection. It does not check what a connection refuses (headers that are too large, broken framing). It rejects when a
 * fault cuts the connection; other faults wait on `sleep`.
 */
export function inProcess(
  worlds: AnsweringWorlds,
  sleep = onTimers,
): (request: PlainRequest) => Promise<PlainReply> {
  return async ({ method, url, headers: given, body }) => {
    const bytes = body === undefined ? undefined : encoder.encode(body)
    const headers = requestHeaders(url, given, bytes)
    const reply = await askWorlds(worlds, {
      method,
      mount: '',
      target: targetOf(url),
      headers,
      address: CLIENT_ADDRESS,
      readBody: (limit) => decodeBody(bytes ?? new Uint8Array(), limit),
    })
    const sent = reply.fault ? await bodyAfterFault(reply, sleep) : reply.body
    const length = encoder.encode(reply.body).length
    // Requests that were sent at the same time are decided by now.
    await delivered(reply)
    return {
      status: reply.status,
      headers: byName(replyHeaders({ method, headers }, reply, length)),
      body: method === 'HEAD' ? '' : sent,
    }
  }
}

/** Notifies of a refusal that its client reads as soon as it is returned. */
export async function delivered({ delivery }: Reply): Promise<void> {
  await delivery?.left()
  await delivery?.read()
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** The path and query of an address, without the fragment. */
function targetOf(url: string): string {
  const target = url.replace(ORIGIN, '').replace(/#.*$/s, '')
  return target === '' || target.startsWith('?') ? `/${target}` : target
}

/** The headers as a server reads them (RFC 9112 §5), with those that every client adds. */
function requestHeaders(
  url: string,
  given: PlainRequest['headers'],
  body: Uint8Array | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { host: ORIGIN.exec(url)?.[1] ?? 'localhost' }
  for (const [name, value] of Object.entries(given)) {
    headers[name.toLowerCase()] = value.replace(/^[\t ]+|[\t ]+$/g, '')
  }
  if (body && headers['transfer-encoding'] === undefined) headers['content-length'] = String(body.length)
  return headers
}

function byName(fields: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = (fields[at] ?? '').toLowerCase()
    const value = fields[at + 1] ?? ''
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}

/** The body after its fault; rejects when the fault cuts the connection. */
async function bodyAfterFault(reply: Reply, sleep: typeof onTimers): Promise<string> {
  const decoder = new TextDecoder()
  const sent = { body: '', isCut: false }
  const writer: ReplyWriter = {
    gone: new AbortController().signal,
    head: () => undefined,
    write: (part, then) => {
      sent.body += decoder.decode(part, { stream: true })
      then?.()
    },
    end: () => undefined,
    cut: () => {
      sent.isCut = true
    },
  }
  await deliver(reply, writer, sleep)
  if (sent.isCut) throw new Error('The connection was cut before the reply was complete')
  return sent.body + decoder.decode()
}
