import type { ClauseId } from '../../spec/clauses.ts'
import { type Finding, wrongOf } from './history.ts'

/**
 * The fewest clauses that explain all findings: as long as some are unexplained, the clause that explains most of them, and of
 * several the one that the first ten of their findings name earliest, or else the very first. Each finding is returned under the clause
 * that explains it; those that one of the `established` explains are left out, since it is reported already. Of several that find one
 * reply wrong by one clause, the shortest is returned.
 */
export function diagnose(
  findings: readonly Finding[],
  established: ReadonlySet<ClauseId> = new Set(),
): readonly Finding[] {
  let open = findings
    .filter((finding) => !clausesOf(finding).some((clause) => established.has(clause)))
    .toSorted((one, other) => endOf(one) - endOf(other))
  const explained: Finding[] = []
  while (open.length > 0) {
    const clause = likeliest(open)
    if (clause === undefined) break
    // Not as arguments of one call: a long recording may have more of them than a call takes.
    for (const finding of open)
      if (clausesOf(finding).includes(clause)) explained.push(under(clause, finding))
    open = open.filter((finding) => !clausesOf(finding).includes(clause))
  }
  const each = new Map<string, Finding>()
  for (const finding of explained) {
    const name = `${finding.clause} ${finding.aspect ?? ''} ${wrongOf(finding)?.id}`
    const before = each.get(name)
    if (before === undefined || finding.steps.length < before.steps.length) each.set(name, finding)
  }
  return [...each.values()].toSorted((one, other) => endOf(one) - endOf(other))
}

function clausesOf({ clause, alternatives }: Finding): readonly ClauseId[] {
  return [clause, ...alternatives]
}

// Of several clauses that explain as much, these decide: a run may go on to ask one thing over and over.
const FIRST = 10
// That one finding names.
const MOST_CLAUSES = 100

/** Of findings in the order of time. */
function likeliest(findings: readonly Finding[]): ClauseId | undefined {
  const counts = new Map<ClauseId, { explained: number; ranks: number; first: number }>()
  for (const [at, finding] of findings.entries()) {
    for (const [rank, clause] of clausesOf(finding).entries()) {
      const { explained, ranks, first } = counts.get(clause) ?? {
        explained: 0,
        ranks: 0,
        first: MOST_CLAUSES * at + rank,
      }
      counts.set(clause, {
        explained: explained + 1,
        ranks: ranks + (at < FIRST ? rank : 0),
        first,
      })
    }
  }
  const [best] = [...counts].toSorted(
    ([, one], [, other]) =>
      other.explained - one.explained || one.ranks - other.ranks || one.first - other.first,
  )
  return best?.[0]
}

function under(clause: ClauseId, finding: Finding): Finding {
  if (clause === finding.clause) return finding
  return { ...finding, clause, alternatives: clausesOf(finding).filter((one) => one !== clause) }
}

function endOf({ steps }: Finding): number {
  return steps.at(-1)?.exchange.id ?? 0
}
