import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { printable } from '../../../spec/wording.ts'
import type { FindingKinds } from './finding-kinds.ts'
import { Passage, type PassageOptions, type ProxyCounts } from './pass-requests.ts'

/** Where it is not said, nothing is withheld, and the upstream may be silent for 30 s. */
export type ProxyOptions = Pick<PassageOptions, 'upstream' | 'log' | 'judge'> & Partial<PassageOptions>

export interface Proxy {
  /** Does not listen yet. */
  readonly server: Server
  readonly counts: Readonly<ProxyCounts>
  /** The kinds of findings so far. */
  readonly kinds: Pick<FindingKinds, 'repeated'>
  /** Ends the event streams, which would prevent the server from closing. */
  readonly endStreams: () => void
}

const TIMEOUT_MS = 30_000

const NO_TUNNEL = 'HTTP/1.1 501 Not Implemented\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** A connection, with the reply that is being sent on it. (The field is private; Node's own handler reads it too.) */
interface Replying extends Socket {
  readonly _httpMessage?: ServerResponse | null
}

const TOO_LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  [TOO_LATE]: 408,
}

/** The reply to a request that Node cannot parse. */
function refusal(code = ''): string {
  const status = STATUSES[code] ?? 400
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`
}

/**
 * A proxy that judges what flows through it and changes nothing, but for a header that shows what was found, and is never the
 * service's, those by which a browser lets any page read the reply, and what HTTP requires (RFC 9110 §7.6). Bodies that are too large to buffer,
 * and event streams, pass unjudged. Messages with ambiguous framing are refused.
 */
export function createProxy(options: ProxyOptions): Proxy {
  const passage = new Passage({
    fail: false,
    timeout: TIMEOUT_MS,
    ...options,
    log: (line) => {
      // Findings quote the service, and paths the client.
      options.log(printable(line))
    },
  })
  // Node would refuse a request without a host in no form that a page could read.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    void passage.pass(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Replying) => {
    // The start of the next request may have arrived long ago: the proxy itself does not read the rest.
    if (error.code === TOO_LATE && passage.isHeld(socket)) return
    // As Node does without a listener.
    if (socket.writable && socket._httpMessage?.headersSent !== true) socket.write(refusal(error.code))
    socket.destroy(error)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined)
    socket.end(NO_TUNNEL)
  })
  const endStreams = (): void => {
    passage.endStreams()
  }
  return { server, counts: passage.counts, kinds: passage.kinds, endStreams }
}
