import { setTimeout as wait } from 'node:timers/promises'
import { Unreachable } from './unreachable.ts'

/** One HTTP request and its reply, without any meaning. */
export type Transport = (request: WireRequest) => Promise<WireReply>

export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** How often it was sent; a service may have counted each. */
  readonly tries?: number
}

const TRIES = 3
const PAUSE_MS = 250

/**
 * Sends over fetch, following no redirect. A transport error is tried again, a reply never; after three tries it
 * rejects with an Unreachable that says why.
 */
export function fetchTransport(timeout: number, pause = (ms: number) => wait(ms)): Transport {
  return async (request) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return { ...(await once(request, timeout)), tries: tried }
      } catch (error) {
        const unreachable = Unreachable.from(error, request.url, timeout)
        if (tried === TRIES || unreachable.lasting) throw unreachable
        await pause(PAUSE_MS * tried)
      }
    }
  }
}

async function once({ method, url, headers, body }: WireRequest, timeout: number): Promise<WireReply> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
    ...(body !== undefined && { body }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}
