import { debuglog } from 'node:util'
import { ControlError } from '../../mock/core/world/control-error.ts'
import { listenProblem } from '../../mock/address.ts'
import { ChoiceError } from '../../spec/choices.ts'
import { printable } from '../../spec/wording.ts'

const debug = debuglog('petstore')

/** A mistake of the user; the message is one line that says what to do about it. Exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Why a file, a socket or a thread cannot be opened, and what to do. */
export const NO_MORE_FILES = 'this process may open no more files. Raise its limit, as with ulimit -n 1024'

/** The line on stderr for an error. The stack goes to Node's debug log. */
export function failureLine(error: unknown): string {
  debug('%o', error)
  const message = printable(error instanceof Error ? error.message : String(error))
  if (error instanceof CommandError) return message
  // Node names it in the message also where a module or a thread could not be loaded.
  if (/\bE[MN]FILE\b/.test(message)) return `petstore cannot go on: ${NO_MORE_FILES}`
  return `petstore has made a mistake: ${message}. Run it with NODE_DEBUG=petstore for the stack`
}

/** An error of starting to listen as a CommandError, where the user can mend it; any other is returned as it is. */
export function explainFailure(
  error: unknown,
  address: { host: string; port: number },
  portFlag = '--port',
): unknown {
  const why = listenProblem(error instanceof ControlError ? error.cause : error, address, portFlag)
  if (why !== undefined) return new CommandError(why, { cause: error })
  const isMendable = error instanceof ControlError || error instanceof ChoiceError
  return isMendable ? new CommandError(error.message, { cause: error }) : error
}
