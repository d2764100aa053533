import {
  checkWritable,
  type FileSystem,
  savedTo,
  type Text,
  whyNotWritten,
  writeWhole,
} from '../../contract-tests/report/write-whole.ts'
import { CommandError } from './command-error.ts'
import type { Environment } from './environment.ts'

/**
 * Saves a text in a file that the user has named so. Resolves with the beginning of a sentence on it, `saved to NAME`; rejects with a
 * CommandError where the file cannot be written.
 */
export function saveFile(
  path: string,
  name: string,
  text: Text,
  { outputs, unread }: Pick<FileSystem, 'unread'> & Pick<Environment, 'outputs'>,
): Promise<string> {
  return forUser(name, async () => savedTo(name, await writeWhole(path, text, { outputs, unread })))
}

/** Rejects with the same CommandError where the file surely cannot be written, before there is anything to save. */
export function checkSaving(path: string, name: string): Promise<void> {
  return forUser(name, () => checkWritable(path))
}

// As soon as Ctrl-C should end a run.
const PATIENCE_MS = 2000

/** How long a pipe that is not read is waited for: for ever, or for two seconds after a signal. Disposing of it stops its timer. */
export function patienceOf({
  ending,
  after,
}: Pick<Environment, 'ending' | 'after'>): Disposable & { readonly unread: AbortSignal } {
  const over = new AbortController()
  let stop = (): void => undefined
  const begin = (): void => {
    stop = after(PATIENCE_MS, () => {
      over.abort()
    })
  }
  if (ending.aborted) begin()
  else ending.addEventListener('abort', begin)
  return {
    unread: over.signal,
    [Symbol.dispose]: () => {
      ending.removeEventListener('abort', begin)
      stop()
    },
  }
}

async function forUser<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new CommandError(`${name} cannot be written: ${whyNotWritten(error)}`, { cause: error })
  }
}
