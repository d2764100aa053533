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

/**
 * What stands in the way of listening, and what to do, for an error of Node's; `undefined` for any other. On a command line
 * it speaks of flags.
 */
export function listenProblem(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  onCommandLine = false,
): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const withPort = onCommandLine ? ' with --port' : ''
  const hostFlag = onCommandLine ? '--host ' : ''
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what listens there, or choose another${withPort}`
  if (code === 'EACCES')
    return `Port ${port} is reserved for programs with more rights: choose one from 1024 up${withPort}`
  if (!NO_SUCH_HOST.has(code)) return undefined
  return `Cannot listen on ${host}, which is no address of this machine: try ${hostFlag}${DEFAULT_HOST}, or 0.0.0.0 for all`
}

const NO_SUCH_HOST = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'])
