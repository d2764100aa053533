import { type Clause, type ClauseId, clauses } from '../../../../spec/clauses.ts'
import type { Reported } from '../past/changes-by-others.ts'
import { countVerdicts, type Verdict } from '../../../report/model/verdict.ts'

/** What an exchange shows of the clauses. */
export interface Shown {
  /** The clauses that it could have shown broken. */
  readonly evidence: readonly ClauseId[]
  readonly broken: readonly ClauseId[]
  /** What was counted as broken before, and is not. */
  readonly takenBack?: readonly Reported[]
}

/** What the exchanges so far show of a clause. */
export interface ClauseTally {
  readonly clause: Clause
  /** `not verified` until an exchange could have shown it broken. */
  readonly verdict: Verdict
  /** Those that could have shown it broken, and those that did. */
  readonly exchanges: number
  readonly broken: number
}

/** Counts, for each clause that binds the service, the exchanges that could have shown it broken, and those that did. */
export class Tally {
  readonly #counts = new Map<ClauseId, { exchanges: number; broken: number }>()
  #exchanges = 0

  add({ evidence, broken, takenBack = [] }: Shown): void {
    this.#exchanges += 1
    // Several checks may look at one clause.
    for (const clause of new Set([...evidence, ...broken])) this.#countOf(clause).exchanges += 1
    for (const clause of new Set(broken)) this.#countOf(clause).broken += 1
    const once = new Map(takenBack.map((one) => [`${one.reply} ${one.clause}`, one]))
    for (const { clause } of once.values()) this.#countOf(clause).broken -= 1
  }

  /** How many exchanges there were. */
  get exchanges(): number {
    return this.#exchanges
  }

  /** In the order of the document. */
  get clauses(): readonly ClauseTally[] {
    return clauses
      .filter(({ party }) => party !== 'client')
      .map((clause) => {
        const { exchanges = 0, broken = 0 } = this.#counts.get(clause.id) ?? {}
        return { clause, exchanges, broken, verdict: verdictOf(clause, exchanges, broken) }
      })
  }

  #countOf(clause: ClauseId): { exchanges: number; broken: number } {
    let count = this.#counts.get(clause)
    if (!count) this.#counts.set(clause, (count = { exchanges: 0, broken: 0 }))
    return count
  }
}

function verdictOf({ level }: Clause, exchanges: number, broken: number): Verdict {
  if (broken > 0) return level === 'should' ? 'warned' : 'broken'
  return exchanges > 0 ? 'held' : 'not verified'
}

/** How many clauses have each verdict. */
export function totalsOf(all: readonly ClauseTally[]): Readonly<Record<Verdict, number>> {
  return countVerdicts(all.map(({ verdict }) => verdict))
}
