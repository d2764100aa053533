import type { EventSink } from '../message/control-reply.ts'

/** How much may wait for a client that does not read, in bytes. */
export const MOST_WAITING = 1_000_000

// What a moment writes passes through Node's hands; more than this waits only for a client that does not read.
const A_MOMENT = 65_536

/** One client's stream of events. A client that reads too slowly misses some, and is told how many. */
export class EventStream {
  /** The world that it follows; `undefined` for all of them. */
  readonly world: string | undefined
  readonly #sink: EventSink
  #dropped = 0
  #ended = false

  constructor(sink: EventSink, world: string | undefined) {
    this.#sink = sink
    this.world = world
    sink.on('drain', () => {
      this.#tellDropped()
    })
  }

  /** Sends an event, or counts it as dropped; `text` is called only for one that is sent. */
  offer(text: () => string): void {
    if (this.#ended) return
    // Once there is a gap it goes on until the client has caught up, so that it is told of one gap and not of many.
    if (this.#dropped > 0 || this.#sink.writableLength > MOST_WAITING) this.#dropped += 1
    else this.#sink.write(text())
  }

  /** Tells of events that nobody could tell it. */
  skip(count: number): void {
    const isBehind = this.#dropped > 0
    this.#dropped += count
    if (!isBehind) this.#tellDropped()
  }

  /** Shows that the connection is alive (a comment, HTML Living Standard, Server-sent events). */
  beat(): void {
    if (!this.#ended && this.#sink.writableLength === 0) this.#sink.write(':\n\n')
  }

  /** Ends after all that waits has been sent. */
  end(): void {
    this.#tellDropped()
    this.#ended = true
    this.#sink.end()
  }

  /** Ends, and at once for a client that does not read. */
  cut(): void {
    if (this.#sink.writableLength > A_MOMENT) this.#sink.destroy()
    else this.end()
  }

  #tellDropped(): void {
    if (this.#dropped === 0 || this.#ended) return
    this.#sink.write(`event: dropped\ndata: ${JSON.stringify({ count: this.#dropped })}\n\n`)
    this.#dropped = 0
  }
}
