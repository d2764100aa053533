import { CommandError } from '../environment/command-error.ts'
import { loadPrism } from '../../contract-tests/opinions/prism/load-prism.ts'
import { PrismMissing } from '../../contract-tests/opinions/prism/prism-missing.ts'

/** Loads Prism before anything is asked of a service; a CommandError says so where it is not installed. */
export async function givenPrism(): Promise<void> {
  try {
    await loadPrism()
  } catch (error) {
    if (error instanceof PrismMissing) throw new CommandError(error.message, { cause: error })
    throw error
  }
}
