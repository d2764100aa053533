import { clauses, counted } from '../../spec/index.ts'
import type { FinishedTest } from '../../contract-tests/report/model/finished-test.ts'

/**
 * The suite as a document: by section, each clause with its level, its requirement, and its tests with what they cost
 * and need. `tests` have run, for the costs are those that were seen: probes are shared, so a test pays only for those
 * that no test before it has sent.
 */
export function describeSuite(tests: readonly FinishedTest[]): string {
  const sections = [...new Set(clauses.map(({ section }) => section))]
  const observing = tests.filter(({ observation }) => observation)
  const total = `To observe ${counted(observing.length, 'open point')}: ${requestsOf(observing)} more. In all: ${requestsOf(tests)}.\n`
  return sections.map((section) => describeSection(section, tests)).join('') + total
}

function requestsOf(tests: readonly FinishedTest[]): string {
  return counted(
    tests.reduce((sum, test) => sum + costOf(test), 0),
    'request',
  )
}

function describeSection(section: string, tests: readonly FinishedTest[]): string {
  const own = clauses.filter((clause) => clause.section === section)
  const texts = own.map((clause) => {
    const its = tests.filter(({ finding }) => finding?.clause === clause.id)
    if (its.length === 0) return ''
    const lines = its.map((test) => {
      const aspect = test.title.slice(clause.id.length + 1)
      return `    - ${aspect === clause.text ? 'as it stands' : aspect} (${termsOf(test)})\n`
    })
    return `  ${clause.id} (${clause.level}) ${clause.text}\n${lines.join('')}`
  })
  const body = texts.join('')
  return body === '' ? '' : `${section}\n${body}\n`
}

function termsOf(test: FinishedTest): string {
  const { needs = [], evidence = [] } = test.finding ?? {}
  const cost = costOf(test)
  const shared = evidence.length > 0 ? 'shared requests only' : 'no request'
  return [
    cost === 0 ? shared : counted(cost, 'request'),
    ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
  ].join('; ')
}

function costOf({ finding, observation }: FinishedTest): number {
  return (finding ?? observation)?.sent.length ?? 0
}
