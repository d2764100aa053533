import { CLIENT_HEADER } from '../core/message/client-header.ts'
import type { Request } from '../core/message/request.ts'

/** How long a busy browser needs to send what it has queued, once it can, in milliseconds. */
export const SOON = 500
/** How long a request is queued at most, as far as that is looked for, in milliseconds. */
export const LONGEST_QUEUED = 2000
/** How long a request may be on its way from the page to the part of a browser that sends it, in milliseconds. */
export const WITHIN_BROWSER = 30

const SCENARIO = CLIENT_HEADER.toLowerCase()

/** Whether a browser may have queued a request with these headers: a page asked for it, and not for a client of a scenario. */
export function mayBeQueued({ 'user-agent': agent, [SCENARIO]: client }: Request['headers']): boolean {
  return String(agent).startsWith('Mozilla/') && client === undefined
}

/** The requests of pages that are answered without a connection. */
export class PageRequests {
  #underWay = 0
  /** When several of them were under way, by `performance.now()`. */
  #atOnce = -Infinity

  /** Notes a request, until `end`. Returns the earliest moment at which its page can have asked for it. */
  begin(): number {
    const now = performance.now()
    this.#underWay += 1
    if (this.#underWay > 1) this.#atOnce = now
    return now - (now - this.#atOnce < SOON ? LONGEST_QUEUED : WITHIN_BROWSER)
  }

  end(): void {
    this.#underWay -= 1
  }
}

const moments = new WeakMap<RequestInit, number>()

/** Notes when a page can have asked for a request, at the earliest, for the `fetch` that gets it later. */
export function noteAsked(init: RequestInit, at: number): void {
  moments.set(init, at)
}

/** When that was; `undefined` where it was not noted. */
export function askedAt(init: RequestInit | undefined): number | undefined {
  return init && moments.get(init)
}
