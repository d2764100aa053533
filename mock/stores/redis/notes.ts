import type { WorldEvent } from '../../core/journal/events.ts'
import {
  FoundExchanges,
  JOURNAL_SIZE,
  type JournalEntry,
  type JournalPart,
  type JournalStore,
} from '../../core/journal/journal.ts'
import { listOf, script, textOf, type RedisLink, type Reply } from './redis-link.ts'

/** An event that waits to be kept, and who is told the id that it gets. */
interface Note {
  /** The state that an exchange happened in; empty for a change. */
  readonly epoch: string
  readonly text: string
  readonly kept: (id: number) => void
}

/** Entries that are read at once. */
const CHUNK = 250

/** Only a note of more characters can make a full stream larger than it may be. */
const LARGE = 4_000

/** The stream of what happens in a world, whose keys begin with `base`: its last exchanges, and the changes between them. */
export function streamOf(base: string): string {
  return `${base}:told`
}

/*
 * control key, stream; the bytes that the stream may take; for each note its epoch and its text. The exchange n stands at n-0
 * and the changes that follow it at n-1, n-2, … What happened in a state that was reset meanwhile is left out.
 */
const keep = script(`
local now = redis.call('HMGET', KEYS[1], 'epoch', 'answered')
local answered, ids = tonumber(now[2] or '0'), {}
for at = 2, #ARGV, 2 do
  local epoch, text, id = ARGV[at], ARGV[at + 1], 0
  if now[1] and (epoch == '' or epoch == now[1]) then
    local place, kind = answered .. '-*', 'change'
    if epoch ~= '' then
      answered = answered + 1
      id, place, kind = answered, answered .. '-0', 'exchange'
    end
    redis.call('XADD', KEYS[2], 'MAXLEN', '~', ${JOURNAL_SIZE}, place, kind, text)
    if #text > ${LARGE} and redis.call('MEMORY', 'USAGE', KEYS[2], 'SAMPLES', 0) > tonumber(ARGV[1]) then
      redis.call('XTRIM', KEYS[2], 'MAXLEN', math.floor(redis.call('XLEN', KEYS[2]) / 2))
    end
  end
  ids[#ids + 1] = id
end
if now[1] then redis.call('HSET', KEYS[1], 'answered', answered) end
return ids`)

/**
 * Keeps what happens in worlds, as streams in Redis that all instances read. No reply waits for it: what
 * happens together goes to Redis together, on the connection of all that this instance asks for, and before what it asks for later.
 */
export class Notes {
  readonly #link: RedisLink
  /** What the stream of a world may take in Redis. */
  readonly #bytes: number
  /** By the names that the keys of their worlds begin with. */
  #waiting = new Map<string, Note[]>()

  constructor(link: RedisLink, bytes: number) {
    this.#link = link
    this.#bytes = bytes
  }

  /** Keeps a text; resolves to its id, 0 for a change and for what could not be kept. Never rejects. */
  keep(base: string, epoch: string, text: string): Promise<number> {
    if (this.#waiting.size === 0) {
      queueMicrotask(() => {
        this.#send()
      })
    }
    const notes = this.#waiting.get(base) ?? []
    this.#waiting.set(base, notes)
    return new Promise((kept) => {
      notes.push({ epoch, text, kept })
    })
  }

  /** The journal of one of the states that a world has had. */
  journalOf(base: string, epoch: string): JournalStore<true> {
    const stream = streamOf(base)
    return {
      nextId: () => 0,
      add: (exchange) => this.keep(base, epoch, JSON.stringify(exchange)).then((id) => ({ ...exchange, id })),
      list: (part = {}) => this.#list(stream, part),
      clear: async () => {
        this.#send()
        await this.#link.command('XTRIM', stream, 'MAXLEN', '0')
      },
    }
  }

  /** The id of the last event in a stream; what follows has greater ones. */
  async last(stream: string): Promise<string> {
    this.#send()
    const [last] = listOf(await this.#link.command('XREVRANGE', stream, '+', '-', 'COUNT', '1'))
    return last === undefined ? '0-0' : textOf(listOf(last)[0])
  }

  async #list(stream: string, part: JournalPart): Promise<readonly JournalEntry[]> {
    this.#send()
    const found = new FoundExchanges(part)
    let end = part.before === undefined ? '+' : String(part.before - 1)
    while (!found.isFull) {
      const reply = await this.#link.command('XREVRANGE', stream, end, '-', 'COUNT', String(CHUNK))
      const events = eventsOf(reply)
      for (const { event } of events) if (event.kind === 'exchange') found.offer(event.exchange)
      if (events.length < CHUNK) break
      end = `(${events.at(-1)?.id ?? ''}`
    }
    return found.exchanges
  }

  #send(): void {
    const waiting = this.#waiting
    this.#waiting = new Map<string, Note[]>()
    for (const [base, notes] of waiting) void this.#keepAll(base, notes)
  }

  async #keepAll(base: string, notes: readonly Note[]): Promise<void> {
    const args = notes.flatMap(({ epoch, text }) => [epoch, text])
    const keys = [`${base}:control`, streamOf(base)]
    // What cannot be kept was answered all the same.
    const ids = await this.#link.run(keep, keys, [String(this.#bytes), ...args]).catch(() => [])
    for (const [at, { kept }] of notes.entries()) kept(Number(listOf(ids)[at] ?? 0))
  }
}

/** Events as they stand in a stream, with the ids that all instances know them by. */
export function eventsOf(reply: Reply): readonly { readonly id: string; readonly event: WorldEvent }[] {
  return listOf(reply).map((entry) => {
    const [place, fields] = listOf(entry)
    const [kind, text] = listOf(fields)
    const id = textOf(place)
    const value: unknown = JSON.parse(textOf(text))
    // It was written from one.
    if (kind !== 'exchange') return { id, event: { kind: 'change', change: value } as WorldEvent }
    const exchange = { ...(value as JournalEntry), id: numberIn(id) }
    return { id, event: { kind, exchange } }
  })
}

/** The number of the exchange that an event is, or follows. */
export function numberIn(id: string): number {
  return Number.parseInt(id, 10)
}
