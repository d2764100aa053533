import { worldOf, type Events, type WorldEvent } from '../../core/journal/events.ts'
import { EventStream, type EventSink } from './event-stream.ts'
import { eventText } from './event-text.ts'
import type { Every } from './every.ts'

/** Streams that may be open at once. */
export const MOST_STREAMS = 50

/** So many milliseconds pass between two signs of life. */
export const HEARTBEAT = 15_000

/** All open streams. It listens to the worlds only while there are some, and writes each event out once for all. */
export class EventHub {
  readonly #events: Events
  readonly #every: Every
  readonly #streams = new Set<EventStream>()
  #rest: () => void = () => undefined
  #closed = false
  #lastId = 0

  constructor(events: Events, every: Every) {
    this.#events = events
    this.#every = every
  }

  get full(): boolean {
    return this.#streams.size >= MOST_STREAMS
  }

  /** Sends what happens from now on, in one world or in all; the returned function must be called when the client has gone. */
  open(sink: EventSink, world: string | undefined): () => void {
    const stream = new EventStream(sink, world)
    if (this.#closed) {
      stream.end()
      return () => undefined
    }
    if (this.#streams.size === 0) this.#work()
    this.#streams.add(stream)
    return () => {
      this.#forget(stream)
    }
  }

  /** Ends all streams, and every later one at once. */
  close(): void {
    this.#closed = true
    for (const stream of this.#streams) stream.cut()
  }

  #work(): void {
    const unsubscribe = this.#events.subscribe((event) => {
      this.#deliver(event)
    })
    const stopBeating = this.#every(HEARTBEAT, () => {
      for (const stream of this.#streams) stream.beat()
    })
    this.#rest = () => {
      unsubscribe()
      stopBeating()
    }
  }

  #forget(stream: EventStream): void {
    if (this.#streams.delete(stream) && this.#streams.size === 0) this.#rest()
  }

  #deliver(event: WorldEvent): void {
    this.#lastId += 1
    const id = this.#lastId
    const world = worldOf(event)
    let text: string | undefined
    for (const stream of this.#streams) {
      if (stream.world !== undefined && stream.world !== world) continue
      stream.offer(() => (text ??= eventText(id, event)))
      if (stream.world !== undefined && isRemoval(event)) stream.end()
    }
  }
}

function isRemoval(event: WorldEvent): boolean {
  return event.kind === 'change' && event.change.what === 'world-removed'
}
