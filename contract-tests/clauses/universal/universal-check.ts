import type { ClauseId } from '../../../spec/index.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { WireChecks } from '../../engine/expect/wire-checks.ts'

/** A check that every exchange of a run goes through, whatever its test was after. */
export interface UniversalCheck {
  readonly clause: ClauseId
  /** What is checked, where the clause has several sides. */
  readonly aspect: string
  /** Says something of the body, which is of no account where the status is wrong already. */
  readonly ofBody?: true
  readonly concerns: (exchange: Exchange) => boolean
  /** What came instead, or nothing when all is well. */
  readonly fault: (exchange: Exchange, checks: WireChecks) => string | undefined
  readonly expected: string
  /** What to ask a run for that has none to show. */
  readonly shownBy?: '--exhaust'
}
