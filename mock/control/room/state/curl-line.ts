import type { JournalEntry } from '../../../client/generated/wire.ts'

// What curl sends by itself, or what belongs to one connection.
const OWN_DOING =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|user-agent|accept|sec-.*|origin|referer|accept-language|cache-control|pragma|priority|cookie)$/i

/** A line for a shell that sends an exchange's request again, its key left for the shell to fill in. */
export function curlLine({ method, target, request }: JournalEntry, origin: string): string {
  const isPlain = method === 'GET' && request.body === null
  const headers = Object.entries(request.headers)
    .filter(([name]) => !OWN_DOING.test(name))
    .map(([name, value]) =>
      name.toLowerCase() === 'authorization'
        ? `-H "Authorization: Bearer $API_KEY"`
        : `-H ${quoted(`${name}: ${value}`)}`,
    )
  const body = request.body === null ? [] : [`--data-raw ${quoted(request.body)}`]
  const head = method === 'HEAD' ? '--head' : `-X ${quoted(method)}`
  return ['curl -ig', ...(isPlain ? [] : [head]), ...headers, ...body, quoted(origin + target)].join(' ')
}

/** A text as one word of a shell (POSIX, Quoting). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
