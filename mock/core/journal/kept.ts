import { startOf, textBytes } from '../memory/memory.ts'
import type { Request } from '../message/request.ts'
import type { JournalEntry } from './journal.ts'

/** Characters that are kept of a body; a default list of 100 pets fits. */
const LONGEST_BODY = 16_384

/** Characters that are kept of a header's value, of a path and of a query. */
const LONGEST_FIELD = 2_048

/** What the objects of an entry take, and what a header takes besides its texts, in bytes. */
const ENTRY_BYTES = 1_200
const HEADER_BYTES = 64

/** A body as the journal keeps it: whole, or its start and how long it was. */
export function keptBody(body: string): string {
  return kept(body, LONGEST_BODY)
}

/**
 * A request as the journal keeps it: not itself, which holds on to the connection. Where its headers are those that were kept
 * `before`, as a client's mostly are, it shares them: what lives is what the collection of garbage takes its time for.
 */
export function keptRequest(request: Request, before?: Request['headers']): JournalEntry['request'] {
  const { method, base, path, query, headers, address } = request
  return {
    method,
    base,
    path: keptField(path),
    query: keptField(query),
    headers: before && isSame(headers, before) ? before : keptHeaders(headers),
    address,
  }
}

/** The fields of a reply as the journal keeps them. */
export function keptFields(fields: readonly string[]): readonly string[] {
  return fields.some(isLong) ? fields.map(keptField) : fields
}

function isSame(one: Request['headers'], other: Request['headers']): boolean {
  let more = 0
  for (const name in one) {
    if (one[name] !== other[name]) return false
    more += 1
  }
  for (const _ in other) more -= 1
  return more === 0
}

function keptHeaders(headers: Request['headers']): Request['headers'] {
  for (const name in headers) {
    if (isLong(headers[name] ?? '')) {
      const all = Object.entries(headers).map(([name, value = '']) => [name, keptField(String(value))])
      return Object.fromEntries(all) as Request['headers']
    }
  }
  return headers
}

function isLong(value: string | readonly string[]): boolean {
  return value.length > LONGEST_FIELD
}

function keptField(text: string): string {
  return kept(text, LONGEST_FIELD)
}

function kept(text: string, most: number): string {
  if (text.length <= most) return text
  return `${startOf(text, most)}… (${text.length} characters, of which the first ${most} are kept)`
}

/** The memory that an entry takes, in bytes: somewhat more than less. */
export function entryBytes({ request, body = '', reply }: JournalEntry): number {
  let bytes = ENTRY_BYTES + textBytes(body) + textBytes(reply.body)
  bytes += request.path.length + request.query.length
  for (const name in request.headers) {
    bytes += HEADER_BYTES + name.length + (request.headers[name]?.length ?? 0)
  }
  for (const text of reply.headers) bytes += text.length + HEADER_BYTES / 2
  return bytes
}
