import type { ExchangeRecord, ReportedExchange } from '../report/model/run-report.ts'
import { type Entry, lowerCased, withUnknownBody } from './entry.ts'

/** An exchange of the suite's own JSON report, as far as it is read. */
export type SuiteExchange = Pick<
  ReportedExchange,
  'id' | 'method' | 'path' | 'status' | 'headers' | 'body'
> & { readonly record: ExchangeRecord }

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const time = { type: 'string', format: 'date-time' }
const headers = { type: 'object', additionalProperties: text }

/** A JSON Schema of the parts that are read. Only `npm run generate` reads it. */
export const suiteExchangeSchema = {
  type: 'object',
  required: ['id', 'method', 'path', 'status', 'headers', 'body', 'record'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    method: text,
    path: text,
    status: count,
    headers,
    body: text,
    record: {
      type: 'object',
      required: ['after', 'sent', 'received', 'headers'],
      properties: {
        after: count,
        sent: time,
        received: time,
        base: text,
        headers,
        body: text,
        unread: text,
        tries: { type: 'integer', minimum: 1 },
      },
    },
  },
}

// What a report ends a text with that it has truncated, and what stands for one that may disclose a key.
const TRUNCATED = /… \(\d+ characters\)$|^\{part-of-the-key, in /

// What stands for a key, or for a part of one: nobody has sent it.
const CUT = /\{(?:second-)?(?:key|part-of-the-key)\b/

/** An exchange of a report on a service at a base address. What was sent to its second one says so: it spends the same key. */
export function entryOfSuite(exchange: SuiteExchange, baseUrl: string): Entry {
  const { id, method, path, status, record } = exchange
  const { after, base, body, unread, tries } = record
  const request = {
    method,
    headers: lowerCased(record.headers),
    ...(base !== undefined && { base }),
    ...(body !== undefined && { body }),
  }
  const why = unread ?? (TRUNCATED.test(exchange.body) ? 'the report truncates them' : undefined)
  return {
    url: baseUrl + path,
    request: isWhole(body) ? request : withUnknownBody(request),
    reply: { status, headers: lowerCased(exchange.headers), body: exchange.body },
    ...(why !== undefined && { unread: why }),
    ...(tries !== undefined && { tries }),
    sent: Date.parse(record.sent),
    received: Date.parse(record.received),
    place: { of: 'run', id, after },
  }
}

function isWhole(body = ''): boolean {
  return !TRUNCATED.test(body) && !CUT.test(body)
}
