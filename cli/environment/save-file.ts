import {
  checkWritable,
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
  { outputs }: Pick<Environment, 'outputs'>,
): Promise<string> {
  return forUser(name, async () => savedTo(name, await writeWhole(path, text, { outputs })))
}

/** Rejects with the same CommandError where the file surely cannot be written, before there is anything to save. */
export function checkSaving(path: string, name: string): Promise<void> {
  return forUser(name, () => checkWritable(path))
}

async function forUser<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new CommandError(`${name} cannot be written: ${whyNotWritten(error)}`, { cause: error })
  }
}
