import type { RunReport } from './run-report.ts'

/** How a run ended, as a reader is told; `tone` is how glad to be of it. */
export interface Standing {
  readonly word: string
  readonly tone: 'good' | 'fair' | 'bad'
}

/** Where a service stands after a run. What was not verified is never called conformant without a word on it. */
export function standingOf({ exitCode, totals, known, clauses }: RunReport): Standing {
  const borne = new Set(known.filter(({ state }) => state === 'still there').map(({ clause }) => clause))
  if (clauses.some(({ id, verdict }) => verdict === 'broken' && !borne.has(id)))
    return { word: 'not conformant', tone: 'bad' }
  if (exitCode === 1) {
    const isStale = known.some(({ state }) => state === 'gone' || state === 'expired')
    return { word: isStale ? 'known breaches out of date' : 'undecided', tone: 'bad' }
  }
  const open = totals['not verified'] + totals.error
  if (open === clauses.length) return { word: 'nothing verified', tone: 'bad' }
  if (exitCode === 2) return { word: 'not finished: the service does not answer any more', tone: 'bad' }
  if (borne.size > 0) return { word: 'conformant but for known breaches', tone: 'fair' }
  return open > 0
    ? { word: 'conformant as far as verified', tone: 'fair' }
    : { word: 'conformant', tone: 'good' }
}
