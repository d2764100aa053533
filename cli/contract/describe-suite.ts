import { clauses, counted } from '../../spec/index.ts'
import type { FinishedCheck, FinishedClause } from '../../contract-tests/report/model/finished-check.ts'

/**
 * The suite as a document: by section, each clause with its level, its requirement, and its checks with what they cost
 * and need. `checks` have run, for the costs are those that were seen: probes are shared, so a check pays only for those
 * that no check before it has sent.
 */
export function describeSuite(checks: readonly FinishedCheck[]): string {
  const sections = [...new Set(clauses.map(({ section }) => section))]
  const ofClauses = checks.filter((check) => check.kind === 'clause')
  const observing = checks.filter((check) => check.kind === 'open point')
  const total = `To observe ${counted(observing.length, 'open point')}: ${requestsOf(observing)} more. In all: ${requestsOf(checks)}.\n`
  return sections.map((section) => describeSection(section, ofClauses)).join('') + total
}

function requestsOf(checks: readonly FinishedCheck[]): string {
  return counted(
    checks.reduce((sum, check) => sum + costOf(check), 0),
    'request',
  )
}

function describeSection(section: string, checks: readonly FinishedClause[]): string {
  const own = clauses.filter((clause) => clause.section === section)
  const texts = own.map((clause) => {
    const its = checks.filter((check) => check.clause === clause.id)
    if (its.length === 0) return ''
    const lines = its.map(
      (check) => `    - ${check.aspect === '' ? 'as it stands' : check.aspect} (${termsOf(check)})\n`,
    )
    return `  ${clause.id} (${clause.level}) ${clause.text}\n${lines.join('')}`
  })
  const body = texts.join('')
  return body === '' ? '' : `${section}\n${body}\n`
}

function termsOf(check: FinishedClause): string {
  const { needs, evidence } = check
  const cost = costOf(check)
  const shared = evidence.length > 0 ? 'shared requests only' : 'no request'
  return [
    cost === 0 ? shared : counted(cost, 'request'),
    ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
  ].join('; ')
}

function costOf(check: FinishedCheck): number {
  return check.kind === 'second opinion' ? 0 : check.sent.length
}
