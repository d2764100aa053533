import { MOST } from '../../core/memory/bounds.ts'
import type { Change, WorldEvent } from '../../core/journal/events.ts'
import {
  FoundExchanges,
  type JournalEntry,
  type JournalPart,
  type JournalStore,
} from '../../core/journal/journal.ts'
import { boundedScript, type Keys, type RedisLink } from './redis-link.ts'
import { asList, asText, type Reply } from './reply.ts'

/** An event that is queued for its stream. */
interface Note {
  /** The state that an exchange happened in; empty for a change. */
  readonly epoch: string
  readonly text: string
  /** Called with the id that it gets; 0 for a change, and if it could not be stored. */
  readonly resolve: (id: number) => void
}

/** The place before all events of a stream. */
export const BEGINNING = '0-0'

/** Exchanges in one entry of a stream: an entry costs Redis the same time, however much is in it. */
const MOST_TOGETHER = 100

/** Entries that are read with one command. */
const CHUNK = 100

/** Exchanges between two checks of how much memory a journal uses. */
const LOOK_EVERY = 16

/** The stream of the last exchanges of a world whose keys have the prefix `base`: its journal. */
export function journalKey(base: string): string {
  return `${base}:journal`
}

/** The stream of the last changes of a world, or of the set of worlds. */
export function changesKey(base: string): string {
  return `${base}:changes`
}

/*
 * KEYS: control key, journal, changes. ARGV: the most bytes of the journal; then some exchanges of one epoch, or one change of none,
 * again and again: the epoch, how many, and their text. Exchanges up to the n-th stand at n-0, and the change k at n-k, which
 * is behind the exchange n and before the next. What happened in a state that was reset meanwhile is left out.
 */
const addEvents = boundedScript(`
local now = redis.call('HMGET', KEYS[1], 'epoch', 'answered', 'changed')
if not now[1] then return {} end
local answered, changed, lasts = tonumber(now[2] or '0'), tonumber(now[3] or '0'), {}
local function looks() return math.floor(answered / ${LOOK_EVERY}) end
local before = looks()
for at = 2, #ARGV, 3 do
  local last = 0
  if ARGV[at] == '' then
    changed = changed + 1
    redis.call('XADD', KEYS[3], 'MAXLEN', '~', ${MOST.sharedChanges}, answered .. '-' .. changed, 'change', ARGV[at + 2])
  elseif ARGV[at] == now[1] then
    answered = answered + tonumber(ARGV[at + 1])
    last = answered
    redis.call('XADD', KEYS[2], 'MINID', '~', math.max(0, answered - ${MOST.journalEntries}), answered .. '-0', 'exchanges', ARGV[at + 2])
  end
  lasts[#lasts + 1] = last
end
redis.call('HSET', KEYS[1], 'answered', answered, 'changed', changed)
if looks() > before and redis.call('MEMORY', 'USAGE', KEYS[2], 'SAMPLES', 0) > tonumber(ARGV[1]) then
  redis.call('XTRIM', KEYS[2], 'MAXLEN', math.floor(redis.call('XLEN', KEYS[2]) / 2))
end
return lasts`)

/**
 * Adds what happens in worlds to streams in Redis, which all instances read. No reply waits for it. Events that are queued
 * are sent in one batch, over the connection that this instance uses for everything else.
 */
export class Notes {
  readonly #link: RedisLink
  /** The most bytes of a world's journal in Redis. */
  readonly #bytes: number
  #isSending = false
  /** By the names that the keys of their worlds begin with. */
  #waiting = new Map<string, Note[]>()

  constructor(link: RedisLink, bytes: number) {
    this.#link = link
    this.#bytes = bytes
  }

  /** Queues a text; resolves to its id, 0 for a change, and if it could not be stored. Never rejects. */
  add(base: string, epoch: string, text: string): Promise<number> {
    if (!this.#isSending) void this.#work()
    const notes = this.#waiting.get(base) ?? []
    this.#waiting.set(base, notes)
    return new Promise((resolve) => {
      notes.push({ epoch, text, resolve })
    })
  }

  /** The journal of one of the states that a world has had. */
  journal(base: string, epoch: string): JournalStore {
    const stream = journalKey(base)
    return {
      nextId: () => 0,
      add: (exchange) => this.add(base, epoch, JSON.stringify(exchange)).then((id) => ({ ...exchange, id })),
      list: (part = {}) => this.#list(stream, part),
      clear: async () => {
        void this.#send()
        await this.#link.command('XTRIM', stream, 'MAXLEN', '0')
      },
    }
  }

  /** The id of the last event in a stream; later ones are greater. */
  async last(stream: string): Promise<string> {
    void this.#send()
    const [last] = asList(await this.#link.command('XREVRANGE', stream, '+', '-', 'COUNT', '1'))
    return last === undefined ? BEGINNING : asText(asList(last)[0])
  }

  async #list(stream: string, part: JournalPart): Promise<readonly JournalEntry[]> {
    void this.#send()
    const found = new FoundExchanges(part)
    // It may stand together with some that follow it.
    let end = part.before === undefined ? '+' : String(part.before + MOST_TOGETHER)
    while (!found.isFull) {
      const entries = asList(await this.#link.command('XREVRANGE', stream, end, '-', 'COUNT', String(CHUNK)))
      for (const entry of entries) {
        for (const { event } of parseEntry(entry).toReversed()) {
          if (event.kind === 'exchange') found.offer(event.exchange)
        }
      }
      if (entries.length < CHUNK) break
      end = `(${asText(asList(entries.at(-1))[0])}`
    }
    return found.exchanges
  }

  /** Flushes the queue until it is empty. Never rejects. */
  async #work(): Promise<void> {
    this.#isSending = true
    // Events of the same turn of the event loop are sent together.
    await Promise.resolve()
    while (this.#waiting.size > 0) await this.#send()
    this.#isSending = false
  }

  /** Flushes the queue. Commands that follow reach Redis after it. */
  async #send(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = new Map<string, Note[]>()
    await Promise.all(Array.from(waiting, ([base, notes]) => this.#addAll(base, notes)))
  }

  async #addAll(base: string, notes: readonly Note[]): Promise<void> {
    const parts = groupNotes(notes)
    const args = parts.flatMap((part) => {
      const [{ epoch, text } = { epoch: '', text: '' }] = part
      const all = epoch === '' ? text : `[${part.map(({ text }) => text).join()}]`
      return [epoch, String(part.length), all]
    })
    const keys: Keys = [`${base}:control`, journalKey(base), changesKey(base)]
    // The requests were answered already, so a failure is nobody's.
    const lasts = asList(
      await this.#link.run(addEvents, keys, [String(this.#bytes), ...args]).catch(() => []),
    )
    for (const [at, part] of parts.entries()) {
      const last = Number(lasts[at] ?? 0)
      for (const [place, { resolve }] of part.entries()) resolve(Math.max(0, last - part.length + 1 + place))
    }
  }
}

/** Changes one by one, and the exchanges between them together where they are of one state. */
function groupNotes(notes: readonly Note[]): readonly (readonly Note[])[] {
  const parts: Note[][] = []
  for (const note of notes) {
    const part = parts.at(-1)
    const isSame = note.epoch !== '' && part?.[0]?.epoch === note.epoch
    if (isSame && part.length < MOST_TOGETHER) part.push(note)
    else parts.push([note])
  }
  return parts
}

/** An event with its id, which is the same in all instances. */
export interface SharedEvent {
  readonly id: string
  /** The exchange that it is, or follows. */
  readonly answered: number
  /** The change that it is; 0 for an exchange. */
  readonly changed: number
  readonly event: WorldEvent
}

/** The events of an entry of a stream, as Redis replies it. */
export function parseEntry(entry: Reply): readonly SharedEvent[] {
  const [place, fields] = asList(entry)
  const [kind, text] = asList(fields)
  const id = asText(place)
  const [last = 0, changed = 0] = id.split('-').map(Number)
  const value: unknown = JSON.parse(asText(text))
  // They were written from such.
  if (kind === 'change') return [{ id, answered: last, changed, event: { kind, change: value as Change } }]
  const exchanges = value as readonly JournalEntry[]
  return exchanges.map((exchange, at) => {
    const answered = last - exchanges.length + 1 + at
    const event = { kind: 'exchange', exchange: { ...exchange, id: answered } } as const
    return { id: `${answered}-0`, answered, changed: 0, event }
  })
}
