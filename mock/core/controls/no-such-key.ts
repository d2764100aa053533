import { didYouMean } from '../../../spec/index.ts'
import type { WorldState } from '../world-state.ts'

/** Says that a key does not exist, and which one it resembles. */
export function noSuchKey({ callers }: WorldState, key: string): string {
  const known = Array.from(callers.keys.values(), ({ id }) => id)
  return `There is no key ${JSON.stringify(key.slice(0, 60))}.${didYouMean(key, known)}`
}
