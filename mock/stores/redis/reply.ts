import { StoreError } from '../../core/request/request-context.ts'

/** A reply of Redis (RESP 2). */
export type Reply = string | number | null | readonly Reply[]

/** A reply that must be a list. */
export function asList(reply: Reply | undefined): readonly Reply[] {
  if (typeof reply === 'object' && reply !== null) return reply
  throw new StoreError(`Redis replied ${JSON.stringify(reply)} where a list is due`)
}

/** A reply that must be a text, or a number. */
export function asText(reply: Reply | undefined): string {
  if (typeof reply === 'string' || typeof reply === 'number') return String(reply)
  throw new StoreError(`Redis replied ${JSON.stringify(reply)} where a text is due`)
}

/** What the command TIME replies, in whole Unix milliseconds. */
export function parseTime(seconds: Reply | undefined, micros: Reply | undefined): number {
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
