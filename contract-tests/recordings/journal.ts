import { methodsWithBody } from '../../spec/operations.ts'
import { type Entry, lowerCased, withUnknownBody } from './entry.ts'

/** An entry of the mock's journal, as its control API shows it and as far as it is read. */
export interface JournalItem {
  readonly id: number
  /** By the world's clock. */
  readonly time: string
  readonly method: string
  readonly target: string
  /** Distinguishes keys; null without a valid one. */
  readonly keyId: string | null
  readonly status: number
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null }
  readonly reply: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

const text = { type: 'string' }
const headers = { type: 'object', additionalProperties: text }

/** A JSON Schema of the parts that are read. Only `npm run generate` reads it. */
export const journalItemSchema = {
  type: 'object',
  required: ['id', 'time', 'method', 'target', 'keyId', 'status', 'request', 'reply'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    time: { type: 'string', format: 'date-time' },
    method: text,
    target: text,
    keyId: { type: 'string', nullable: true },
    status: { type: 'integer' },
    request: {
      type: 'object',
      required: ['headers', 'body'],
      properties: { headers, body: { type: 'string', nullable: true } },
    },
    reply: { type: 'object', required: ['headers', 'body'], properties: { headers, body: text } },
  },
}

// What the journal ends a text with that it has truncated.
const TRUNCATED = /… \(\d+ characters, of which the first \d+ are kept\)$/

/** An entry of the journal of a mock at an origin. */
export function entryOfJournal(item: JournalItem, origin: string): Entry {
  const { id, method, target, keyId, status, request, reply } = item
  const time = Date.parse(item.time)
  const body = request.body ?? undefined
  const sent = { method, headers: withKeyId(request.headers, keyId), ...(body !== undefined && { body }) }
  return {
    url: origin + target,
    request: TRUNCATED.test(body ?? '') ? withUnknownBody(sent) : sent,
    reply: { status, headers: lowerCased(reply.headers), body: reply.body },
    ...(TRUNCATED.test(reply.body) && { unread: 'the journal truncates them' }),
    sent: time,
    received: time,
    place: { of: 'journal', id, waited: body !== undefined || methodsWithBody.has(method) },
  }
}

/** Keys that are redacted alike differ in their ids. */
function withKeyId(fields: Entry['request']['headers'], keyId: string | null): Entry['request']['headers'] {
  const { authorization, ...others } = lowerCased(fields)
  if (authorization === undefined) return others
  return { ...others, authorization: keyId === null ? authorization : authorization.replace(/\S+$/, keyId) }
}
