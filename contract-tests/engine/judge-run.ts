import { areaOf, type ClauseId } from '../../spec/clauses.ts'
import { type Finding, wrongOf } from '../history/history.ts'
import { historyOf, judgeWhole } from '../history/judge.ts'
import { offenders } from '../report/model/findings.ts'
import { verdictOf, type FinishedCheck, type FinishedClause } from '../report/model/finished-check.ts'
import type { Exchange } from './exchange.ts'
import { reportBreach } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { breachBy, type Breach, type Offence } from './verdicts.ts'

/** A clause's stimulus that was asked; what was answered is judged once all is asked. */
export interface AskedClause extends FinishedClause {
  /** Ids of the exchanges that could have shown the breach. */
  readonly asked: readonly number[]
}

export function isAsked(check: FinishedCheck): check is AskedClause {
  return 'asked' in check
}

/**
 * Judges all exchanges of a run as one history. Resolves what was asked, and adds a check for each finding whose clause
 * nothing was asked of.
 */
export function judgeRun(run: Run, finished: readonly FinishedCheck[]): readonly FinishedClause[] {
  const asked = finished.filter(isAsked)
  const findings = findingsOf(run, finished)
  const byItem = Map.groupBy(findings, (finding) => itemOf(finding, asked, finished))
  const wrong = findings.flatMap((finding) => {
    const { clause, isOfAnswer = false } = finding
    const id = wrongOf(finding)?.id
    return id === undefined || (/^(?:AUTH|BASE|ERROR|LIMIT)/.test(clause) && !isOfAnswer)
      ? []
      : [{ id, clause, isOfAnswer }]
  })
  const own = asked.map((item) => settled(item, byItem.get(item) ?? [], wrong, run))
  const reported = new Set(finished.flatMap((check) => (check.kind === 'clause' ? [check.clause] : [])))
  const others = Map.groupBy(byItem.get(undefined) ?? [], ({ clause }) => clause)
  const more = [...others].flatMap(([clause, all]) => (reported.has(clause) ? asCheck(clause, all, run) : []))
  return [...own, ...more]
}

function findingsOf(
  { session, settings, quotaSetAfter }: Run,
  finished: readonly FinishedCheck[],
): readonly Finding[] {
  const breaches = finished.flatMap((check) =>
    check.kind === 'clause' && check.result.kind === 'breach' && verdictOf(check) === 'broken'
      ? [{ clause: check.clause, exchanges: offenders(check.result.breach) }]
      : [],
  )
  const history = historyOf({
    exchanges: session.exchanges,
    quotaSetAfter,
    discredited: new Set(breaches.flatMap(({ exchanges }) => exchanges)),
    givenKeys: new Set(['key', 'second key']),
    ownNames: settings.mark,
  })
  const areas = new Set(breaches.map(({ clause }) => areaOf(clause)))
  const findings = judgeWhole(history, new Set(breaches.map(({ clause }) => clause)))
  // What a check has found broken in an area may explain what several replies there contradict.
  return findings.filter(
    ({ clause, alternatives, aspect }) =>
      aspect !== undefined || ![clause, ...alternatives].some((one) => areas.has(areaOf(one))),
  )
}

/** The stimulus that a finding belongs to: of its aspect, or one that asked for its last exchange, or the first of its clause. */
function itemOf(
  finding: Finding,
  asked: readonly AskedClause[],
  _finished: readonly FinishedCheck[],
): AskedClause | undefined {
  const { clause, aspect } = finding
  const own = asked.filter((item) => item.clause === clause)
  const last = wrongOf(finding)?.id
  const ofAspect = aspect === undefined ? undefined : own.find((item) => item.aspect === aspect)
  const ofExchange = own.find((item) => last !== undefined && item.asked.includes(last))
  return ofAspect ?? ofExchange ?? own.find(({ ruledOutBy }) => ruledOutBy === undefined) ?? own[0]
}

interface WrongReply {
  readonly id: number
  readonly clause: ClauseId
  readonly isOfAnswer: boolean
}

function settled(
  { asked, ...item }: AskedClause,
  findings: readonly Finding[],
  wrong: readonly WrongReply[],
  run: Run,
): FinishedClause {
  const breach = breachOf(findings, run.session.exchanges)
  if (breach) {
    const evidence = [...new Set([...item.evidence, ...findings.flatMap(idsOf)])]
    return { ...item, evidence, result: { kind: 'breach', breach: run.redact(reportBreach(breach)) } }
  }
  if (item.result.kind !== 'held') return item
  // A reply that is wrong for another reason could not have shown this: with its status nothing, with its body no body.
  const spoilt = new Map(
    wrong
      .filter(
        ({ clause, isOfAnswer }) => clause !== item.clause && (isOfAnswer || spoils(clause, item.clause)),
      )
      .map(({ id, clause }) => [id, clause]),
  )
  const [first, ...others] = asked.map((id) => spoilt.get(id))
  if (first === undefined || others.includes(undefined)) return item
  return { ...item, result: { kind: 'not verified', reason: `depends on: ${first}` } }
}

/** Whether a breach of one clause by a body leaves nothing to see of another one: of a list, what its pets are like is no matter. */
function spoils(broken: ClauseId, other: ClauseId): boolean {
  if (/^(?:LIST-[24567]|DEPRECATION-3|AUTH-5|CREATE-6)$/.test(other))
    return /^(?:LIST|PET-[12]|DEPRECATION)/.test(broken)
  return /^(?:PET|CREATE-[27]|GET-1|DEPRECATION-1)/.test(other)
}

function idsOf({ steps }: Finding): readonly number[] {
  return steps.map(({ exchange }) => exchange.id)
}

function asCheck(clause: ClauseId, findings: readonly Finding[], run: Run): readonly FinishedClause[] {
  const breach = breachOf(findings, run.session.exchanges)
  const [first] = findings
  if (breach === undefined || first === undefined) return []
  return [
    {
      kind: 'clause',
      clause,
      aspect: aspectOf(first),
      needs: [],
      result: { kind: 'breach', breach: run.redact(reportBreach(breach)) },
      evidence: findings.flatMap(idsOf),
      sent: [],
      milliseconds: 0,
    },
  ]
}

/** The breach that findings of one clause show: that of the first, with the exchanges of all others. */
export function breachOf(findings: readonly Finding[], exchanges: readonly Exchange[]): Breach | undefined {
  const [first, ...others] = findings
  if (first === undefined) return undefined
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const offence = (id: number | undefined, actual: string): readonly Offence[] => {
    const exchange = byId.get(id ?? 0)
    return exchange === undefined ? [] : [{ actual, exchange }]
  }
  const wrong = wrongOf(first)
  return breachBy(first.expected, [
    ...offence(wrong?.id, first.actual),
    ...first.steps.flatMap(({ exchange, shows }) =>
      exchange.id === wrong?.id ? [] : offence(exchange.id, shows),
    ),
    ...others.flatMap((finding) => offence(wrongOf(finding)?.id, finding.actual)),
  ])
}

/** The title of the check that a finding belongs to. */
export function aspectOf({ alternatives }: Pick<Finding, 'alternatives'>): string {
  const or = alternatives.length === 0 ? '' : ` (or the cause is ${alternatives.join(' or ')})`
  return `each reply fits its request and the other replies${or}`
}
