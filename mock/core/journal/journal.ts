import { MOST } from '../memory/bounds.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { Awaitable } from '../message/awaitable.ts'
import type { Reason } from '../message/outcome.ts'
import type { Budget, Share } from '../memory/memory.ts'
import type { Request } from '../message/request.ts'
import type { Reply } from '../request/reply.ts'
import { entryBytes, requestBytes } from './recorded.ts'

/** One request and its reply. Long texts are truncated; keys are redacted only where it is shown. */
export interface JournalEntry {
  /** Counts up from 1 within a world. */
  readonly id: number
  readonly world: string
  /** When the request arrived by the world's clock, Unix milliseconds. */
  readonly time: number
  readonly request: Pick<Request, 'method' | 'base' | 'path' | 'query' | 'headers' | 'address'>
  /** The request's body, where it was read; of a long one the start, as of all other texts. */
  readonly body: string | undefined
  /** The valid key in its Authorization header. */
  readonly key: string | undefined
  readonly reply: Pick<Reply, 'status' | 'headers' | 'body'>
  readonly operation: OperationId | undefined
  readonly reason: Reason
}

export interface JournalFilter {
  readonly key?: string | undefined
  readonly status?: number | undefined
  readonly operation?: OperationId | undefined
  /** Only those with a smaller id. */
  readonly before?: number | undefined
  /** At most so many, the newest. */
  readonly limit?: number | undefined
}

/** A filter, and the bytes of memory that the result may use. */
export type JournalPart = JournalFilter & { readonly bytes?: number }

/** The last exchanges of a world, the same for all who share it. */
export interface JournalStore {
  /** The id of the next exchange; 0 where the store assigns it in `add`. */
  nextId(): number
  /** Records an exchange, and returns it with its id. Never rejects: the exchange is complete, even if its entry is lost. */
  add(exchange: JournalEntry): Awaitable<JournalEntry>
  /** Those that pass the filter, the newest first; no more of them than `bytes` of memory hold, but one in any case. */
  list(part?: JournalPart): Awaitable<readonly JournalEntry[]>
  clear(): Awaitable<void>
}

/** A journal in this process, with fewer exchanges where the memory for the journals of all worlds is full. */
export class Journal implements JournalStore {
  readonly #share: Share
  // A ring with the oldest entry at `first`, and the bytes that its entries use.
  readonly #ring: (JournalEntry | undefined)[] = []
  readonly #bytes: number[] = []
  #first = 0
  #count = 0
  #isClosed = false
  #lastId = 0
  // Consecutive requests that share a record are measured once.
  #lastRequest: JournalEntry['request'] | undefined
  #lastRequestBytes = 0

  constructor(budget: Budget) {
    this.#share = budget.open(() => {
      this.#forgetOldest()
    })
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  add(exchange: JournalEntry): JournalEntry {
    if (this.#isClosed) return exchange
    if (this.#count === MOST.journalEntries) this.#forgetOldest()
    const { request } = exchange
    if (request !== this.#lastRequest) {
      this.#lastRequest = request
      this.#lastRequestBytes = requestBytes(request)
    }
    const bytes = entryBytes(exchange, this.#lastRequestBytes)
    this.#share.allocate(bytes)
    const at = (this.#first + this.#count) % MOST.journalEntries
    this.#ring[at] = exchange
    this.#bytes[at] = bytes
    this.#count += 1
    return exchange
  }

  list(part: JournalPart = {}): readonly JournalEntry[] {
    const found = new FoundExchanges(part)
    for (let at = this.#count - 1; at >= 0 && !found.isFull; at -= 1) {
      const place = (this.#first + at) % MOST.journalEntries
      const exchange = this.#ring[place]
      if (exchange) found.offer(exchange, this.#bytes[place])
    }
    return found.exchanges
  }

  clear(): void {
    this.#ring.length = 0
    this.#first = 0
    this.#count = 0
    this.#share.freeAll()
  }

  /** Forgets all for good. */
  close(): void {
    this.clear()
    this.#isClosed = true
    this.#share.end()
  }

  #forgetOldest(): void {
    this.#share.free(this.#bytes[this.#first] ?? 0)
    this.#ring[this.#first] = undefined
    this.#first = (this.#first + 1) % MOST.journalEntries
    this.#count -= 1
  }
}

/** Collects the entries of a journal that pass a filter; they are offered newest first. */
export class FoundExchanges {
  readonly exchanges: JournalEntry[] = []
  readonly #part: JournalPart
  #room: number
  #isFull = false

  constructor(part: JournalPart) {
    this.#part = part
    this.#room = part.bytes ?? Infinity
  }

  get isFull(): boolean {
    return this.#isFull || this.exchanges.length >= (this.#part.limit ?? MOST.journalEntries)
  }

  offer(exchange: JournalEntry, bytes = entryBytes(exchange)): void {
    const { key, status, operation, before = Infinity } = this.#part
    if (this.isFull || exchange.id >= before) return
    if (key !== undefined && exchange.key !== key) return
    if (status !== undefined && exchange.reply.status !== status) return
    if (operation !== undefined && exchange.operation !== operation) return
    this.#room -= bytes
    this.#isFull = this.#room < 0 && this.exchanges.length > 0
    if (!this.#isFull) this.exchanges.push(exchange)
  }
}
