import type { RunReport } from '../../contract-tests/index.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { isBroken, isRefusable } from './judge.ts'
import { isContradicted } from './judge-several.ts'
import { asReported, replay, type Replayed } from './replay.ts'
import { wordsOf } from './shape-words.ts'

/** A breach that a report claims, with the exchanges that show it. */
export interface Claim {
  readonly clause: ClauseId
  readonly test: string
  readonly expected: string
  readonly actual: string
  readonly exchanges: readonly number[]
}

/** The result of replaying a claim. */
export interface Judgement {
  readonly isReplayed: boolean
  /** Whether each of its exchanges shows a breach; `undefined` if only a person can judge that. */
  readonly isTrue: boolean | undefined
}

export type JudgedClaim = Claim & Judgement

/** Every claim of a breach in a report. */
export function listClaims({ clauses }: RunReport): readonly Claim[] {
  return clauses.flatMap(({ id: clause, tests }) =>
    tests.flatMap(({ title: test, verdict, breach }): readonly Claim[] => {
      if (verdict !== 'broken' || breach === undefined) return []
      const { shapes = [{ actual: breach.actual, exchanges: [breach.exchange] }], steps = [] } = breach
      const expected = breach.expected.join(', or ')
      // The other steps are what it contradicts, and no breach.
      const others = new Set(steps.filter((id) => id !== breach.exchange))
      return shapes
        .map((shape) => ({ ...shape, exchanges: shape.exchanges.filter((id) => !others.has(id)) }))
        .filter(({ exchanges }) => exchanges.length > 0)
        .map(({ actual, exchanges }) => {
          const { own, due } = wordsOf(actual, expected)
          return { clause, test, expected: due, actual: own, exchanges }
        })
    }),
  )
}

/**
 * Replays a whole run, line by line, against a mock that was started again, so that each claim meets the state of the run, and
 * judges the claims by the replies. `acceptsReported`: a reply of the run itself counts too. Creations that the service must
 * refuse are replayed last: the pets that they create must not prove another claim.
 */
export async function replayRun(
  report: RunReport,
  acceptsReported: boolean,
): Promise<readonly JudgedClaim[]> {
  const claims = listClaims(report)
  const judged = new Map<Claim, Judgement[]>(claims.map((claim) => [claim, []]))
  const [last, first] = partition(report.exchanges, ({ curl }) => isRefusable(curl))
  for (const exchange of [...first, ...last]) {
    const replies = [await replay(exchange.curl)]
    const about = [...judged].filter(([claim]) => claim.exchanges.includes(exchange.id))
    if (about.length > 0) replies.push(await replay(exchange.curl))
    if (acceptsReported) replies.push(asReported(exchange))
    for (const [{ clause }, judgements] of about) judgements.push(judge(clause, replies))
  }
  return Array.from(judged, ([claim, judgements]) => {
    const one = report.exchanges.find(({ id }) => id === claim.exchanges[0])
    const isTrue = one && isContradicted(claim.expected, claim.actual, one, report)
    return { ...claim, ...combine(judgements), ...(isTrue !== undefined && { isTrue }) }
  })
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

function combine(judgements: readonly Judgement[]): Judgement {
  const isReplayed = judgements.length > 0 && judgements.every((one) => one.isReplayed)
  const answers = judgements.map(({ isTrue }) => isTrue)
  return {
    isReplayed,
    isTrue: answers.includes(false) ? false : answers.includes(undefined) ? undefined : isReplayed,
  }
}

/** Judges a claim by the replies to one curl line, the replayed ones first. */
function judge(clause: ClauseId, replies: readonly (Replayed | undefined)[]): Judgement {
  const [first, again = first] = replies
  if (first === undefined || again === undefined) return { isReplayed: false, isTrue: false }
  const answers = replies.map((reply) => reply && isBroken(clause, reply, again))
  return { isReplayed: true, isTrue: answers.includes(true) ? true : answers[0] }
}
