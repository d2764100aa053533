import { clauses, type ClauseId } from '../../spec/clauses.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { otherService } from './other-service.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { runOn } from './test-service.ts'
import type { Violation } from './violations/service.ts'

/** What standards ask for and the other service does not do. */
export const itsWarnings: readonly ClauseId[] = ['AUTH-7', 'LIMIT-13', 'DEPRECATION-2', 'DEPRECATION-4']

/**
 * Violations that do on the other service something else than on the mock, with the clauses that are to be reported for
 * that: it never bans and knows no 405, its ids lie beyond 2^53 and grow, the newest pets stand first, a 429 has a date and
 * no body, and 40 pets make no page that is longer than its limit.
 */
const otherwise: Readonly<Record<string, readonly ClauseId[]>> = {
  'bodies of application/json are not taken': ['CREATE-1'],
  'ids are rounded in lists': ['PET-2'],
  'an id of more than 15 digits is refused': ['GET-1', 'GET-3', 'DEPRECATION-1'],
  'an id beyond int32 is a crash': ['GET-1', 'GET-3', 'DEPRECATION-1'],
  'ids are cut to 32 bits': ['DEPRECATION-1'],
  'a status of null is refused and stored': [],
  'the last of the day is refused': [],
  'a ban never ends': [],
  'after a ban, the key is answered 403': [],
  'towards its end, a ban is answered 500': [],
  'towards its end, a ban is answered 404': [],
  'a ban begins anew when it ends': [],
  'a 405 names no methods': [],
  'a 405 leaves POST out': [],
}

/** What was said of the service that was written apart from the mock, with a violation. */
export interface ElsewhereDetection {
  /** The clauses that must be reported, which are others where the violation does something else there. */
  readonly due: readonly ClauseId[]
  readonly broken: readonly ClauseId[]
  readonly faults: readonly string[]
}

/**
 * What the suite says of the service that was written apart from the mock, with a violation: in a run that makes extra checks
 * where one that makes none does not see it, since the names of many lengths that are tried there take the room that those
 * have on the mock.
 */
export async function detectElsewhere(violation: Violation): Promise<ElsewhereDetection> {
  const detection = await judge(violation, violation.needs === 'thorough')
  return isRightElsewhere(detection) ? detection : judge(violation, true)
}

async function judge(
  { name, breaks, overlay, needs, mock }: Violation,
  thorough: boolean,
): Promise<ElsewhereDetection> {
  const pets = typeof mock?.pets === 'number' ? { pets: mock.pets } : {}
  const report = await runOn(otherService({ overlay, ...pets }), { deep: needs === 'deep', thorough })
  const due = (otherwise[name] ?? breaks).toSorted()
  return { due, broken: named(report, breaks), faults: faultsOf(report) }
}

/** What is due was reported there, and nothing else. */
export function isRightElsewhere({ due, broken, faults }: ElsewhereDetection): boolean {
  return faults.length === 0 && broken.join() === due.join()
}

/** The clauses that a report names, warnings only where the violation is of a standard. */
function named(report: RunReport, breaks: readonly ClauseId[]): readonly ClauseId[] {
  const isOfStandard = clauses.some(({ id, level }) => id === breaks[0] && level === 'should')
  const warned = clausesThatAre('warned', report).filter(
    (id) => !itsWarnings.includes(id) || breaks.includes(id),
  )
  return [...clausesThatAre('broken', report), ...(isOfStandard ? warned : [])].toSorted()
}
