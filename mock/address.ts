// The addresses of a mock. Every command loads this file, so it imports nothing.

/** The default address: only this machine can reach it. */
export const DEFAULT_PORT = 4010
export const DEFAULT_HOST = '127.0.0.1'

export const HIGHEST_PORT = 65_535

/** Scheme, host and port by which a client on this machine reaches the server. */
export function originOf(host: string, port: number): string {
  return `http://${urlHost(host)}:${port}`
}

/** A host as it is written in a URL. A server on all interfaces is reached at the loopback address. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Why the server cannot listen, and what to do about it; `undefined` for errors that have another cause. On the command line,
 * where `portFlag` sets the port, the message names the flags.
 */
export function listenProblem(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  portFlag?: string,
): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const withPort = portFlag === undefined ? '' : ` with ${portFlag}`
  const hostFlag = portFlag === undefined ? '' : '--host '
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that uses it, or choose another${withPort}`
  if (code === 'EACCES') return `Port ${port} needs more privileges: choose a port from 1024 up${withPort}`
  if (!NO_SUCH_HOST.has(code)) return undefined
  return `Cannot listen on ${host}: it is not an address of this machine. Try ${hostFlag}${DEFAULT_HOST}, or 0.0.0.0 for all addresses`
}

const NO_SUCH_HOST = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'])
