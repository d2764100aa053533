import type { Change, WorldEvent } from '../../core/journal/events.ts'
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

/** The place before all events of a stream. */
export const BEGINNING = '0-0'

/** Entries that are read at once. */
const CHUNK = 250

/** Changes that are remembered, for those who follow them. */
export const MOST_CHANGES = 1000

/** So many exchanges apart, Redis looks whether a journal takes more than it may. */
const LOOK_EVERY = 16

/** The stream of the last exchanges of a world whose keys begin with `base`, which is its journal. */
export function journalOf(base: string): string {
  return `${base}:journal`
}

/** The stream of the last changes of a world, or of which worlds there are. */
export function changesOf(base: string): string {
  return `${base}:changes`
}

/*
 * control key, journal, changes; the bytes that the journal may take; for each note its epoch and its text. The exchange n
 * stands at n-0, and the change k at n-k, which is behind the exchange n and before the next. What happened in a state that
 * was reset meanwhile is left out.
 */
const keep = script(`
local now = redis.call('HMGET', KEYS[1], 'epoch', 'answered', 'changed')
if not now[1] then return {} end
local answered, changed, ids = tonumber(now[2] or '0'), tonumber(now[3] or '0'), {}
for at = 2, #ARGV, 2 do
  local epoch, text, id = ARGV[at], ARGV[at + 1], 0
  if epoch == '' then
    changed = changed + 1
    redis.call('XADD', KEYS[3], 'MAXLEN', '~', ${MOST_CHANGES}, answered .. '-' .. changed, 'change', text)
  elseif epoch == now[1] then
    answered = answered + 1
    id = answered
    redis.call('XADD', KEYS[2], 'MAXLEN', '~', ${JOURNAL_SIZE}, answered .. '-0', 'exchange', text)
    if answered % ${LOOK_EVERY} == 0 and redis.call('MEMORY', 'USAGE', KEYS[2], 'SAMPLES', 0) > tonumber(ARGV[1]) then
      redis.call('XTRIM', KEYS[2], 'MAXLEN', math.floor(redis.call('XLEN', KEYS[2]) / 2))
    end
  end
  ids[#ids + 1] = id
end
redis.call('HSET', KEYS[1], 'answered', answered, 'changed', changed)
return ids`)

/**
 * Keeps what happens in worlds, as streams in Redis that all instances read. No reply waits for it: what happens together goes
 * to Redis together, over the connection of all that this instance asks for, and before what it asks for later.
 */
export class Notes {
  readonly #link: RedisLink
  /** What the journal of a world may take in Redis. */
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
  journal(base: string, epoch: string): JournalStore<true> {
    const stream = journalOf(base)
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
    return last === undefined ? BEGINNING : textOf(listOf(last)[0])
  }

  async #list(stream: string, part: JournalPart): Promise<readonly JournalEntry[]> {
    this.#send()
    const found = new FoundExchanges(part)
    let end = part.before === undefined ? '+' : String(part.before - 1)
    while (!found.isFull) {
      const reply = await this.#link.command('XREVRANGE', stream, end, '-', 'COUNT', String(CHUNK))
      const events = eventsOf(reply)
      for (const { event } of events) {
        if (event.kind === 'exchange') found.offer(event.exchange)
      }
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
    const keys = [`${base}:control`, journalOf(base), changesOf(base)]
    // What cannot be kept was answered all the same.
    const ids = await this.#link.run(keep, keys, [String(this.#bytes), ...args]).catch(() => [])
    for (const [at, { kept }] of notes.entries()) kept(Number(listOf(ids)[at] ?? 0))
  }
}

/** An event with the id that all instances know it by. */
export interface SharedEvent {
  readonly id: string
  /** The exchange that it is, or follows. */
  readonly answered: number
  /** The change that it is; 0 for an exchange. */
  readonly changed: number
  readonly event: WorldEvent
}

/** The events of a stream, as Redis tells them. */
export function eventsOf(reply: Reply): readonly SharedEvent[] {
  return listOf(reply).map((entry) => {
    const [place, fields] = listOf(entry)
    const [kind, text] = listOf(fields)
    const id = textOf(place)
    const [answered = 0, changed = 0] = id.split('-').map(Number)
    const value: unknown = JSON.parse(textOf(text))
    // It was written from one.
    const event: WorldEvent =
      kind === 'exchange'
        ? { kind, exchange: { ...(value as JournalEntry), id: answered } }
        : { kind: 'change', change: value as Change }
    return { id, answered, changed, event }
  })
}
