import { clauses } from '../../../spec/clauses.ts'
import type { RecordedExchange } from '../../../contract-tests/history/history.ts'
import { rateLimitOf } from '../../../contract-tests/history/headers.ts'
import { judge } from '../../../contract-tests/history/judge.ts'
import { Recorder } from '../../../contract-tests/history/recorder.ts'
import { replyRules } from '../../../contract-tests/history/reply-rules.ts'
import type { Answered } from './service-story.ts'

/** The promises of the document. What general standards ask, a lawful choice of the mock may leave out. */
const musts = new Set(clauses.filter(({ level }) => level === 'must').map(({ id }) => id))

/** How exchanges are judged. */
export interface Judgement {
  /** Others may use the same keys past what was recorded. */
  readonly keysAreShared: boolean
  /** Whether the exchanges are judged together, too. */
  readonly together: boolean
}

/** Each broken promise in a part of a world's story, as one line. */
export function findingsIn(
  answered: readonly Answered[],
  { keysAreShared, together }: Judgement,
): readonly string[] {
  const recorder = new Recorder()
  const exchanges = answered.map(({ after, request, reply, sent, received }, at) =>
    recorder.record({ id: at + 1, after, sent, received }, request, reply),
  )
  const alone = exchanges.flatMap(findingsOf)
  if (!together) return alone.map(({ text }) => text)
  const findings = judge({
    // Without limits, for which a shared store is not asked, each reply shows the whole quota.
    exchanges: keysAreShared ? exchanges.filter((one) => !showsWholeQuota(one)) : exchanges,
    discredited: new Set(alone.map(({ id }) => id)),
    ...(keysAreShared && { sharedKeys: new Set(exchanges.map(({ probe }) => probe.caller)) }),
  })
  const contradictions = findings.map(({ clause, expected, steps }) => {
    const shown = steps.map(({ exchange, shows }) => `${nameOf(exchange)}: ${shows}`)
    return `${clause}: expected ${expected}; actual ${shown.join('; ')}`
  })
  return [...alone.map(({ text }) => text), ...contradictions]
}

function showsWholeQuota(exchange: RecordedExchange): boolean {
  const { limit, remaining } = rateLimitOf(exchange)
  return remaining === limit
}

function findingsOf(exchange: RecordedExchange): readonly { readonly id: number; readonly text: string }[] {
  return replyRules
    .filter(({ clause, concerns }) => musts.has(clause) && concerns(exchange))
    .flatMap(({ clause, expected, fault }) => {
      const actual = fault(exchange)
      const text = `${clause}: expected ${expected}; actual ${nameOf(exchange)}: ${actual}`
      return actual === undefined ? [] : [{ id: exchange.id, text }]
    })
}

function nameOf({ id, probe: { method, path, caller }, status }: RecordedExchange): string {
  return `#${id} ${method} ${path} with ${caller} ${status}`
}
