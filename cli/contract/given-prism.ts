import { CommandError } from '../environment/command-error.ts'
import { CannotJudge } from '../../contract-tests/opinions/judge.ts'
import { loadPrism } from '../../contract-tests/opinions/prism/load-prism.ts'

/** Loads Prism before anything is asked of a service; a CommandError says so where it is not installed. */
export async function givenPrism(): Promise<void> {
  try {
    await loadPrism()
  } catch (error) {
    if (error instanceof CannotJudge) throw new CommandError(error.message, { cause: error })
    throw error
  }
}
