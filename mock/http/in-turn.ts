import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import { OVERHEAD } from '../core/memory/bounds.ts'
import type { Budget, Share } from '../core/memory/memory.ts'
import type { Pending } from './pending.ts'

/** Handles one request. A promise settles when the next request may start: it is decided, and no long reply is queued. */
export type Work = () => Promise<unknown> | undefined

/** The undecided requests of a connection. */
interface Turn {
  last: Promise<void> | undefined
  /** The memory of its queued requests. */
  readonly waiting: Share
}

const turns = new WeakMap<Socket, Turn>()

/** The bounds of the work for all connections. */
export interface Bounds {
  readonly messages: Budget
  readonly pending: Pending
  readonly made: MadeNow
}

const LONG_REPLY = 32_768

/**
 * The long replies of this turn of the event loop. Their memory is only released between turns, even if they are sent or their
 * connections end. So when hundreds of clients request long lists at once, some wait for the next turn.
 */
export class MadeNow {
  readonly #most: number
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  get isMuch(): boolean {
    return this.#bytes > this.#most
  }

  /** Counts a reply of so many bytes. Returns whether it is a long one. */
  add(bytes: number): boolean {
    // Short replies are not worth a timer: only thousands of them at once would matter.
    if (bytes < LONG_REPLY) return false
    if (this.#bytes === 0) {
      setImmediate(() => {
        this.#bytes = 0
      })
    }
    this.#bytes += bytes
    return true
  }

  /** Resolves in a turn that has room for more. */
  async room(): Promise<void> {
    while (this.isMuch) await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * Handles the requests of a connection one after the other: a request that is pipelined after a creation must find the pet
 * (RFC 9112 §9.3.2). Calls `fail` with the error of asynchronous work. When queued requests exhaust the budget, the connection
 * with most of them ends.
 */
export function inTurn(
  socket: Socket,
  work: Work,
  fail: (error: unknown) => void,
  { messages, pending, made }: Bounds,
): void {
  const turn = turns.get(socket)
  if (turn?.last === undefined && !made.isMuch) {
    const decided = work()
    if (decided !== undefined) remember(decided, turn ?? turnOf(socket, messages), fail)
    return
  }
  // Requests of a connection that has ended are dropped: a long list needs milliseconds.
  if (socket.destroyed) return
  const own = turn ?? turnOf(socket, messages)
  own.waiting.allocate(OVERHEAD.queuedRequest)
  pending.add(socket)
  const before = own.last ?? Promise.resolve()
  const inItsTurn = async (): Promise<unknown> => {
    await made.room()
    own.waiting.free(OVERHEAD.queuedRequest)
    pending.remove(socket)
    return socket.destroyed ? undefined : work()
  }
  remember(before.then(inItsTurn), own, fail)
}

function remember(decided: Promise<unknown>, turn: Turn, fail: (error: unknown) => void): void {
  const forget = (): void => {
    if (turn.last === done) turn.last = undefined
  }
  const done = decided.then(forget, (error: unknown) => {
    forget()
    fail(error)
  })
  turn.last = done
}

function turnOf(socket: Socket, budget: Budget): Turn {
  const waiting = budget.open(() => {
    waiting.end()
    socket.destroy()
  })
  socket.once('close', () => {
    waiting.end()
  })
  const turn = { last: undefined, waiting }
  turns.set(socket, turn)
  return turn
}
