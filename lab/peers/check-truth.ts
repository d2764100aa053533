import type { RunReport } from '../../contract-tests/index.ts'
import { statementsOf } from './check-words.ts'
import { listClaims } from './claims.ts'
import type { Service } from './services.ts'

/** What a run claims of a service, and which of it is false. */
export interface TruthRecord {
  readonly service: Service
  /** Claims of a breach: one for each kind of reply that a test names. */
  readonly breaches: Tally
  /** Clauses that held. */
  readonly clauses: Tally
  /** Open points that were observed, of those whose truth was found. */
  readonly points: Tally
  /** Sentences: what was expected and actual, why something was not verified, how an open point is settled. */
  readonly words: Tally
  /** Curl lines: each sends what the run has sent, and shows it again unless the report says that it takes more. */
  readonly lines: Tally
}

export interface Tally {
  readonly all: number
  readonly false: readonly string[]
}

/** Compares a run with what is true of the service; `lines` are what came of its curl lines. */
export function checkTruth(service: Service, report: RunReport, lines: Tally): TruthRecord {
  const { breaks, choices } = service
  const claims = listClaims(report)
  const words = statementsOf(report)
  const held = report.clauses.filter(({ level, verdict }) => level === 'must' && verdict === 'held')
  // What only a part of the evidence shows is not claimed.
  const observed = report.choices.filter(
    ({ id, variant, isPart }) => variant !== undefined && isPart !== true && choices[id] !== undefined,
  )
  return {
    service,
    breaches: {
      all: claims.length,
      false: claims
        .filter(({ clause, expected }) => !expected.includes(breaks[clause]?.expected ?? '\0'))
        .map(({ test, expected, actual }) => `${test}: expected ${expected}, actual ${actual}`),
    },
    clauses: {
      all: held.length,
      false: held
        .filter(({ id }) => breaks[id] !== undefined && breaks[id].isRare !== true)
        .map(({ id }) => `${id} held: ${breaks[id]?.why}`),
    },
    points: {
      all: observed.length,
      false: observed
        .filter(({ id, variant }) => choices[id] !== variant)
        .map(({ id, variant }) => `${id}: ${variant}, in truth ${choices[id]}`),
    },
    words: {
      all: words.length,
      false: words.filter(({ isTrue }) => isTrue !== true).map(({ text }) => text),
    },
    lines,
  }
}

export function falseOf({ breaches, clauses, points, words, lines }: TruthRecord): readonly string[] {
  return [breaches, clauses, points, words, lines].flatMap((tally) => tally.false)
}
