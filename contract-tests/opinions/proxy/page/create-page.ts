import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { ReportedFinding } from '../judge-traffic.ts'
import { tallyLines } from '../tally/tally-lines.ts'
import { type Every, Updates } from './updates.ts'
import { emptyPage, type Seen } from './view.ts'

export interface PageOptions extends Seen {
  /** Whether a request may learn of the traffic: not from a page of another origin, nor under a foreign name. */
  readonly isAllowed: (request: IncomingMessage) => boolean
  readonly every?: Every
  /** Answers what is asked for below `/_mock`, where there is a control room. */
  readonly control?: RequestListener | undefined
}

/** The page of a proxy. */
export interface LivePage {
  /** Does not listen yet. It is for this machine: whoever reaches it sees the traffic. */
  readonly server: Server
  /** Shows a finding. */
  readonly add: (finding: ReportedFinding) => void
  /** Ends the streams to open pages, which would prevent the server from closing. */
  readonly endStreams: () => void
}

// No cache, no frame, no other origin.
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * A page with the findings of a proxy as they come, and its tally of clauses: at `/`, with its events at `/events`, and the
 * tally as text at `/tally`. It has an address of its own, because a page of the upstream would be of the proxy's origin.
 */
export function createPage({ isAllowed, every, control, ...seen }: PageOptions): LivePage {
  const updates = new Updates(seen, every)
  const page = emptyPage(control !== undefined)
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (control && (path === '/_mock' || path?.startsWith('/_mock/'))) control(request, response)
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      refuse(response, 405, 'Only GET is answered here.')
    else if (path === '/') send(request, response, 'text/html', page)
    else if (path !== '/events' && path !== '/tally')
      refuse(response, 404, 'The page is at /, the tally at /tally.')
    else if (!isAllowed(request))
      refuse(response, 403, 'Only this machine and the page itself may look at the traffic.')
    else if (path === '/tally')
      send(request, response, 'text/plain', `${tallyLines(seen.tally).join('\n')}\n`)
    else if (request.method === 'HEAD') send(request, response, 'text/event-stream', '')
    else if (updates.isFull) refuse(response, 503, 'Too many pages are open: close one.')
    else follow(response, updates)
  })
  return {
    server,
    add: (finding) => {
      updates.add(finding)
    },
    endStreams: () => {
      updates.close()
    },
  }
}

function send({ method }: IncomingMessage, response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` })
  response.end(method === 'HEAD' ? undefined : text)
}

function refuse(response: ServerResponse, status: number, why: string): void {
  const allow = status === 405 ? { Allow: 'GET, HEAD' } : {}
  response.writeHead(status, { ...HEADERS, ...allow, 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(`${why}\n`)
}

function follow(response: ServerResponse, updates: Updates): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.on('error', () => undefined)
  const leave = updates.open(response)
  response.once('close', leave)
}
