import { savedTo, type Text, whyNotWritten, writeWhole } from '../../contract-tests/report/write-whole.ts'
import { CommandError } from './command-error.ts'

/**
 * Saves a text in a file that the user has named so. Resolves with the beginning of a sentence on it, `saved to NAME`; rejects with a
 * CommandError where the file cannot be written.
 */
export async function saveFile(path: string, name: string, text: Text): Promise<string> {
  try {
    return savedTo(name, await writeWhole(path, text))
  } catch (error) {
    throw new CommandError(`${name} cannot be written: ${whyNotWritten(error)}`, { cause: error })
  }
}
