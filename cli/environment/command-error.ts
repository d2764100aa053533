import { debuglog } from 'node:util'
import { ControlError } from '../../mock/core/world/control-error.ts'
import { DEFAULT_HOST } from '../../mock/address.ts'
import { ChoiceError, printable } from '../../spec/index.ts'

const debug = debuglog('petstore')

/** What the user of the command got wrong; the message is one line that says what to do about it. Exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** What stands on stderr for an error: one line. The stack goes to Node's debug log. */
export function failureLine(error: unknown): string {
  debug('%o', error)
  const message = printable(error instanceof Error ? error.message : String(error))
  if (error instanceof CommandError) return message
  return `petstore has made a mistake: ${message}. Run it with NODE_DEBUG=petstore for the stack`
}

/** An error of starting to listen as a CommandError, where the user can mend it; any other is returned as it is. */
export function explainFailure(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (error instanceof ControlError || error instanceof ChoiceError) {
    return new CommandError(error.message, { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = WHY[code]?.(host, port)
  return why === undefined ? error : new CommandError(why, { cause: error })
}

const noSuchHost = (host: string): string =>
  `Cannot listen on ${host}, which is no address of this machine: try --host ${DEFAULT_HOST}, or 0.0.0.0 for all`

const WHY: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is in use: stop what listens there, or choose another with --port`,
  EACCES: (_host, port) =>
    `Port ${port} is reserved for programs with more rights: choose one from 1024 up with --port`,
  EADDRNOTAVAIL: noSuchHost,
  EAFNOSUPPORT: noSuchHost,
  EAI_AGAIN: noSuchHost,
  EINVAL: noSuchHost,
  ENOTFOUND: noSuchHost,
}
