import type { OperationId } from '../../../spec/index.ts'
import type { Reason } from '../message/outcome.ts'
import type { Reply } from '../request/reply.ts'
import type { Request } from '../message/request.ts'

/** One request and its reply, as they were: keys are cut only where an exchange is shown. */
export interface JournalEntry {
  /** Counts up from 1 within a world. */
  readonly id: number
  readonly world: string
  /** When the request arrived by the world's clock, Unix milliseconds. */
  readonly time: number
  readonly request: Pick<Request, 'method' | 'base' | 'path' | 'query' | 'headers' | 'address'>
  /** The request's body, where it was read and is short enough to keep. */
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
  /** At most so many, the newest. */
  readonly limit?: number | undefined
}

/** Exchanges that a journal remembers. */
export const JOURNAL_SIZE = 1000

// A thousand exchanges with bodies of any size would fill the memory; a list of 100 pets fits.
const LONGEST_BODY = 16_384

/** A body as it is kept: whole, or only its size. */
export function keptBody(body: string): string {
  return body.length <= LONGEST_BODY ? body : `(${body.length} characters, not kept)`
}

/** The last exchanges of a world. */
export class Journal {
  readonly #ring: JournalEntry[] = []
  #next = 0

  add(exchange: JournalEntry): void {
    this.#ring[this.#next] = exchange
    this.#next = (this.#next + 1) % JOURNAL_SIZE
  }

  /** Those that pass the filter, the newest first. */
  list({ key, status, operation, limit = JOURNAL_SIZE }: JournalFilter = {}): readonly JournalEntry[] {
    const oldestFirst = [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)]
    return oldestFirst
      .reverse()
      .filter((exchange) => key === undefined || exchange.key === key)
      .filter((exchange) => status === undefined || exchange.reply.status === status)
      .filter((exchange) => operation === undefined || exchange.operation === operation)
      .slice(0, limit)
  }

  clear(): void {
    this.#ring.length = 0
    this.#next = 0
  }
}
