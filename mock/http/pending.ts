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
 * The requests on all connections of a mock that are queued, or whose replies a fault delays. It bounds the requests of clients
 * that pipeline.
 */
export class Pending {
  readonly #most: number
  #count = 0

  /** `bytes`: the memory for pending requests, besides one request of each connection. */
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

/** Whether so much is pending that a connection must not be read further. False if nothing is pending on it. */
export function isFull(socket: Socket): boolean {
  const line = lines.get(socket)
  return line !== undefined && line.count > 0 && (line.count >= MOST.pendingRequests || line.all.isFull)
}

/**
 * A request that stops Node from reading a connection that is full. Pausing the socket is not enough: 64 kB that have already
 * been read may hold a thousand more requests. Only an upgrade stops Node between two requests, so such a request claims to be
 * one. `ignoreUpgrade` has it read again once all requests before it are answered.
 */
export class StoppingRequest extends IncomingMessage {
  private isUpgrade = false

  get upgrade(): boolean {
    return this.isUpgrade
  }

  /** Node sets it once the headers are read: whether they request another protocol. */
  set upgrade(asked: boolean | null) {
    this.isUpgrade = asked === true || (asked === false && isFull(this.socket))
  }
}
