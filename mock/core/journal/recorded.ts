import { MOST_CHARACTERS, OVERHEAD } from '../memory/bounds.ts'
import { truncate, textBytes } from '../memory/memory.ts'
import type { Request } from '../message/request.ts'
import type { JournalEntry } from './journal.ts'

/** A body as the journal records it: whole, or truncated, with its length. */
export function recordedBody(body: string): string {
  return truncated(body, MOST_CHARACTERS.journalBody)
}

/**
 * A request as the journal records it: a copy, because the request itself holds on to its connection. The copy shares what
 * is equal with the request recorded `before`, the headers or all of it: fewer live objects make garbage collection cheaper.
 */
export function recordedRequest(request: Request, before?: JournalEntry['request']): JournalEntry['request'] {
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
  const headers = sharesHeaders ? before.headers : recordedHeaders(request.headers)
  return { method, base, path: recordedField(path), query: recordedField(query), headers, address }
}

/** The header fields of a reply as the journal records them, long ones truncated. */
export function recordedFields(fields: readonly string[]): readonly string[] {
  for (const field of fields) if (isLong(field)) return fields.map(recordedField)
  return fields
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

function recordedHeaders(headers: Request['headers']): Request['headers'] {
  for (const name in headers) {
    if (isLong(headers[name] ?? '')) {
      const all = Object.entries(headers).map(([name, value = '']) => [name, recordedField(String(value))])
      return Object.fromEntries(all) as Request['headers']
    }
  }
  return headers
}

function isLong(value: string | readonly string[]): boolean {
  return value.length > MOST_CHARACTERS.journalField
}

function recordedField(text: string): string {
  return truncated(text, MOST_CHARACTERS.journalField)
}

function truncated(text: string, most: number): string {
  if (text.length <= most) return text
  return `${truncate(text, most)}… (${text.length} characters, of which the first ${most} are kept)`
}

/** The memory that an entry uses, in bytes, rather too much than too little. `ofRequest` is the part of its request. */
export function entryBytes(
  { request, body = '', reply }: JournalEntry,
  ofRequest = requestBytes(request),
): number {
  let bytes = OVERHEAD.journalEntry + ofRequest + textBytes(body) + textBytes(reply.body)
  for (const text of reply.headers) bytes += text.length + OVERHEAD.header / 2
  return bytes
}

/** The memory that the texts of a request use, in bytes. */
export function requestBytes({ path, query, headers }: JournalEntry['request']): number {
  let bytes = path.length + query.length
  for (const name in headers) bytes += OVERHEAD.header + name.length + (headers[name]?.length ?? 0)
  return bytes
}
