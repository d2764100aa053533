import { BadEntry, withUnknownBody, type Entry } from './entry.ts'

/** An entry of an HTTP archive (HAR 1.2), as far as it is read: what a browser, a proxy or Playwright has recorded. */
export interface HarEntry {
  /** ISO 8601. */
  readonly startedDateTime: string
  /** Milliseconds until the reply was there. */
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly HarHeader[]
    /** -1 where it is unknown. */
    readonly bodySize?: number
    readonly postData?: { readonly text?: string }
  }
  readonly response: {
    /** 0 where there was no reply. */
    readonly status: number
    readonly headers: readonly HarHeader[]
    readonly bodySize?: number
    readonly content: { readonly text?: string; readonly encoding?: string; readonly size?: number }
  }
}

interface HarHeader {
  readonly name: string
  readonly value: string
}

const text = { type: 'string' }
const figure = { type: 'number' }
const headers = {
  type: 'array',
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
}

/** A JSON Schema of the parts that are read; an entry may contain more. Only `npm run generate` reads it. */
export const harEntrySchema = {
  type: 'object',
  required: ['startedDateTime', 'time', 'request', 'response'],
  properties: {
    startedDateTime: text,
    time: figure,
    request: {
      type: 'object',
      required: ['method', 'url', 'headers'],
      properties: {
        method: text,
        url: text,
        headers,
        bodySize: figure,
        postData: { type: 'object', properties: { text } },
      },
    },
    response: {
      type: 'object',
      required: ['status', 'headers', 'content'],
      properties: {
        status: figure,
        headers,
        bodySize: figure,
        content: { type: 'object', properties: { text, encoding: text, size: figure } },
      },
    },
  },
}

/** An entry of an archive; `undefined` where it has no reply. */
export function entryOfHar({ startedDateTime, time, request, response }: HarEntry): Entry | undefined {
  const sent = Date.parse(startedDateTime)
  if (Number.isNaN(sent)) throw new BadEntry('startedDateTime must be a time such as 2030-12-05T00:00:00Z')
  const received = sent + Math.max(0, time)
  if (Number.isNaN(new Date(received).getTime())) throw new BadEntry('time must be milliseconds')
  if (response.status < 100) return undefined
  const { text: recorded = '', encoding } = response.content
  const body = encoding === 'base64' ? Buffer.from(recorded, 'base64').toString() : recorded
  return {
    url: request.url,
    request: sentRequest(request),
    reply: { status: response.status, headers: joined(response.headers), body },
    ...(isLeftOut(request.method, response) && { unread: 'the recording leaves them out' }),
    sent,
    received,
  }
}

function sentRequest({ method, headers: fields, bodySize, postData }: HarEntry['request']): Entry['request'] {
  const request = { method, headers: joined(fields), body: postData?.text }
  const isEmpty = bodySize === 0 || request.headers['content-length'] === '0'
  return request.body === undefined && !isEmpty ? withUnknownBody(request) : request
}

/** Whether a reply had a body that is not recorded. */
function isLeftOut(
  method: string,
  { status, headers: fields, bodySize, content }: HarEntry['response'],
): boolean {
  if (content.text !== undefined || method === 'HEAD' || status === 204 || status === 304) return false
  const length = joined(fields)['content-length']
  if (length !== undefined) return length !== '0'
  // A browser that could not read a body writes size 0 too.
  return content.size !== 0 || bodySize !== 0
}

/** By name; several of one name are joined, as HTTP allows (RFC 9110 §5.3). */
function joined(fields: readonly HarHeader[]): Readonly<Record<string, string>> {
  const values = new Map<string, string>()
  for (const { name, value } of fields) {
    // HTTP/2 says of the request itself what begins with a colon.
    if (name.startsWith(':')) continue
    const before = values.get(name.toLowerCase())
    values.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}
