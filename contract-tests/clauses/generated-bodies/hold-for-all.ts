import fc from 'fast-check'
import { NotVerified } from '../../engine/not-verified.ts'
import type { Run } from '../../engine/run.ts'

const BODIES = 100

/**
 * Holds the service to `check` for generated values; what breaks it is made as small as the requests that are left
 * allow, and thrown as `check` threw it. Not verified when the requests end before all values were tried.
 */
export async function holdForAll<T>(
  { settings }: Run,
  values: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
): Promise<void> {
  let hindrance: NotVerified | undefined
  let tried = 0
  const property = fc.asyncProperty(values, async (value) => {
    if (hindrance) return
    try {
      await check(value)
      tried += 1
    } catch (error) {
      // Shrinking goes on for as long as it can; what it found so far stays.
      if (!(error instanceof NotVerified)) throw error
      hindrance = error
    }
  })
  const { failed, errorInstance } = await fc.check(property, { seed: settings.seed, numRuns: BODIES })
  if (failed) throw errorInstance
  if (hindrance)
    throw new NotVerified(hindrance.hindrance, `${tried} of ${BODIES} bodies tried; ${hindrance.message}`)
}
