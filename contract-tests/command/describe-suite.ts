import { clauses } from '../../spec/index.ts'
import type { ListedTest } from '../list-tests.ts'

/** The suite as a document: by section, each clause with its level, its requirement, and its tests with what they need. */
export function describeSuite(tests: readonly ListedTest[]): string {
  const sections = [...new Set(clauses.map(({ section }) => section))]
  return sections.map((section) => describeSection(section, tests)).join('')
}

function describeSection(section: string, tests: readonly ListedTest[]): string {
  const own = clauses.filter((clause) => clause.section === section)
  const texts = own.map((clause) => {
    const listed = tests.filter((test) => test.clause === clause.id)
    if (listed.length === 0) return ''
    const lines = listed.map(({ title, needs }) => {
      const aspect = title.slice(clause.id.length + 1)
      const needed = needs.length === 0 ? '' : ` (needs ${needs.join(', ')})`
      return `    - ${aspect === clause.text ? 'as it stands' : aspect}${needed}\n`
    })
    return `  ${clause.id} (${clause.level}) ${clause.text}\n${lines.join('')}`
  })
  const body = texts.join('')
  return body === '' ? '' : `${section}\n${body}\n`
}
