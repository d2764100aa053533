import type { Agent, IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { bodyStart, decodeBody, type DecodedBody } from './decode-body.ts'
import type { Proxies, Proxy } from './proxies.ts'
import { putTogether } from './put-together.ts'
import { CONTRACT_DEFAULTS, MEGABYTE } from './settings.ts'

/** The way to a service: one HTTP request and its reply, without any meaning. Rejects with Unreachable where none comes. */
export type Transport = (request: Request) => Promise<Reply>

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Reply {
  readonly status: number
  /** By lower-case name; several lines of one name joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Why the body, which is then empty here, was not read to its end: `it has more than 4 MB (--max-body)`. */
  readonly unread?: string
  /** How often it was sent; a service may have counted each. */
  readonly tries?: number
  /** What those times came to that got no reply, where it was sent more than once. */
  readonly failed?: FailedTries
}

/** How often no reply came in time, and how often there was another end, such as a connection that broke. */
export interface FailedTries {
  readonly late: number
  readonly broken: number
}

const TRIES = 3
const PAUSE_MS = 250

/** A way to a service over connections that nothing else uses, and their end. */
export interface Connections {
  readonly transport: Transport
  /** Ends the connections that are still open. */
  close(): void
}

/**
 * Sends over connections that the next request reuses, following no redirect. A transport error is tried again, a
 * reply never; after three tries it rejects with an Unreachable that says why. `timeout` in milliseconds; a body of more
 * than `maxBody` bytes, before or after decompression, is not read to its end.
 */
export function socketTransport(
  timeout: number,
  maxBody?: number,
  pause?: (ms: number) => Promise<unknown>,
): Transport {
  return openConnections(timeout, maxBody, pause).transport
}

/** The same, with the end of its connections in hand; through `proxies`, where they are given. */
export function openConnections(
  timeout: number,
  maxBody: number = CONTRACT_DEFAULTS.maxBody,
  pause: (ms: number) => Promise<unknown> = (ms) => wait(ms),
  proxies: Proxies = new Map(),
): Connections {
  // Not fetch, whose first call alone costs as much processor time as twenty requests.
  const clients = new Map<string, Client>()
  const clientOf = (url: string): Client => {
    const { origin, protocol } = new URL(url)
    const cached = clients.get(origin)
    if (cached) return cached
    // An import of either loads all of fetch, which costs as much processor time as forty requests.
    const { Agent, request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')
    const proxy = proxies.get(origin)?.url
    // The time-out of an agent is that of a proxy which opens no way to the service.
    const options = proxy !== undefined && { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, timeout }
    const client = { request, agent: new Agent({ keepAlive: true, ...options }) }
    clients.set(origin, client)
    return client
  }
  const transport = retrying(
    async (request) => {
      const reply = await once(request, timeout, maxBody, clientOf(request.url))
      if (isOfProxy(reply, request, proxies)) throw new PasswordWanted()
      return reply
    },
    (error, request) => Unreachable.from(error, request, timeout, proxies),
    pause,
  )
  const close = (): void => {
    for (const { agent } of clients.values()) agent.destroy()
  }
  return { transport, close }
}

/** Whether a reply is that of a proxy which wants a password first (RFC 9110 §15.5.8). */
function isOfProxy({ status, headers }: Reply, { url }: Request, proxies: Proxies): boolean {
  if (status !== 407 || headers['proxy-authenticate'] === undefined) return false
  const { origin, protocol } = new URL(url)
  // What comes through a tunnel is the service's own.
  return protocol === 'http:' && proxies.has(origin)
}

class PasswordWanted extends Error {
  readonly code = PASSWORD_WANTED
}

/** A transport in process: a function that answers requests, and rejects where a connection would have broken. */
export function functionTransport(answer: (request: Request) => Promise<Reply>): Transport {
  return retrying(
    answer,
    (error, request) => Unreachable.from(error, request, 0),
    () => Promise.resolve(),
  )
}

function retrying(
  send: Transport,
  explain: (error: unknown, request: Request) => Unreachable,
  pause: (milliseconds: number) => Promise<unknown>,
): Transport {
  return async (request) => {
    let failed = { late: 0, broken: 0 }
    for (let tried = 1; ; tried += 1) {
      try {
        return { ...(await send(request)), tries: tried, ...(tried > 1 && { failed }) }
      } catch (error) {
        const unreachable = explain(error, request)
        const { late, broken } = failed
        failed = unreachable.isLate ? { late: late + 1, broken } : { late, broken: broken + 1 }
        unreachable.tries = tried
        unreachable.failed = failed
        if (tried === TRIES || unreachable.lasting) throw unreachable
        await pause(PAUSE_MS * tried)
      }
    }
  }
}

interface Client {
  readonly request: typeof request
  readonly agent: Agent
}

// Headers that every client sends; some gateways refuse requests without them.
const USUAL = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'petstore-contract' }

async function once(
  { method, url, headers, body }: Request,
  timeout: number,
  maxBody: number,
  { request, agent }: Client,
): Promise<Reply> {
  let late: Error | undefined
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: {
        ...USUAL,
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      agent,
    })
    // A signal would cost a run of a hundred requests 2 % of its processor time.
    const timer = setTimeout(() => {
      late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
      sent.destroy(late)
      // A request that waits for its proxy does not say that it has ended.
      reject(late)
    }, timeout)
    sent.once('close', () => {
      clearTimeout(timer)
    })
    sent.once('response', (reply) => {
      putTogether(reply)
      resolve(reply)
    })
    sent.once('error', reject)
    sent.once('upgrade', (_switched, socket) => {
      socket.destroy()
      reject(new Error('it switches to another protocol (101), which it was not asked for'))
    })
    sent.end(body)
  })
  const { bytes, isWhole } = await bodyStart(reply, maxBody).catch((error: unknown) => {
    // A timeout of our own looks as if the service had ended the connection.
    throw late ?? error
  })
  // A body that lasts until its connection ends looks whole when the timeout ends it.
  if (late) throw late
  if (!isWhole) reply.destroy()
  // In alphabetical order, so that reports of the same replies are the same whatever order a server sets headers in.
  const fields = Object.entries(reply.headersDistinct)
    .map(([name, values = []]) => [name, values.join(', ')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const decoded = await decodeBody(bytes, reply.headers['content-encoding'], maxBody)
  return {
    status: reply.statusCode ?? 0,
    headers: Object.fromEntries(fields),
    ...bodyOf(decoded, bytes, maxBody),
  }
}

/** Why a body is not read that has more than so many bytes. */
function tooLarge(most: number): string {
  return `it has more than ${most / MEGABYTE} MB (--max-body)`
}

function bodyOf(decoded: DecodedBody, bytes: Buffer, maxBody: number): Pick<Reply, 'body' | 'unread'> {
  switch (decoded.kind) {
    case 'too large':
      return { body: '', unread: tooLarge(maxBody) }
    case 'unreadable':
      return { body: bytes.toString('latin1') }
    case 'text':
      // JSON parsers may ignore a byte order mark (RFC 8259 §8.1), as those behind fetch never see it.
      return { body: decoded.text.replace(/^\uFEFF/, '') }
  }
}

// As for errors of Node, of which none has this code.
const PASSWORD_WANTED = 'PASSWORD_WANTED'

const LASTING: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name cannot be resolved: check the spelling, or the network',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its TLS certificate is self-signed: name the authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate is self-signed: name the authority in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its TLS certificate cannot be verified: name the authority in NODE_EXTRA_CA_CERTS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS: is it http:// rather than https://?',
  TLS_RECORD: 'it speaks TLS: did you mean https://?',
  EPROTO: 'it does not speak TLS as expected: is it http:// rather than https://?',
  [PASSWORD_WANTED]: 'it asks for a user and a password (407)',
}

const ENDED = 'it ended the connection'

const PASSING: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'its host name cannot be looked up now',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: ENDED,
  UND_ERR_SOCKET: ENDED,
  EPIPE: ENDED,
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  ERR_PROXY_TUNNEL: 'it opens no way there',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP',
  HPE_HEADER_OVERFLOW: 'the headers of its reply have more than 16 kB',
}

/** Thrown if no reply was received. The message says in one line why, and what may help. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  /** Whether trying again is of no use. */
  readonly lasting: boolean
  /** Whether a connection was there, and the service ended it without a reply. */
  readonly isCut: boolean
  /** Whether no reply came in time. */
  readonly isLate: boolean
  /** How often the request was sent. */
  tries = 1
  failed: FailedTries = { late: 0, broken: 0 }

  constructor(
    message: string,
    lasting: boolean,
    { isCut = false, isLate = false }: Partial<Pick<Unreachable, 'isCut' | 'isLate'>> = {},
  ) {
    super(message)
    this.lasting = lasting
    this.isCut = isCut
    this.isLate = isLate
  }

  /** Explains the failure of a request by Node or fetch. */
  static from(
    error: unknown,
    { method, url }: Pick<Request, 'method' | 'url'>,
    timeout: number,
    proxies: Proxies = new Map(),
  ): Unreachable {
    const { origin, pathname, search } = new URL(url)
    if (isTimeout(error)) {
      const asked = `${method} ${pathname}${search}`
      const message = `${origin} does not answer ${asked} within ${timeout / 1000} s`
      return new Unreachable(message, false, { isLate: true })
    }
    const code = codeOf(error)
    const why = whyFailed(error) ?? (code === '' ? innermost(error) : code)
    const proxy = proxies.get(origin)
    // What is said then may be true of the proxy.
    const through = proxy ? ' through its proxy' : ''
    const said = proxy && code === PASSWORD_WANTED ? passwordWanted(proxy) : why
    const message = `${origin} cannot be reached${through}: ${said}`
    return new Unreachable(message, Object.hasOwn(LASTING, code), { isCut: PASSING[code] === ENDED })
  }
}

/** What a proxy wants that asks for a password, and where to write it. */
function passwordWanted({ name, url }: Proxy): string {
  const { protocol, host, username, password } = new URL(url)
  if (username !== '' || password !== '') return `${host} refuses the user and the password in ${name} (407)`
  return `${host} asks for a user and a password (407): write ${name}=${protocol}//USER:PASSWORD@${host}`
}

/** Why a connection or a request by Node or fetch has failed, as a clause about the service, where it is known. */
export function whyFailed(error: unknown): string | undefined {
  const code = codeOf(error)
  return LASTING[code] ?? PASSING[code]
}

/** The message of the innermost cause of a failure. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : innermost(error.cause)
}

/** The error code of a fetch failure, from its chain of causes. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('rawPacket' in error && error.rawPacket instanceof Uint8Array && isTlsAlert(error.rawPacket))
    return 'TLS_RECORD'
  // The only one of its name without a code, where Node's parser has none for what it met.
  if (error.name === 'HTTPParserError') return 'HPE_INVALID_CONSTANT'
  if ('statusCode' in error && error.statusCode === 407) return PASSWORD_WANTED
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return codeOf(error.cause)
}

/** Whether bytes begin as an alert of TLS does, which answers what is no TLS (RFC 8446 §5.1). */
function isTlsAlert([type, version]: Uint8Array): boolean {
  return type === 21 && version === 3
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || isTimeout(error.cause)
}
