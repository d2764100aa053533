import { MOST_CHARACTERS, OVERHEAD } from '../memory/bounds.ts'
import { truncate, textBytes } from '../memory/memory.ts'
import type { Request } from '../message/request.ts'
import type { JournalEntry } from './journal.ts'

/** A body as the journal keeps it: whole, or its start and how long it was. */
export function keptBody(body: string): string {
  return kept(body, MOST_CHARACTERS.journalBody)
}

/**
 * A request as the journal keeps it: not itself, which holds on to the connection. What is the same in the one that was kept
 * `before`, its headers or all of it, the two share: what lives is what the collection of garbage takes its time for.
 */
export function keptRequest(request: Request, before?: JournalEntry['request']): JournalEntry['request'] {
  const { method, base, path, query, address } = request
  const sharesHeaders = before !== undefined && isSame(request.headers, before.headers)
  if (
    sharesHeaders &&
    path === before.path &&
    query === before.query &&
    method === before.method &&
    base === before.base &&
    address === before.address
  ) {
    return before
  }
  const headers = sharesHeaders ? before.headers : keptHeaders(request.headers)
  return { method, base, path: keptField(path), query: keptField(query), headers, address }
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
  return value.length > MOST_CHARACTERS.journalField
}

function keptField(text: string): string {
  return kept(text, MOST_CHARACTERS.journalField)
}

function kept(text: string, most: number): string {
  if (text.length <= most) return text
  return `${truncate(text, most)}… (${text.length} characters, of which the first ${most} are kept)`
}

/** The memory that an entry takes, in bytes: somewhat more than less. `ofRequest` is what its request takes, where that is known. */
export function entryBytes(
  { request, body = '', reply }: JournalEntry,
  ofRequest = requestBytes(request),
): number {
  let bytes = OVERHEAD.journalEntry + ofRequest + textBytes(body) + textBytes(reply.body)
  for (const text of reply.headers) bytes += text.length + OVERHEAD.header / 2
  return bytes
}

/** What the texts of a request take, in bytes. */
export function requestBytes({ path, query, headers }: JournalEntry['request']): number {
  let bytes = path.length + query.length
  for (const name in headers) bytes += OVERHEAD.header + name.length + (headers[name]?.length ?? 0)
  return bytes
}
