import { MOST } from '../../core/memory/bounds.ts'
import { viewEntry } from '../../core/journal/entry-view.ts'
import {
  worldOf,
  type Events,
  type Follow,
  type Follower,
  type WorldEvent,
} from '../../core/journal/events.ts'
import type { IdentifyKey } from '../../core/message/key-id.ts'
import { ControlRefusal } from '../message/control-refusal.ts'
import type { EventSink, OpenStream } from '../message/control-reply.ts'
import { viewChange } from '../message/views.ts'
import { EventStream } from './event-stream.ts'

/** Milliseconds between two heartbeats. */
export const HEARTBEAT = 15_000

/** All open streams. It subscribes to the worlds only while there are any, and serializes each event once for all. */
export class EventHub {
  readonly #every: Every
  readonly #keyId: IdentifyKey
  readonly #streams = new Set<EventStream>()
  #unsubscribe: () => void = () => undefined
  #closed = false
  #lastId = 0

  constructor(every: Every, keyId: IdentifyKey) {
    this.#every = every
    this.#keyId = keyId
  }

  get full(): boolean {
    return this.#streams.size >= MOST.eventStreams
  }

  /**
   * Sends the events of one world, or of all, from the moment at which `follow` was created. Call the returned function when
   * the client has gone.
   */
  open(sink: EventSink, world: string | undefined, follow: Follow): () => void {
    const stream = new EventStream(sink, world)
    if (this.#closed) {
      stream.end()
      return () => undefined
    }
    if (this.#streams.size === 0) this.#subscribe(follow)
    this.#streams.add(stream)
    return () => {
      this.#remove(stream)
    }
  }

  /** Ends all streams. Streams that are opened later end at once. */
  close(): void {
    this.#closed = true
    for (const stream of this.#streams) stream.cut()
  }

  #subscribe(follow: Follow): void {
    const leave = follow(this.#follower())
    const stopBeating = this.#every(HEARTBEAT, () => {
      for (const stream of this.#streams) stream.beat()
    })
    this.#unsubscribe = () => {
      leave()
      stopBeating()
    }
  }

  #remove(stream: EventStream): void {
    if (this.#streams.delete(stream) && this.#streams.size === 0) this.#unsubscribe()
  }

  #follower(): Follower {
    return {
      take: (event, id) => {
        this.#deliver(event, id)
      },
      miss: (count) => {
        for (const stream of this.#streams) stream.skip(count)
      },
      // A client that reconnects gets the error of the store.
      end: () => {
        for (const stream of this.#streams) stream.cut()
        this.#streams.clear()
        this.#unsubscribe()
      },
    }
  }

  #deliver(event: WorldEvent, sharedId: string | undefined): void {
    this.#lastId += 1
    const id = sharedId ?? String(this.#lastId)
    const world = worldOf(event)
    let text: string | undefined
    for (const stream of this.#streams) {
      if (stream.world !== undefined && stream.world !== world) continue
      stream.offer(() => (text ??= eventText(id, event, this.#keyId)))
      if (stream.world !== undefined && isRemoval(event)) stream.end()
    }
  }
}

function isRemoval(event: WorldEvent): boolean {
  return event.kind === 'change' && event.change.what === 'world-removed'
}

/** Replies with a stream of the events of one world, or of all; refuses when too many streams are open. */
export async function openStream(
  hub: EventHub,
  events: Events,
  world?: string,
): Promise<{ readonly status: 200; readonly stream: OpenStream } | ControlRefusal> {
  const follow = await events.fromNow()
  if (hub.full) {
    return new ControlRefusal(
      'too_many_streams',
      `There are ${MOST.eventStreams} event streams already: close one first`,
    )
  }
  return { status: 200, stream: (sink) => hub.open(sink, world, follow) }
}

/** An event in the stream's format: an id, its kind, and its data as one line of JSON with redacted keys. */
export function eventText(id: string, event: WorldEvent, keyId: IdentifyKey): string {
  const data = event.kind === 'exchange' ? viewEntry(event.exchange, keyId) : viewChange(event.change)
  return `id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Calls `tick` every so many milliseconds until the returned function is called. */
export type Every = (milliseconds: number, tick: () => void) => () => void

/** Uses Node's timers, without keeping the process alive. */
export const everyByTimer: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds).unref()
  return () => {
    clearInterval(timer)
  }
}
