import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import { OVERHEAD } from '../core/memory/bounds.ts'
import type { Budget, Share } from '../core/memory/memory.ts'
import type { Pending } from './pending.ts'

/** Carries out one request; a promise is settled when the next one may be: once it is decided, and its reply is no long one that waits. */
export type Work = () => Promise<unknown> | undefined

/** What has come over a connection and is not decided yet. */
interface Turn {
  last: Promise<void> | undefined
  /** What the requests that wait for others take. */
  readonly waiting: Share
}

const turns = new WeakMap<Socket, Turn>()

/** What bounds the work for all connections. */
export interface Bounds {
  readonly messages: Budget
  readonly pending: Pending
  readonly made: MadeNow
}

const LONG_REPLY = 32_768

/**
 * The long replies of this turn of the event loop. Their memory is given back between turns only, be they sent or their
 * connections ended: where hundreds of clients ask for long lists at once, some wait for the next turn.
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

  /** Notes a reply of so many bytes; tells whether it is a long one. */
  add(bytes: number): boolean {
    // Short ones are worth no timer; thousands of them would have to come at once.
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
 * Carries out the requests of a connection one after the other: what was sent behind a creation, without waiting for
 * its reply, must find the pet there (RFC 9112 §9.3.2). `fail` hears of an exception in work that had to wait, or took its time. When the
 * budget is full of requests that wait, the connection with the most ends.
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
  // What had to wait is for nobody where the connection has ended meanwhile: a long list takes milliseconds each time.
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
