import { ChoiceError } from '../../spec/index.ts'
import { ControlError } from '../../mock/core/world/control-error.ts'
import { CommandError } from './command-error.ts'

/** An error of starting the mock as the user's to mend, where it is; any other comes back as it was. */
export function explainFailure(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (error instanceof ControlError || error instanceof ChoiceError) {
    return new CommandError(error.message, { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = WHY[code]?.(host, port)
  return why === undefined ? error : new CommandError(why, { cause: error })
}

const noSuchHost = (host: string): string =>
  `Cannot listen on ${host}, which is no address of this machine: try --host 127.0.0.1, or 0.0.0.0 for all`

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
