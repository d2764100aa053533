import type { RunReport } from '../../contract-tests/index.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { isBroken, isRefusable } from './judge.ts'
import { asReported, replay, type Replayed } from './replay.ts'

/** A breach that a report claims, with every exchange that is to show it. */
export interface Claim {
  readonly clause: ClauseId
  readonly test: string
  readonly expected: string
  readonly actual: string
  readonly exchanges: readonly number[]
}

/** What came of replaying a claim. */
export interface Judgement {
  readonly isReplayed: boolean
  /** Whether each of its exchanges shows a breach; `undefined` where only a person can tell. */
  readonly isTrue: boolean | undefined
}

export type JudgedClaim = Claim & Judgement

/** Every claim of a breach in a report. */
export function claimsOf({ clauses }: RunReport): readonly Claim[] {
  return clauses.flatMap(({ id: clause, tests }) =>
    tests.flatMap(({ title: test, verdict, breach }): readonly Claim[] => {
      if (verdict !== 'broken' || breach === undefined) return []
      const { shapes = [{ actual: breach.actual, exchanges: [breach.exchange] }] } = breach
      const expected = breach.expected.join(', or ')
      return shapes.map(({ actual, exchanges }) => ({ clause, test, expected, actual, exchanges }))
    }),
  )
}

/**
 * Replays a whole run, line by line, against a mock that was started anew, so that each claim meets the state that it met
 * before, and judges the claims by what comes back; where a mock answers by chance, also by what came at the time. Creations
 * that ought to have been refused come last.
 */
export async function replayRun(report: RunReport, isByChance: boolean): Promise<readonly JudgedClaim[]> {
  const claims = claimsOf(report)
  const judged = new Map<Claim, Judgement[]>(claims.map((claim) => [claim, []]))
  const [last, first] = partition(report.exchanges, ({ curl }) => isRefusable(curl))
  for (const exchange of [...first, ...last]) {
    const replies = [await replay(exchange.curl)]
    const about = [...judged].filter(([claim]) => claim.exchanges.includes(exchange.id))
    if (about.length > 0) replies.push(await replay(exchange.curl))
    if (isByChance) replies.push(asReported(exchange))
    for (const [{ clause }, judgements] of about) judgements.push(judge(clause, replies))
  }
  return Array.from(judged, ([claim, judgements]) => ({ ...claim, ...together(judgements) }))
}

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))]
}

function together(judgements: readonly Judgement[]): Judgement {
  const isReplayed = judgements.length > 0 && judgements.every((one) => one.isReplayed)
  const words = judgements.map(({ isTrue }) => isTrue)
  return {
    isReplayed,
    isTrue: words.includes(false) ? false : words.includes(undefined) ? undefined : isReplayed,
  }
}

/** Judges a claim by the replies to one line, the replayed ones first. */
function judge(clause: ClauseId, replies: readonly (Replayed | undefined)[]): Judgement {
  const [first, again = first] = replies
  if (first === undefined || again === undefined) return { isReplayed: false, isTrue: false }
  const words = replies.map((reply) => reply && isBroken(clause, reply, again))
  return { isReplayed: true, isTrue: words.includes(true) ? true : words[0] }
}
