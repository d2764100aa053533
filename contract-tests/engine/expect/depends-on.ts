import type { ClauseId } from '../../../spec/index.ts'
import { NotVerified } from '../not-verified.ts'

/** Ends a test whose evidence rests on another clause, which does not hold: that one is to be blamed, and not this. */
export function dependsOn(clause: ClauseId): never {
  throw new NotVerified('depends on', clause)
}
