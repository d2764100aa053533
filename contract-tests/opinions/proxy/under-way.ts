import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Bounds {
  /** How many requests of one connection may be under way at once. */
  readonly ofOne: number
  /** How many connections to the service there may be at once. */
  readonly inAll: number
  /** How many requests may wait, of all connections. */
  readonly waiting: number
}

// One read of a connection returns up to 64 KB, perhaps 2,000 requests. Each queued one occupies some 8 KB.
const BOUNDS: Bounds = { ofOne: 32, inAll: 128, waiting: 20_000 }

/** The slot of a pending request, until its reply is sent. */
export interface Place {
  /** To be called once it has no connection to the service any more, or one that is not to be counted. */
  readonly leaveService: () => void
}

interface Waiting {
  readonly response: ServerResponse
  readonly resolve: (place: Place | undefined) => void
}

/** The requests of one client's connection. */
interface Lane {
  readonly socket: Socket
  /** Those that wait, in the order in which they came. */
  readonly waiting: Waiting[]
  /** The replies to those that are under way. */
  readonly replies: Set<ServerResponse>
}

/**
 * Bounds how many requests are under way at once, each of which has a connection to the service. A client may send
 * thousands without waiting for a reply (RFC 9112 §9.3.2); as long as some of them wait here, its connection is not read.
 */
export class UnderWay {
  readonly #bounds: Bounds
  readonly #lanes = new Map<Socket, Lane>()
  /** The lanes that may have something to begin; the next one comes first. */
  readonly #ready = new Set<Lane>()
  #atService = 0
  #waiting = 0

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds }
  }

  /**
   * Resolves once a request may be passed on; `undefined` where its client has left before. A reply whose client leaves is
   * closed, even if its turn had not come.
   */
  enter({ socket }: IncomingMessage, response: ServerResponse): Promise<Place | undefined> {
    if (socket.destroyed) return Promise.resolve(undefined)
    const lane = this.#lanes.get(socket) ?? this.#open(socket)
    return new Promise((resolve) => {
      lane.waiting.push({ response, resolve })
      this.#waiting += 1
      this.#goOn(lane)
      if (lane.waiting.length > 0) socket.pause()
      if (this.#waiting > this.#bounds.waiting) this.#longest()?.socket.destroy()
    })
  }

  /** Whether a connection is not read for now. */
  isHeld(socket: Socket): boolean {
    return (this.#lanes.get(socket)?.waiting.length ?? 0) > 0
  }

  #open(socket: Socket): Lane {
    const lane: Lane = { socket, waiting: [], replies: new Set() }
    this.#lanes.set(socket, lane)
    // Node reads on whenever it has seen the end of a request.
    socket.on('resume', () => {
      if (lane.waiting.length > 0) socket.pause()
    })
    socket.once('close', () => {
      this.#close(lane)
    })
    return lane
  }

  /** Starts as many queued requests as allowed, one per connection in turn. */
  #goOn(changed: Lane): void {
    this.#ready.add(changed)
    for (const lane of this.#ready) {
      if (this.#atService >= this.#bounds.inAll) return
      this.#ready.delete(lane)
      const next = lane.replies.size < this.#bounds.ofOne ? lane.waiting.shift() : undefined
      if (!next) continue
      this.#ready.add(lane)
      this.#waiting -= 1
      next.resolve(this.#begin(lane, next.response))
      if (lane.waiting.length === 0) readOn(lane.socket)
    }
  }

  #begin(lane: Lane, response: ServerResponse): Place {
    let isAtService = true
    this.#atService += 1
    lane.replies.add(response)
    response.once('close', () => {
      lane.replies.delete(response)
      this.#goOn(lane)
    })
    return {
      leaveService: () => {
        if (!isAtService) return
        isAtService = false
        this.#atService -= 1
        this.#goOn(lane)
      },
    }
  }

  #close(lane: Lane): void {
    this.#lanes.delete(lane.socket)
    const left = lane.waiting.splice(0)
    this.#waiting -= left.length
    for (const { resolve } of left) resolve(undefined)
    // Node closes the reply alone whose turn it is.
    for (const response of lane.replies) if (!response.socket) response.emit('close')
  }

  #longest(): Lane | undefined {
    let longest: Lane | undefined
    for (const lane of this.#lanes.values())
      if (!longest || lane.waiting.length > longest.waiting.length) longest = lane
    return longest
  }
}

function readOn(socket: Socket): void {
  // After an upgrade to another protocol, Node no longer reads the socket: the handler of the upgrade does.
  if (socket.readableFlowing === false) socket.resume()
}
