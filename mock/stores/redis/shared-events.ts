import { MOST } from '../../core/memory/bounds.ts'
import {
  Events,
  worldOf,
  type Change,
  type Follow,
  type Follower,
  type WorldEvent,
} from '../../core/journal/events.ts'
import { BEGINNING, changesKey, parseEntry, journalKey, type Notes, type SharedEvent } from './notes.ts'
import type { RedisLink } from './redis-link.ts'
import { asList, asText, type Reply } from './reply.ts'
import { StreamReader } from './stream-reader.ts'

/** The names of the worlds' keys in Redis. */
export interface Places {
  /** The prefix of all keys. */
  readonly prefix: string
  /** The key of the set of their names. */
  readonly worlds: string
  /** The prefix of the keys of a world. */
  readonly baseOf: (world: string) => string
}

/**
 * The events of worlds that several instances share. Listeners are notified of events in this instance, once they are in Redis;
 * followers of events in any instance, in the order of the streams.
 */
export class SharedEvents extends Events {
  readonly #link: RedisLink
  readonly #notes: Notes
  readonly #places: Places

  constructor(link: RedisLink, notes: Notes, places: Places) {
    super()
    this.#link = link
    this.#notes = notes
    this.#places = places
  }

  override emit(event: WorldEvent): void {
    // It is in the journal already.
    if (event.kind === 'exchange') super.emit(event)
    else {
      void this.#add(event.change).then(() => {
        super.emit(event)
      })
    }
  }

  override async fromNow(): Promise<Follow> {
    const { prefix, worlds, baseOf } = this.#places
    const [coming, names] = await Promise.all([
      this.#from(changesKey(prefix)),
      // Read after the stream of all worlds, so that no world is missed.
      this.#link.command('ZRANGE', worlds, '0', '-1'),
    ])
    const bases = asList(names).map((name) => baseOf(asText(name)))
    const streams = bases.flatMap((base) => [journalKey(base), changesKey(base)])
    const from = [...(await Promise.all(streams.map((stream) => this.#from(stream)))), coming]
    return (follower) => this.#follow(new Map(from), follower)
  }

  async #from(stream: string): Promise<readonly [string, string]> {
    return [stream, await this.#notes.last(stream)]
  }

  async #add(change: Change): Promise<void> {
    const { prefix, baseOf } = this.#places
    const text = JSON.stringify(change)
    if (!isOfWorlds(change)) await this.#notes.add(baseOf(change.world), '', text)
    else {
      const most = ['MAXLEN', '~', String(MOST.sharedChanges)]
      const added = this.#link.command('XADD', changesKey(prefix), ...most, '*', 'change', text)
      await added.catch(() => undefined)
    }
  }

  /** Reads events after these ids, by stream, on connections of its own. */
  #follow(from: ReadonlyMap<string, string>, follower: Follower): () => void {
    const reader = new StreamReader(
      this.#link,
      (reply, last) => {
        this.#forward(reply, last, reader, follower)
      },
      () => {
        follower.end()
      },
    )
    for (const [stream, id] of from) reader.add(stream, id)
    return () => {
      reader.end()
    }
  }

  #forward(reply: Reply, last: Map<string, string>, reader: StreamReader, follower: Follower): void {
    const news = (reply === null ? [] : asList(reply)).flatMap((one) => {
      const [name, entries = []] = asList(one)
      const stream = asText(name)
      return asList(entries)
        .flatMap(parseEntry)
        .map((shared) => ({ ...shared, stream }))
    })
    // One reply has all that is new in all streams, so the changes of a world are sorted between its exchanges.
    news.sort((one, other) => one.answered - other.answered || one.changed - other.changed)
    for (const shared of news) {
      const missed = missedBefore(shared, last.get(shared.stream))
      if (missed > 0) follower.miss(missed)
      last.set(shared.stream, shared.id)
      this.#updateStreams(shared.event, reader)
      follower.take(shared.event, shared.id)
    }
  }

  /** Adds the streams of a world that was created, and removes those of a world that was removed. */
  #updateStreams(event: WorldEvent, reader: StreamReader): void {
    if (event.kind === 'exchange' || !isOfWorlds(event.change)) return
    const base = this.#places.baseOf(worldOf(event))
    for (const stream of [journalKey(base), changesKey(base)]) {
      if (event.change.what === 'world-created') reader.add(stream, BEGINNING)
      else reader.delete(stream)
    }
  }
}

/** The number of events that were dropped from a stream before they were read. */
function missedBefore({ event, answered, changed }: SharedEvent, last: string = BEGINNING): number {
  if (last === BEGINNING || (event.kind === 'change' && isOfWorlds(event.change))) return 0
  const [before = 0, change = 0] = last.split('-').map(Number)
  return event.kind === 'exchange' ? answered - before - 1 : changed - change - 1
}

/** Whether a world was created or removed, which is published in the stream of all worlds. */
function isOfWorlds({ what }: Change): boolean {
  return what === 'world-created' || what === 'world-removed'
}
