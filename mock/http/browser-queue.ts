import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BoundedMap } from '../core/limits/bounded-map.ts'
import { LONGEST_QUEUED, mayBeQueued, SOON, WITHIN_BROWSER } from '../edge/browsers.ts'
import { isAnotherUnused, keepNewest, openedAtFirst } from './openings.ts'

/** How many connections of its six a browser has in use where it may be queueing: one may have the events of a page. */
const MANY_CONNECTIONS = 5
const MOST_PREFLIGHTS = 100

/**
 * The requests of browsers. A browser queues what a page asks for while its connections to a service are in use or are being
 * opened, and sends a preflight first to another origin than the page's. So it may send a request after a refusal of which the
 * page knew nothing when it asked for it.
 */
export class BrowserQueue {
  /** The connections that brought a request last, each with the moment of it, the oldest first. */
  readonly #used = new Map<Socket, number>()
  /** The preflights whose requests have not come, by target, each with the earliest moment at which a page can have caused it. */
  readonly #preflights = new BoundedMap<number>(MOST_PREFLIGHTS)

  /**
   * Notes a request that arrived at `at`. Returns the earliest moment at which its client can have decided to send it: when its
   * connection was opened, if it is the first of one, or when a page can have asked for it; `undefined` for all others.
   */
  askedAt(request: IncomingMessage, at: number): number | undefined {
    const openedAt = openedAtFirst(request.socket)
    if (!mayBeQueued(request.headers)) return openedAt
    return Math.min(openedAt ?? at, this.#askedByPage(request, at))
  }

  #askedByPage({ socket, method, url = '' }: IncomingMessage, at: number): number {
    const asked = at - (this.#mayBeQueued(socket, at) ? LONGEST_QUEUED : WITHIN_BROWSER)
    if (method === 'OPTIONS') {
      this.#preflights.set(url, asked)
      return asked
    }
    const withPreflight = this.#preflights.get(url) ?? asked
    this.#preflights.delete(url)
    return Math.max(Math.min(asked, withPreflight), at - LONGEST_QUEUED)
  }

  #mayBeQueued(socket: Socket, at: number): boolean {
    keepNewest(this.#used, socket, at, MANY_CONNECTIONS)
    const [since = -Infinity] = this.#used.values()
    const areInUse = this.#used.size === MANY_CONNECTIONS && at - since < SOON
    // A request that had to wait for a new connection is sent over the one that is free first.
    return areInUse || isAnotherUnused(socket, at - LONGEST_QUEUED)
  }
}
