import { MOST, MOST_BYTES } from '../core/memory/bounds.ts'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Budget, Share } from '../core/memory/memory.ts'
import { Pending } from './pending.ts'

/** How long a reply may be queued for a client that does not read, in milliseconds. */
const PATIENCE_MS = 30_000

/** A queued reply. */
interface Held {
  readonly bytes: number
  /** Whether it is held back, or queued after one that is. */
  readonly isPending: boolean
}

/** The queued replies of one connection. */
interface Backlog {
  readonly replies: Map<ServerResponse, Held>
  /** Their memory; one share for all, because they end together. */
  share: Share | undefined
  /** How many of them are pending. */
  pending: number
  /** Aborts when the connection has ended. */
  readonly gone: AbortController
  /** Called when none is queued any more. */
  onEmpty: () => void
}

/**
 * The replies on all connections that are not read yet, within a budget. When it is exhausted, the connection with the most
 * bytes ends; of equal ones the oldest.
 */
export class UnreadReplies {
  /** The replies that a fault holds back, and the queued requests. */
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

  /** Calls `ended` when another handler ends the response. */
  watch(response: ServerResponse): void {
    // oxlint-disable-next-line typescript/unbound-method -- it is called on the response below
    const { end } = response
    response.end = (...given: readonly unknown[]): ServerResponse => {
      Reflect.apply(end, response, given)
      this.ended(response)
      return response
    }
  }

  /** Call it when a reply has ended. It counts the bytes that the client has not read, and limits how long they are queued. */
  ended(response: ServerResponse): void {
    if (response.writableLength === 0) return
    const { socket } = response.req
    this.#hold(response, response.writableLength, false)
    socket.setTimeout(this.#patience)
    response.once('close', () => {
      // Node has set its own timeout on a connection that stays open. One with more unread replies still needs this one.
      const isLast = this.#backlogs.get(socket)?.replies.size === 0
      if (isLast && socket.timeout === this.#patience) socket.setTimeout(0)
    })
  }

  /** Counts a reply of so many bytes that a fault holds back, until it is sent or its connection has ended. */
  holdBack(response: ServerResponse, bytes: number): void {
    this.#hold(response, bytes, true)
  }

  /** Aborts when a connection with held-back replies has ended. */
  gone(socket: Socket): AbortSignal {
    return this.#backlogOf(socket).gone.signal
  }

  /** Resolves when the next request of a connection may start; `undefined` if it may start at once. */
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

  #hold(response: ServerResponse, bytes: number, isHeldBack: boolean): void {
    const { socket } = response.req
    if (socket.destroyed) return
    const backlog = this.#backlogOf(socket)
    if (backlog.replies.has(response)) return
    const isPending = isHeldBack || backlog.pending > 0
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
    const existing = this.#backlogs.get(socket)
    if (existing) return existing
    const gone = new AbortController()
    const backlog: Backlog = {
      replies: new Map(),
      share: undefined,
      pending: 0,
      gone,
      onEmpty: () => undefined,
    }
    this.#backlogs.set(socket, backlog)
    // The responses of queued replies do not emit 'close' with their connection.
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
