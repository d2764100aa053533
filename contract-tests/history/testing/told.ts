import type { ClauseId } from '../../../spec/clauses.ts'
import { type Finding, type RecordedExchange, wrongOf } from '../history.ts'
import { story, type Scene } from './story.ts'

/** A finding in lines: its clauses, the likeliest first; what was expected and what came; what each exchange shows. */
export interface Told {
  readonly clauses: readonly ClauseId[]
  readonly expected: string
  readonly actual: string
  readonly steps: readonly string[]
  /** The exchange whose reply is wrong. */
  readonly wrong: number | undefined
}

export function told(findings: readonly Finding[]): readonly Told[] {
  return findings.map((finding) => ({
    clauses: [finding.clause, ...finding.alternatives],
    expected: finding.expected,
    actual: finding.actual,
    steps: finding.steps.map(({ exchange, shows }) => `#${exchange.id} ${shows}`),
    wrong: wrongOf(finding)?.id,
  }))
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
