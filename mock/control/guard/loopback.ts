const IPV4 = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i

/** Tells whether a socket's address is this machine's own; an unknown one is not. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || IPV4.test(address))
}

const NAME = /^(?:[^.]+\.)*localhost\.?$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/

/** Tells whether a URL's host name always means this machine, so that no DNS answer can have led here (RFC 6761 §6.3). */
export function isLoopbackName(name: string): boolean {
  return NAME.test(name)
}

/** Tells whether a server that listens on a host, a name or an address, is reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackAddress(host) || isLoopbackName(host)
}

/** Tells whether an Origin header names the place that the request went to; `null` and several origins do not. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === origin.toLowerCase() && parseHost(host, url.protocol)?.nameAndPort === url.host
}

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
