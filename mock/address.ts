// Where a mock is to be found; loaded by every command, so it imports nothing.

/** Where a mock listens when nobody says: nobody else on the network reaches it. */
export const DEFAULT_PORT = 4010
export const DEFAULT_HOST = '127.0.0.1'

export const HIGHEST_PORT = 65_535

/** Scheme, host and port, as a client on this machine reaches a server that listens there. */
export function originOf(host: string, port: number): string {
  return `http://${urlHost(host)}:${port}`
}

/** A host as a URL has it; a server on all interfaces is reached at the loopback address. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
