import { printable } from '../../../spec/wording.ts'
import type { Assumption } from './run-report.ts'

/** An assumption that nothing could contradict, and that rests under every verdict. */
export function assumption(text: string): Assumption {
  return { text, clauses: [], contradictedBy: [] }
}

export function isContradicted({ contradictedBy }: Assumption): boolean {
  return contradictedBy.length > 0
}

const MOST_NAMED = 6

/** Its sentence; `Contradicted by #12, #14 and 3 more: what rests on it in LIMIT-5, LIMIT-7 is not verified.` where it is. */
export function assumptionText({ text, clauses, contradictedBy }: Assumption): string {
  if (contradictedBy.length === 0) return printable(text)
  const named = contradictedBy.slice(0, MOST_NAMED).map((id) => `#${id}`)
  const more = contradictedBy.length - named.length
  const where = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `${printable(text)} Contradicted by ${where}: what rests on it in ${clauses.join(', ')} is not verified.`
}
