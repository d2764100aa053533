import { MOST_BYTES } from '../../core/memory/bounds.ts'
import type { EventSink } from '../message/control-reply.ts'

// A client that reads never has more than this queued.
const READING = 65_536

/** The event stream of one client. A client that reads too slowly misses events, and gets the number of dropped ones. */
export class EventStream {
  /** The world whose events it gets; `undefined` for all worlds. */
  readonly world: string | undefined
  readonly #sink: EventSink
  #dropped = 0
  #ended = false

  constructor(sink: EventSink, world: string | undefined) {
    this.#sink = sink
    this.world = world
    sink.on('drain', () => {
      this.#reportDropped()
    })
  }

  /** Sends an event, or counts it as dropped. Calls `text` only for an event that is sent. */
  offer(text: () => string): void {
    if (this.#ended) return
    // After the first dropped event all are dropped until the client has caught up: one gap instead of many.
    if (this.#dropped > 0 || this.#sink.writableLength > MOST_BYTES.unreadEvents) this.#dropped += 1
    else this.#sink.write(text())
  }

  /** Counts events as dropped that never reached this stream. */
  skip(count: number): void {
    const isBehind = this.#dropped > 0
    this.#dropped += count
    if (!isBehind) this.#reportDropped()
  }

  /** Sends a heartbeat (a comment; HTML Living Standard, Server-sent events). */
  beat(): void {
    if (!this.#ended && this.#sink.writableLength === 0) this.#sink.write(':\n\n')
  }

  /** Ends after the queued events have been sent. */
  end(): void {
    this.#reportDropped()
    this.#ended = true
    this.#sink.end()
  }

  /** Ends. Drops the queued events of a client that does not read. */
  cut(): void {
    if (this.#sink.writableLength > READING) this.#sink.destroy()
    else this.end()
  }

  #reportDropped(): void {
    if (this.#dropped === 0 || this.#ended) return
    this.#sink.write(`event: dropped\ndata: ${JSON.stringify({ count: this.#dropped })}\n\n`)
    this.#dropped = 0
  }
}
