/** Where a Host header says that a request went. */
export interface Host {
  /** The name alone, in lower case, numbers of an address in their usual form. */
  readonly name: string
  /** Name and port; the default port of the scheme left out, as an Origin header does. */
  readonly nameAndPort: string
}

// A URL would also take a user name, a path or a query.
const HOST = /^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]\\,]+)(?::\d{1,5})?$/i

/** Reads a Host header; `undefined` for one that is missing or names no host. */
export function parseHost(host: string | undefined, scheme = 'http:'): Host | undefined {
  if (host === undefined || !HOST.test(host)) return undefined
  const text = `${scheme}//${host}`
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return { name: url.hostname, nameAndPort: url.host }
}
