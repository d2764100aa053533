const IPV4 = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i

/** Whether a socket's address is a loopback address. `undefined` is not. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || IPV4.test(address))
}

const NAME = /^(?:[^.]+\.)*localhost\.?$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/

/** Whether a URL's host name always means this machine, without DNS (RFC 6761 §6.3). */
export function isLoopbackName(name: string): boolean {
  return NAME.test(name)
}

/** Whether a server that listens on a host (a name or an address) can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackAddress(host) || isLoopbackName(host)
}

/** Whether an Origin header names the server that the request was sent to. False for `null` and for several origins. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === origin.toLowerCase() && parseHost(host, url.protocol)?.nameAndPort === url.host
}

/** A parsed Host header. */
export interface Host {
  /** The name in lower case, or the address in its canonical form. */
  readonly name: string
  /** Name and port, without the default port of the scheme, as in an Origin header. */
  readonly nameAndPort: string
}

// URL would also accept a user name, a path or a query.
const HOST = /^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]\\,]+)(?::\d{1,5})?$/i

/** Parses a Host header; `undefined` if it is missing or invalid. */
export function parseHost(host: string | undefined, scheme = 'http:'): Host | undefined {
  if (host === undefined || !HOST.test(host)) return undefined
  const text = `${scheme}//${host}`
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return { name: url.hostname, nameAndPort: url.host }
}
