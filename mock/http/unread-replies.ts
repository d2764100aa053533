import { MOST, MOST_BYTES } from '../core/memory/bounds.ts'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Budget, Share } from '../core/memory/memory.ts'
import { Pending } from './pending.ts'

/** How long a reply may wait for a client that reads nothing of it, in milliseconds. */
const PATIENCE_MS = 30_000

/** A reply that waits. */
interface Held {
  readonly bytes: number
  /** Whether it is kept back, or stands behind one that is. */
  readonly isPending: boolean
}

/** The replies that wait on one connection. */
interface Backlog {
  readonly replies: Map<ServerResponse, Held>
  /** What they take; one share for all, for they end together. */
  share: Share | undefined
  /** How many of them are pending. */
  pending: number
  /** Aborts when the connection has ended. */
  readonly gone: AbortController
  /** To be called when none waits any more. */
  onEmpty: () => void
}

/**
 * The replies that are made and not yet read, on all connections, within a budget: when it is full, the connection with
 * the most ends, of equals the one that has waited the longest.
 */
export class UnreadReplies {
  /** Those that a fault keeps back, and the requests that wait. */
  readonly pending: Pending
  readonly #budget: Budget
  readonly #patience: number
  readonly #backlogs = new WeakMap<Socket, Backlog>()

  constructor(budget: Budget, patience = PATIENCE_MS) {
    this.#budget = budget
    this.#patience = patience
    // The other half is for their bodies.
    this.pending = new Pending(budget.bytes / 2)
  }

  /** Has a reply looked at once it has ended, whoever ends it. */
  watch(response: ServerResponse): void {
    // oxlint-disable-next-line typescript/unbound-method -- it is called on the response below
    const { end } = response
    response.end = (...given: readonly unknown[]): ServerResponse => {
      Reflect.apply(end, response, given)
      this.ended(response)
      return response
    }
  }

  /** To be called once a reply has ended: what of it the client has not taken waits, and not for ever. */
  ended(response: ServerResponse): void {
    if (response.writableLength === 0) return
    const { socket } = response.req
    this.#hold(response, response.writableLength, false)
    socket.setTimeout(this.#patience)
    response.once('close', () => {
      // A connection that is kept has been given another by Node; one that has more to send goes on.
      const isLast = this.#backlogs.get(socket)?.replies.size === 0
      if (isLast && socket.timeout === this.#patience) socket.setTimeout(0)
    })
  }

  /** Counts a reply of so many bytes, which a fault may keep back for long, until it is out or its connection has ended. */
  keepBack(response: ServerResponse, bytes: number): void {
    this.#hold(response, bytes, true)
  }

  /** Aborts when a connection that has replies kept back has ended. */
  gone(socket: Socket): AbortSignal {
    return this.#backlogOf(socket).gone.signal
  }

  /** What the next request of a connection has to wait for; `undefined` where little or nothing is ahead of it. */
  ahead(socket: Socket): Promise<void> | undefined {
    const backlog = this.#backlogs.get(socket)
    const { share, pending = 0 } = backlog ?? {}
    if (!backlog || !share || (share.held <= MOST_BYTES.unreadReplies && pending < MOST.pendingRequests))
      return undefined
    return new Promise((resolve) => {
      const { onEmpty } = backlog
      backlog.onEmpty = () => {
        onEmpty()
        resolve()
      }
    })
  }

  #hold(response: ServerResponse, bytes: number, isKeptBack: boolean): void {
    const { socket } = response.req
    if (socket.destroyed) return
    const backlog = this.#backlogOf(socket)
    if (backlog.replies.has(response)) return
    const isPending = isKeptBack || backlog.pending > 0
    if (isPending) {
      backlog.pending += 1
      this.pending.add(socket)
    }
    backlog.replies.set(response, { bytes, isPending })
    response.once('close', () => {
      this.#release(socket, backlog, response)
    })
    backlog.share ??= this.#openShare(socket)
    backlog.share.allocate(bytes)
  }

  #openShare(socket: Socket): Share {
    const share = this.#budget.open(() => {
      share.end()
      socket.destroy()
    })
    return share
  }

  #backlogOf(socket: Socket): Backlog {
    const known = this.#backlogs.get(socket)
    if (known) return known
    const gone = new AbortController()
    const backlog: Backlog = {
      replies: new Map(),
      share: undefined,
      pending: 0,
      gone,
      onEmpty: () => undefined,
    }
    this.#backlogs.set(socket, backlog)
    // A reply whose turn had not come hears nothing of the end.
    socket.once('close', () => {
      gone.abort()
      for (const response of backlog.replies.keys()) this.#release(socket, backlog, response)
    })
    return backlog
  }

  #release(socket: Socket, backlog: Backlog, response: ServerResponse): void {
    const held = backlog.replies.get(response)
    if (!held) return
    backlog.replies.delete(response)
    backlog.share?.free(held.bytes)
    if (held.isPending) {
      backlog.pending -= 1
      this.pending.remove(socket)
    }
    if (backlog.replies.size > 0) return
    backlog.share?.end()
    backlog.share = undefined
    const { onEmpty } = backlog
    backlog.onEmpty = () => undefined
    onEmpty()
  }
}
