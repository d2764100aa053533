import type { PassingReply, PassingRequest } from '../history/recorder.ts'

/** An HTTP archive (HAR 1.2), as far as it is read: what a browser, a proxy or Playwright has recorded. */
export interface Har {
  readonly log: { readonly entries: readonly HarEntry[] }
}

interface HarEntry {
  /** ISO 8601. */
  readonly startedDateTime: string
  /** Milliseconds until the reply was there. */
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly HarHeader[]
    readonly postData?: { readonly text?: string; readonly mimeType?: string }
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly HarHeader[]
    readonly content: {
      readonly text?: string
      readonly encoding?: string
      readonly size?: number
      readonly mimeType?: string
    }
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

/** A JSON Schema of the parts that are read; an archive may contain more. Only `npm run generate` reads it. */
export const harSchema = {
  type: 'object',
  required: ['log'],
  properties: {
    log: {
      type: 'object',
      required: ['entries'],
      properties: {
        entries: {
          type: 'array',
          items: {
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
                  postData: { type: 'object', properties: { text, mimeType: text } },
                },
              },
              response: {
                type: 'object',
                required: ['status', 'headers', 'content'],
                properties: {
                  status: figure,
                  headers,
                  content: { type: 'object', properties: { text, encoding: text, size: figure } },
                },
              },
            },
          },
        },
      },
    },
  },
}

/** One entry of a recording, whichever base address it asked. Times are Unix milliseconds. */
export interface Entry {
  readonly url: string
  readonly request: Omit<PassingRequest, 'path' | 'base'>
  readonly reply: PassingReply
  /** Why the body of the reply is unknown. */
  readonly unread?: string
  readonly sent: number
  readonly received: number
}

/** The answered entries of an archive. */
export function entriesOf({ log }: Har): readonly Entry[] {
  return log.entries.flatMap(({ startedDateTime, time, request, response }): readonly Entry[] => {
    const sent = Date.parse(startedDateTime)
    if (response.status < 100 || Number.isNaN(sent)) return []
    const { text: held, encoding, size = 0 } = response.content
    const body = encoding === 'base64' ? Buffer.from(held ?? '', 'base64').toString() : (held ?? '')
    const { method, url, postData } = request
    return [
      {
        url,
        request: { method, headers: joined(request.headers), body: postData?.text },
        reply: { status: response.status, headers: joined(response.headers), body },
        ...(held === undefined && size > 0 && { unread: 'the recording does not hold it' }),
        sent,
        received: sent + Math.max(0, time),
      },
    ]
  })
}

/** By name; several of one name are joined, as HTTP allows (RFC 9110 §5.3). */
function joined(headers: readonly HarHeader[]): Readonly<Record<string, string>> {
  const values = Map.groupBy(
    // What HTTP/2 says of the request itself.
    headers.filter(({ name }) => !name.startsWith(':')),
    ({ name }) => name.toLowerCase(),
  )
  return Object.fromEntries(
    Array.from(values, ([name, all]) => [name, all.map(({ value }) => value).join(', ')]),
  )
}
