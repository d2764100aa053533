import type { RunReport } from '../../contract-tests/index.ts'
import { isActualTrue, isDetailTrue, isExpectedTrue } from './check-actual.ts'
import { isReasonTrue } from './check-reasons.ts'
import { wordsOf } from './shape-words.ts'

/** A sentence of a report, and whether it is so; `undefined` where no rule reads it. */
export interface Statement {
  readonly text: string
  readonly isTrue: boolean | undefined
}

/** What a report says in words: what replies show, why something was not verified, and how open points are settled. */
export function statementsOf(report: RunReport): readonly Statement[] {
  return [...ofBreaches(report), ...ofReasons(report), ...ofChoices(report)]
}

function ofBreaches({ clauses, exchanges }: RunReport): readonly Statement[] {
  const tests = clauses.flatMap((clause) => clause.tests)
  return tests.flatMap(({ title, breach }): readonly Statement[] => {
    if (breach === undefined) return []
    const expected = breach.expected.join(', or ')
    const shapes = [{ actual: breach.actual, exchanges: [breach.exchange] }, ...(breach.shapes ?? [])]
    const seen = shapes.map(({ actual, exchanges: [id = 0] }): Statement => {
      const one = exchanges.find((exchange) => exchange.id === id)
      const before = exchanges.filter((exchange) => exchange.id < id)
      const { own, due } = wordsOf(actual, expected)
      return {
        text: `${title}: actual ${actual} (#${id})`,
        isTrue: one !== undefined && isActualTrue(own, due, one, before),
      }
    })
    return [...seen, { text: `${title}: expected ${expected}`, isTrue: isExpectedTrue(expected, exchanges) }]
  })
}

function ofReasons(report: RunReport): readonly Statement[] {
  const tests = report.clauses.flatMap((clause) => clause.tests)
  const unverified = tests.filter(
    ({ verdict, ruledOutBy }) => verdict === 'not verified' && ruledOutBy === undefined,
  )
  const unseen = report.choices.filter(({ variant }) => variant === undefined)
  const reasons = [
    ...unverified.map(({ title, detail = '' }) => ({ title, detail })),
    ...unseen.map(({ id, detail = '' }) => ({ title: id, detail })),
  ]
  return reasons.map(({ title, detail }) => ({
    text: `${title}: ${detail}`,
    isTrue: isReasonTrue(detail, report),
  }))
}

function ofChoices({ choices, exchanges }: RunReport): readonly Statement[] {
  return choices.flatMap(({ id, variant, detail }) =>
    variant === undefined || detail === undefined
      ? []
      : [{ text: `${id}: ${variant}, ${detail}`, isTrue: isDetailTrue(detail, exchanges) }],
  )
}
