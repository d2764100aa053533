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
