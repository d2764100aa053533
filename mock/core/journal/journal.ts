import type { OperationId } from '../../../spec/index.ts'
import type { Reason } from '../message/outcome.ts'
import type { Budget, Share } from '../memory/memory.ts'
import type { Request } from '../message/request.ts'
import type { Reply } from '../request/reply.ts'
import { entryBytes } from './kept.ts'

/** One request and its reply, as they were, but for the ends of long texts: keys are cut only where it is shown. */
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

/** As much of what passes a filter as so many bytes of memory hold. */
export type JournalPart = JournalFilter & { readonly bytes?: number }

/** Exchanges that a journal remembers at most. */
export const JOURNAL_SIZE = 1000

/** The last exchanges of a world, fewer where the memory for the journals of all worlds is full. */
export class Journal {
  readonly #share: Share
  // A ring, and what its entries take: the oldest stands at `first`.
  readonly #ring: (JournalEntry | undefined)[] = []
  readonly #bytes: number[] = []
  #first = 0
  #count = 0
  #isClosed = false
  #lastId = 0

  constructor(budget: Budget) {
    this.#share = budget.open(() => {
      this.#forgetOldest()
    })
  }

  /** The id of the next exchange. */
  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  add(exchange: JournalEntry): void {
    if (this.#isClosed) return
    if (this.#count === JOURNAL_SIZE) this.#forgetOldest()
    const bytes = entryBytes(exchange)
    this.#share.take(bytes)
    const at = (this.#first + this.#count) % JOURNAL_SIZE
    this.#ring[at] = exchange
    this.#bytes[at] = bytes
    this.#count += 1
  }

  /** Those that pass the filter, the newest first; no more of them than `bytes` of memory hold, but one in any case. */
  list(filter: JournalPart = {}): readonly JournalEntry[] {
    const { key, status, operation, before = Infinity, limit = JOURNAL_SIZE, bytes = Infinity } = filter
    const found: JournalEntry[] = []
    let room = bytes
    for (let at = this.#count - 1; at >= 0 && found.length < limit; at -= 1) {
      const place = (this.#first + at) % JOURNAL_SIZE
      const exchange = this.#ring[place]
      if (!exchange || exchange.id >= before) continue
      if (key !== undefined && exchange.key !== key) continue
      if (status !== undefined && exchange.reply.status !== status) continue
      if (operation !== undefined && exchange.operation !== operation) continue
      room -= this.#bytes[place] ?? 0
      if (room < 0 && found.length > 0) break
      found.push(exchange)
    }
    return found
  }

  clear(): void {
    this.#ring.length = 0
    this.#first = 0
    this.#count = 0
    this.#share.giveAll()
  }

  /** Forgets all for good. */
  close(): void {
    this.clear()
    this.#isClosed = true
    this.#share.end()
  }

  #forgetOldest(): void {
    this.#share.give(this.#bytes[this.#first] ?? 0)
    this.#ring[this.#first] = undefined
    this.#first = (this.#first + 1) % JOURNAL_SIZE
    this.#count -= 1
  }
}
