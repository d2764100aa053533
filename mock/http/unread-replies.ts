import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Budget, Share } from '../core/memory/memory.ts'

/** How long a reply may wait for a client that reads nothing of it, in milliseconds. */
const PATIENCE_MS = 30_000

/** How much may wait on one connection before its next request does too, in bytes. */
const MOST_AHEAD = 65_536

/** The replies that wait on one connection. */
interface Backlog {
  readonly shares: Map<ServerResponse, Share>
  /** To be called when none waits any more. */
  onEmpty: () => void
}

/**
 * The replies that are made and not yet read, on all connections, within a budget: when it is full, the connection with
 * the longest reply ends, of equals the one that has waited the longest.
 */
export class UnreadReplies {
  readonly #budget: Budget
  readonly #patience: number
  readonly #backlogs = new WeakMap<Socket, Backlog>()

  constructor(budget: Budget, patience = PATIENCE_MS) {
    this.#budget = budget
    this.#patience = patience
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
    this.hold(response, response.writableLength)
    socket.setTimeout(this.#patience)
    response.once('close', () => {
      // A connection that is kept has been given another by Node; one that has more to send goes on.
      const isLast = this.#backlogs.get(socket)?.shares.size === 0
      if (isLast && socket.timeout === this.#patience) socket.setTimeout(0)
    })
  }

  /** Counts a reply of so many bytes, which may not be on its way yet, until it is out or its connection has ended. */
  hold(response: ServerResponse, bytes: number): void {
    const { socket } = response.req
    if (socket.destroyed) return
    const backlog = this.#backlogOf(socket)
    if (backlog.shares.has(response)) return
    const share = this.#budget.open(() => {
      share.end()
      socket.destroy()
    })
    backlog.shares.set(response, share)
    response.once('close', () => {
      release(backlog, response)
    })
    share.take(bytes)
  }

  /** What the next request of a connection has to wait for; `undefined` where little or nothing is ahead of it. */
  ahead(socket: Socket): Promise<void> | undefined {
    const backlog = this.#backlogs.get(socket)
    if (!backlog || bytesOf(backlog) <= MOST_AHEAD) return undefined
    return new Promise((resolve) => {
      const { onEmpty } = backlog
      backlog.onEmpty = () => {
        onEmpty()
        resolve()
      }
    })
  }

  #backlogOf(socket: Socket): Backlog {
    const known = this.#backlogs.get(socket)
    if (known) return known
    const backlog: Backlog = { shares: new Map(), onEmpty: () => undefined }
    this.#backlogs.set(socket, backlog)
    // A reply whose turn had not come hears nothing of the end.
    socket.once('close', () => {
      for (const response of backlog.shares.keys()) release(backlog, response)
    })
    return backlog
  }
}

function release(backlog: Backlog, response: ServerResponse): void {
  const { shares, onEmpty } = backlog
  shares.get(response)?.end()
  shares.delete(response)
  if (shares.size > 0) return
  backlog.onEmpty = () => undefined
  onEmpty()
}

function bytesOf({ shares }: Backlog): number {
  let bytes = 0
  for (const { held } of shares.values()) bytes += held
  return bytes
}
