import {
  Events,
  worldOf,
  type Change,
  type Follow,
  type Follower,
  type WorldEvent,
} from '../../core/journal/events.ts'
import { eventsOf, numberIn, streamOf, type Notes } from './notes.ts'
import { HOLD_MS, listOf, textOf, type RedisLink, type Reply } from './redis-link.ts'

/** Events that are read from a stream at once. */
const CHUNK = 100

/** Changes that are remembered of which worlds there are. */
const MOST_CHANGES = 1000

/** Where the worlds stand in Redis. */
export interface Places {
  /** The key of the set of their names. */
  readonly worlds: string
  /** The key of the stream of which worlds come and go. */
  readonly told: string
  /** What the names of a world's keys begin with. */
  readonly baseOf: (world: string) => string
}

/**
 * What happens in worlds that several instances share. Listeners are told of what happens in this one, once Redis has it;
 * followers of what happens in any, in the order in which it stands there.
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
    // Its journal has kept it.
    if (event.kind === 'exchange') super.emit(event)
    else {
      void this.#keep(event.change).then(() => {
        super.emit(event)
      })
    }
  }

  override async fromNow(): Promise<Follow> {
    const { worlds, told, baseOf } = this.#places
    const [lastTold, names] = await Promise.all([
      this.#notes.last(told),
      // Asked for after it, so that no world is missed.
      this.#link.command('ZRANGE', worlds, '0', '-1'),
    ])
    const streams = listOf(names).map((name) => streamOf(baseOf(textOf(name))))
    const lasts = await Promise.all(
      streams.map(async (stream) => [stream, await this.#notes.last(stream)] as const),
    )
    const from = new Map([...lasts, [told, lastTold]])
    return (follower) => this.#follow(new Map(from), follower)
  }

  async #keep(change: Change): Promise<void> {
    const { told, baseOf } = this.#places
    const text = JSON.stringify(change)
    if (!isOfWorlds(change)) await this.#notes.keep(baseOf(change.world), '', text)
    else {
      const kept = this.#link.command('XADD', told, 'MAXLEN', '~', String(MOST_CHANGES), '*', 'change', text)
      await kept.catch(() => undefined)
    }
  }

  /** Reads on from the events of these ids, by stream, on a connection of its own. */
  #follow(from: Map<string, string>, follower: Follower): () => void {
    const ending = new AbortController()
    const read = async (): Promise<void> => {
      const ask = await this.#link.wait(ending.signal)
      const asked = ['XREAD', 'COUNT', String(CHUNK), 'BLOCK', String(HOLD_MS), 'STREAMS']
      while (!ending.signal.aborted) {
        this.#tell(await ask(...asked, ...from.keys(), ...from.values()), from, follower)
      }
    }
    read().catch(() => {
      if (ending.signal.aborted) return
      ending.abort()
      follower.end()
    })
    return () => {
      ending.abort()
    }
  }

  #tell(reply: Reply, from: Map<string, string>, follower: Follower): void {
    for (const one of reply === null ? [] : listOf(reply)) {
      const [name, entries = []] = listOf(one)
      const stream = textOf(name)
      for (const { id, event } of eventsOf(entries)) {
        const missed = stream === this.#places.told ? 0 : missedBetween(from.get(stream) ?? id, id, event)
        if (missed > 0) follower.miss(missed)
        from.set(stream, id)
        this.#turnTo(event, from)
        follower.take(event, id)
      }
    }
  }

  /** Reads the stream of a world that has come from its beginning, and that of one that has gone no more. */
  #turnTo(event: WorldEvent, from: Map<string, string>): void {
    if (event.kind === 'exchange' || !isOfWorlds(event.change)) return
    const stream = streamOf(this.#places.baseOf(worldOf(event)))
    if (event.change.what === 'world-created') from.set(stream, '0-0')
    else from.delete(stream)
  }
}

/** Exchanges that were dropped from a stream before they were read. */
function missedBetween(before: string, id: string, { kind }: WorldEvent): number {
  return numberIn(id) - numberIn(before) - (kind === 'exchange' ? 1 : 0)
}

/** Whether a world has come or gone, which no stream of its own could tell of. */
function isOfWorlds({ what }: Change): boolean {
  return what === 'world-created' || what === 'world-removed'
}
