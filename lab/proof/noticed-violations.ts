// How many violations another tool notices, whatever it reports of them.
import { availableParallelism } from 'node:os'
import { areaOf } from '../../spec/clauses.ts'
import { markdownTable } from '../../spec/markdown.ts'
import { atOnce } from './at-once.ts'
import { progressBar } from './progress-bar.ts'
import { violations } from './violations/index.ts'
import type { Violation } from './violations/service.ts'

/** A violation, and whether a tool that passes a service that conforms fails it. */
export interface Noticed {
  readonly violation: Violation
  readonly isNoticed: boolean
}

/** Has a tool test the first violation of each clause, or all, several at a time. */
export async function noticedViolations(
  all: boolean,
  notices: (violation: Violation) => Promise<boolean>,
): Promise<readonly Noticed[]> {
  const chosen = all ? violations : oneOfEachClause()
  const step = progressBar(chosen.length, process.stderr)
  const judge = async (violation: Violation): Promise<Noticed> => ({
    violation,
    isNoticed: await notices(violation),
  })
  return atOnce(chosen, availableParallelism(), judge, step)
}

function oneOfEachClause(): readonly Violation[] {
  return [...Map.groupBy(violations, ({ breaks }) => breaks[0]).values()].flatMap(([first]) => first ?? [])
}

/** Which those are, in words. */
export function whichViolations(all: boolean): string {
  return all ? 'every violation' : 'one violation of each clause'
}

/** How many of each area of clauses it notices, as a Markdown table. */
export function noticedTable(found: readonly Noticed[]): string {
  const groups: readonly (readonly [string, readonly Noticed[]])[] = [
    ...Map.groupBy(found, ({ violation }) => areaOf(violation.breaks[0])),
    ['all', found],
  ]
  return markdownTable(
    ['violations of', 'cases', 'noticed'],
    groups.map(([area, own]) => [area, own.length, own.filter(({ isNoticed }) => isNoticed).length]),
  )
}
