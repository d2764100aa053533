import { clauses, type ClauseId } from '../../spec/clauses.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { otherService } from './other-service.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { runOn } from './test-service.ts'
import type { Violation } from './violations/service.ts'

/** The clauses of standards that the other service breaks by itself. */
export const itsWarnings: readonly ClauseId[] = ['AUTH-7', 'DEPRECATION-2', 'DEPRECATION-4']

/**
 * Violations with another effect on the other service than on the mock, by name, and the clauses to report there. The
 * other service never bans and never answers 405. It takes a status of null for one that is omitted, whatever it stores. Its ids are beyond 2^53 and grow. It lists the newest pets first. Its 429
 * has a Retry-After date and no body. It has 40 pets, too few for a page that is longer than its limit. Its
 * headers speak of the minute, which begins with the first request, so that it may roll as far as a run shows in which time stands still.
 */
const dueElsewhere: Readonly<Record<string, readonly ClauseId[]>> = {
  'bodies of application/json are not accepted': ['CREATE-1'],
  'ids are rounded in lists': ['PET-2'],
  'an id of more than 15 digits is refused': ['DEPRECATION-1'],
  'an id beyond int32 is a crash': ['DEPRECATION-1'],
  'ids are cut to 32 bits': ['DEPRECATION-1'],
  'a status of null is refused and stored': [],
  'nothing that is sent is looked at, and lists show it as it came': ['CREATE-3', 'CREATE-4', 'CREATE-5'],
  'the last of the day is refused': [],
  'each reply speaks of the day, and of the minute’s end as of the day’s': [],
  'a ban of the second key is one of the first key too': [],
  'a ban of the second key, with 403, is one of the first key too': [],
  'who goes on gets another key banned': [],
  'a ban never ends': [],
  'a creation during a ban is refused and stored': [],
  'after a ban, the key is answered 403': [],
  'after a ban, creations stay refused': [],
  'towards its end, a ban is answered 500': [],
  'towards its end, a ban is answered 404': [],
  'a ban begins anew when it ends': [],
  'a 405 names no methods': [],
  'a 405 of one pet names no methods': [],
  'a 405 leaves POST out': [],
  // A run meets the last seconds of a day there, whose Reset is past then.
  'Reset is 12 s too early': ['LIMIT-4'],
}

/** What the suite reported of the other service with a violation. */
export interface ElsewhereDetection {
  /** The clauses that must be reported: those of the violation, unless it has another effect there. */
  readonly due: readonly ClauseId[]
  readonly broken: readonly ClauseId[]
  readonly faults: readonly string[]
}

/**
 * Runs the suite against the other service with a violation. Where a run without extra checks does not see the violation, a
 * thorough one follows: on this service, names of many lengths use up the requests that a default run has for other checks.
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
  const due = (dueElsewhere[name] ?? breaks).toSorted()
  return { due, broken: reportedClauses(report, breaks), faults: faultsOf(report) }
}

/** Whether exactly the clauses that are due were reported there. */
export function isRightElsewhere({ due, broken, faults }: ElsewhereDetection): boolean {
  return faults.length === 0 && broken.join() === due.join()
}

/** The clauses reported broken; for a violation of a standard, also those warned of. */
function reportedClauses(report: RunReport, breaks: readonly ClauseId[]): readonly ClauseId[] {
  const isOfStandard = clauses.some(({ id, level }) => id === breaks[0] && level === 'should')
  const warned = clausesThatAre('warned', report).filter(
    (id) => !itsWarnings.includes(id) || breaks.includes(id),
  )
  return [...clausesThatAre('broken', report), ...(isOfStandard ? warned : [])].toSorted()
}
