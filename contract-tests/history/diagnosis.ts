import type { ClauseId } from '../../spec/clauses.ts'
import { type Finding, nameOf } from './history.ts'

/**
 * The fewest clauses that explain all findings: as long as some are unexplained, the clause that explains most of them, and of
 * several the one that the first ten of their findings name earliest, or else the very first. Of these clauses each finding is
 * returned under the one that it names first, or under another one that explains all that are left to it, and is likelier of them; those
 * that one of the `established` explains are left out, since it is reported already. Of several that find one reply wrong by one
 * clause, the shortest is returned.
 */
export function diagnose(
  findings: readonly Finding[],
  established: ReadonlySet<ClauseId> = new Set(),
): readonly Finding[] {
  const all = findings
    .filter((finding) => !clausesOf(finding).some((clause) => established.has(clause)))
    .toSorted((one, other) => endOf(one) - endOf(other))
  const each = new Map<string, Finding>()
  for (const finding of explained(all)) {
    const before = each.get(nameOf(finding))
    if (before === undefined || finding.steps.length < before.steps.length) each.set(nameOf(finding), finding)
  }
  return [...each.values()].toSorted((one, other) => endOf(one) - endOf(other))
}

/** All findings, each under one of the fewest clauses. */
function explained(findings: readonly Finding[]): readonly Finding[] {
  const fewest = fewestFor(findings)
  const groups = Map.groupBy(findings, (finding) => clausesOf(finding).find((one) => fewest.has(one)))
  return [...groups.values()].flatMap((group) => {
    const clause = likeliest(group)
    return group.map((finding) => (clause === undefined ? finding : under(clause, finding)))
  })
}

function fewestFor(findings: readonly Finding[]): ReadonlySet<ClauseId> {
  const fewest = new Set<ClauseId>()
  let open = findings
  for (let clause = likeliest(open); clause !== undefined; clause = likeliest(open)) {
    const next = clause
    fewest.add(next)
    open = open.filter((finding) => !clausesOf(finding).includes(next))
  }
  return fewest
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
  const alternatives = clausesOf(finding).filter((one) => one !== clause)
  return { ...finding, clause, alternatives, isOfAnother: true }
}

function endOf({ steps }: Finding): number {
  return steps.at(-1)?.exchange.id ?? 0
}
