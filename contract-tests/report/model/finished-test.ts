import type { ClauseId, OpenPointId } from '../../../spec/index.ts'
import type { Need } from '../../engine/needs.ts'
import type { ReportedExchange } from './reported-exchange.ts'
import type { SecondOpinion } from './run-report.ts'

/** What every test tells the run about its exchanges. */
interface Evidence {
  /** Ids of the exchanges that it looked at. */
  evidence: readonly number[]
  /** Those among them that no test before it had looked at. */
  sent: readonly ReportedExchange[]
  /** Why nothing could be found out. */
  hindrance?: string
}

/** What the test of a clause found. */
export interface ClauseFinding extends Evidence {
  readonly clause: ClauseId
  readonly needs: readonly Need[]
  /** What came in place of what was expected, where the clause is broken. */
  breach?: { readonly expected: readonly string[]; readonly actual: string; readonly exchange: number }
}

/** What was observed of an open point. */
export interface Observation extends Evidence {
  readonly openPoint: OpenPointId
  variant?: string
}

/** What the tests of a run tell Vitest's reporters, over the border of their thread. */
declare module 'vitest' {
  interface TaskMeta {
    finding?: ClauseFinding
    observation?: Observation
    opinion?: SecondOpinion
  }
}

/** A test as it ended. */
export interface FinishedTest {
  readonly title: string
  readonly finding: ClauseFinding | undefined
  readonly observation: Observation | undefined
  readonly opinion: SecondOpinion | undefined
  readonly milliseconds: number
  /** The message of what it threw, where that was no finding but a fault of the suite itself. */
  readonly fault: string | undefined
}
