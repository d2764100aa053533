import type { OpenPointId } from '../../../spec/choices.ts'
import { clauses, type ClauseId } from '../../../spec/clauses.ts'
import type { ReportedBreach, ReportedExchange, SecondOpinion } from './run-report.ts'
import type { Verdict } from './verdict.ts'

/** A check as it ended: plain data, from which reports are built. */
export type FinishedCheck = FinishedClause | FinishedObservation | FinishedOpinion

/** A check of one aspect of a clause. */
export interface FinishedClause extends Evidence {
  readonly kind: 'clause'
  readonly clause: ClauseId
  /** Empty where the check is of the clause as it stands. */
  readonly aspect: string
  /** Its needs besides a base address and a key, in words. */
  readonly needs: readonly string[]
  /** What rules out that the run verifies this: a need that it was not allowed or given, or what no flag could give. */
  readonly ruledOutBy?: string
  /** Whether it is an extra one, so that the clause may hold without it. */
  readonly extra?: true
  readonly result: CheckResult
}

/** An observation of an open point. */
export interface FinishedObservation extends Evidence {
  readonly kind: 'open point'
  readonly openPoint: OpenPointId
  readonly result:
    | {
        readonly kind: 'observed'
        readonly variant: string
        readonly detail?: string
        readonly isPart?: true
      }
    | NoResult
}

/** The findings of another tool on the same exchanges. */
export interface FinishedOpinion {
  readonly kind: 'second opinion'
  readonly opinion: SecondOpinion
}

export type CheckResult =
  | { readonly kind: 'held' }
  | { readonly kind: 'breach'; readonly breach: ReportedBreach }
  | NoResult

/** Nothing was found out: the evidence could not be had, or the suite itself failed. */
export type NoResult =
  | { readonly kind: 'not verified'; readonly reason: string }
  | { readonly kind: 'error'; readonly fault: string }

interface Evidence {
  /** Ids of the exchanges that the check looked at. */
  readonly evidence: readonly number[]
  /** The exchanges that it sent itself; one that it shares with an earlier check is among that one's. */
  readonly sent: readonly ReportedExchange[]
  readonly milliseconds: number
}

/** `LIST-3 the largest limit`: the clause, and the aspect or the clause's own sentence. */
export function titleOf({ clause, aspect }: Pick<FinishedClause, 'clause' | 'aspect'>): string {
  return `${clause} ${aspect === '' ? (clauses.find(({ id }) => id === clause)?.text ?? '') : aspect}`
}

/** Breaking a clause that only a general standard asks for (`should`) is a warning. */
export function verdictOf({ clause, result }: Pick<FinishedClause, 'clause' | 'result'>): Verdict {
  if (result.kind !== 'breach') return result.kind
  return clauses.find(({ id }) => id === clause)?.level === 'should' ? 'warned' : 'broken'
}
