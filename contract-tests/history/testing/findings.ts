import type { ClauseId } from '../../../spec/clauses.ts'
import { type Finding, type History, type RecordedExchange, type Rule, wrongOf } from '../history.ts'
import { historyOf } from '../judge.ts'
import { story, type Scene } from './story.ts'

/** What a rule finds in a story, as `reported` has it. */
export type Row = readonly [what: string, scenes: readonly Scene[], findings: readonly string[]]

/**
 * Each finding in one line: its clauses, the likeliest first; what was expected, and what came; what each exchange shows, and which
 * reply is wrong, where that is not the last one.
 */
export function reported(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => {
    const { clause, alternatives, expected, actual, steps } = finding
    const wrong = wrongOf(finding)?.id
    const shown = steps.map(({ exchange, shows }) => `#${exchange.id} ${shows}`)
    const isLast = wrong === steps.at(-1)?.exchange.id
    const seen = [...shown, ...(isLast ? [] : [`#${wrong} is wrong`])].join('; ')
    return `${[clause, ...alternatives].join(' or ')}: expected ${expected}; actual ${actual} (${seen})`
  })
}

/** What a rule finds in a story in which nobody else changes pets, unless it is said otherwise. */
export function found(rule: Rule, scenes: readonly Scene[], more: Partial<History> = {}): readonly string[] {
  const history = historyOf({ exchanges: story(...scenes), ...more })
  return reported(rule({ ...history, changedPets: new Map(), ...more }))
}

/** The clauses of each finding, the likeliest first. */
export function clausesIn(findings: readonly Finding[]): readonly (readonly ClauseId[])[] {
  return findings.map(({ clause, alternatives }) => [clause, ...alternatives])
}

/** The one exchange of a story. */
export function exchangeOf(scene: Scene): RecordedExchange {
  const [exchange] = story(scene)
  if (exchange === undefined) throw new Error('a scene has one exchange')
  return exchange
}
