import type { JournalEntry } from '../../../client/generated/wire.ts'

// Headers that curl sends itself, that belong to one connection, or that name a client of a run.
const OMITTED =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|user-agent|accept|sec-.*|origin|referer|accept-language|cache-control|pragma|priority|cookie|x-scenario-client)$/i

/** A curl command that repeats the request of an exchange. The shell fills in the key. */
export function curlLine({ method, target, request }: JournalEntry, origin: string): string {
  const isPlain = method === 'GET' && request.body === null
  const headers = Object.entries(request.headers)
    .filter(([name]) => !OMITTED.test(name))
    .map(([name, value]) =>
      name.toLowerCase() === 'authorization'
        ? `-H "Authorization: Bearer $API_KEY"`
        : `-H ${quoted(`${name}: ${value}`)}`,
    )
  const body = request.body === null ? [] : [`--data-raw ${quoted(request.body)}`]
  const head = method === 'HEAD' ? '--head' : `-X ${quoted(method)}`
  return ['curl -sSig', ...(isPlain ? [] : [head]), ...headers, ...body, quoted(origin + target)].join(' ')
}

/** Quotes a text as one word of a shell (POSIX, Quoting). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
