import { MOST, OVERHEAD } from '../core/memory/bounds.ts'
import type { Socket } from 'node:net'
import { IncomingMessage } from './node-http.ts'

/** The pending requests of one connection, and those of all connections of the mock that serves it. */
interface Line {
  count: number
  readonly all: Pending
}

const lines = new WeakMap<Socket, Line>()

/**
 * The requests, on all connections of a mock, that wait for their turn, or whose replies a fault keeps back. A client that does not
 * wait for a reply before its next request could otherwise have any number of them.
 */
export class Pending {
  readonly #most: number
  #count = 0

  /** So many bytes may be taken by them, besides one request of each connection. */
  constructor(bytes: number) {
    this.#most = bytes / OVERHEAD.pendingRequest
  }

  get isFull(): boolean {
    return this.#count >= this.#most
  }

  add(socket: Socket): void {
    this.#change(socket, 1)
  }

  remove(socket: Socket): void {
    this.#change(socket, -1)
  }

  #change(socket: Socket, by: number): void {
    let line = lines.get(socket)
    if (!line) {
      line = { count: 0, all: this }
      lines.set(socket, line)
    }
    line.count += by
    this.#count += by
  }
}

/** Whether so much is pending that a connection must not bring another request. Never where nothing is pending on it. */
export function isFull(socket: Socket): boolean {
  const line = lines.get(socket)
  return line !== undefined && line.count > 0 && (line.count >= MOST.pendingRequests || line.all.isFull)
}

/**
 * A request as Node's server reads it, which stops the reading of a connection that is full. To pause the socket would not do:
 * the 64 kB that have been read bring a thousand requests more. So such a request passes for one that asks for another protocol, which alone
 * makes Node stop in the middle: `ignoreUpgrade` has it read again, once all before it is answered.
 */
export class StoppingRequest extends IncomingMessage {
  private isUpgrade = false

  get upgrade(): boolean {
    return this.isUpgrade
  }

  /** Node says, once the headers are read, whether they ask for another protocol. */
  set upgrade(asked: boolean | null) {
    this.isUpgrade = asked === true || (asked === false && isFull(this.socket))
  }
}
