import type { ClauseId } from '../../spec/clauses.ts'
import { type Finding, wrongOf } from '../history/history.ts'
import type { Excused, Judgement } from '../history/judge.ts'
import { replyRules } from '../history/reply-rules.ts'
import { isOfGatewayStatus } from '../history/unavailable.ts'
import type { FinishedCheck, FinishedClause } from '../report/model/finished-check.ts'
import type { ReportedBreach } from '../report/model/run-report.ts'
import type { Exchange } from './exchange.ts'
import { reportBreach } from './reported-exchange.ts'
import { simplestFirst } from './simplest-first.ts'
import { breachBy, type Offence, OWN_ANSWER } from './verdicts.ts'

/** A clause that was asked about; whether it holds is known once all replies are judged. */
export interface AskedClause extends FinishedClause {
  /** Ids of the exchanges that could have shown the breach. */
  readonly asked: readonly number[]
}

export function isAsked(check: FinishedCheck): check is AskedClause {
  return 'asked' in check
}

/**
 * The verdicts on what was asked: each finding breaks the clause that it names, at the item of its aspect or else at one that
 * asked for its exchange, or of the clause as it stands. Another item of the clause that asked for it does not hold either. One that
 * none of these is about becomes an item of its own. What is excused by another clause does not hold, nor what a finding may break
 * instead of the clause that it is laid to, nor what others may have caused, nor what a wrong body may hide. What is wrong by a clause
 * that is established breaks only what asked for it.
 */
export function settle(
  asked: readonly AskedClause[],
  { findings: unreported, ofEstablished = [], excused, unsure }: Judgement,
  exchanges: readonly Exchange[],
): readonly FinishedClause[] {
  const findings = [...unreported, ...ofEstablished.filter((finding) => isAskedFor(finding, asked))]
  const byItem = Map.groupBy(findings, (finding) => itemOf(finding, asked))
  const wrong = [...findings.flatMap(wrongReply), ...exchanges.flatMap(unavailable)]
  const others = Map.groupBy(byItem.get(undefined) ?? [], ({ clause }) => clause)
  byItem.delete(undefined)
  const doubts = [
    ...unsure.map(({ finding, reason }): Doubt => ({
      clause: finding.clause,
      item: itemOf(finding, asked),
      reason,
    })),
    ...[...byItem.values(), ...others.values()].flatMap((together) => doubtsOf(together, asked)),
  ]
  const reasons = new Map(doubts.map(({ item, reason }) => [item, reason]))
  const own = asked.map((item) => {
    const contradicting = findings.filter((finding) => contradicts(finding, item))
    const all = new Set([...(byItem.get(item) ?? []), ...contradicting.filter((one) => breaks(one, item))])
    const known = settled(item, [...all], wrong, exchanges)
    const open = contradicting.length > 0 ? dependsOn(item.clause) : undefined
    return unless(known, excuseOf(item, excused) ?? reasons.get(item) ?? open)
  })
  const more = [...others].map(([clause, all]): AskedClause => ({
    ...TOGETHER,
    clause,
    result: { kind: 'held' },
    asked: all.flatMap(idsOf),
  }))
  const blamed = new Set(findings.map(({ clause }) => clause))
  const unasked = new Map(
    doubts.filter(({ item }) => item === undefined).map((one) => [one.clause, one.reason]),
  )
  const doubtful = [...unasked]
    .filter(([clause]) => !blamed.has(clause))
    .map(([clause, reason]) => unless({ ...TOGETHER, clause, result: { kind: 'held' } }, reason))
  return [
    ...own,
    ...more.map((item) => settled(item, others.get(item.clause) ?? [], [], exchanges)),
    ...doubtful,
  ]
}

/** What replies say of a clause together, whatever they were sent for. */
export const TOGETHER = {
  kind: 'clause',
  aspect: 'each reply fits its request and the other replies',
  needs: [],
  evidence: [],
  sent: [],
  milliseconds: 0,
} as const

function itemOf(finding: Finding, asked: readonly AskedClause[]): AskedClause | undefined {
  const { clause, aspect } = finding
  const own = asked.filter((item) => item.clause === clause)
  const wrong = wrongOf(finding)?.id
  const ofAspect = aspect === undefined ? undefined : own.find((item) => item.aspect === aspect)
  const ofExchange = own.find((item) => wrong !== undefined && !isOfRule(item) && item.asked.includes(wrong))
  // One that was not verified asked for what it sent, if for anything.
  const ofSender = own.find((item) => item.asked.length === 0 && item.sent.some(({ id }) => id === wrong))
  const ofWhole = own.find((item) => item.aspect === '' && item.ruledOutBy === undefined)
  return ofAspect ?? ofExchange ?? ofSender ?? ofWhole
}

const ofRules = new Set(replyRules.flatMap(({ clause, aspect }) => (aspect ? [`${clause} ${aspect}`] : [])))

/** Whether an item is about one fault of a reply by itself: its title would be false of any other finding. */
function isOfRule({ clause, aspect }: AskedClause): boolean {
  return ofRules.has(`${clause} ${aspect}`)
}

/** Whether the item of a finding has asked for the reply that is wrong. */
function isAskedFor(finding: Finding, asked: readonly AskedClause[]): boolean {
  const wrong = wrongOf(finding)?.id
  return wrong !== undefined && itemOf(finding, asked)?.asked.includes(wrong) === true
}

/** Whether a reply that an item asked for is wrong by its own clause. */
function contradicts(finding: Finding, item: AskedClause): boolean {
  const wrong = wrongOf(finding)?.id
  const isOwn = wrong !== undefined && item.asked.includes(wrong)
  return isOwn && finding.clause === item.clause && !isOfRule(item)
}

/** Whether a finding that contradicts an item breaks it: the clause as it stands, or what it asked of one pet; a list shows others too. */
function breaks(finding: Finding, { aspect }: AskedClause): boolean {
  return aspect === '' || (finding.aspect === '' && !Array.isArray(wrongOf(finding)?.json))
}

/** A reply that is wrong, so that it may not have shown something else. */
interface WrongReply {
  readonly id: number
  /** The clause that it breaks; `undefined` where it is no reply of the service. */
  readonly clause: ClauseId | undefined
  readonly isOfAnswer: boolean
}

/** A gateway may have answered in place of the service, which shows nothing of that. */
function unavailable(exchange: Exchange): readonly WrongReply[] {
  return isOfGatewayStatus(exchange) ? [{ id: exchange.id, clause: undefined, isOfAnswer: true }] : []
}

function wrongReply(finding: Finding): readonly WrongReply[] {
  const { clause, isOfAnswer = false } = finding
  const id = wrongOf(finding)?.id
  const isOfHeaders = /^(?:AUTH|BASE|ERROR|LIMIT)/.test(clause) && !isOfAnswer
  return id === undefined || isOfHeaders ? [] : [{ id, clause, isOfAnswer }]
}

function settled(
  { asked, ...item }: AskedClause,
  findings: readonly Finding[],
  wrong: readonly WrongReply[],
  exchanges: readonly Exchange[],
): FinishedClause {
  const breach = breachOf(findings, exchanges)
  if (breach) {
    const evidence = [...new Set([...item.evidence, ...findings.flatMap(idsOf)])]
    return { ...item, evidence, result: { kind: 'breach', breach } }
  }
  if (item.result.kind !== 'held') return item
  // A reply that is wrong for another reason could not have shown this: with its status nothing, with its body no body.
  const spoilt = new Map(
    wrong
      .filter(
        ({ clause, isOfAnswer }) => clause !== item.clause && (isOfAnswer || spoils(clause, item.clause)),
      )
      .map(({ id, clause }) => [id, clause === undefined ? NO_ANSWER : dependsOn(clause)]),
  )
  const [first, ...others] = asked.map((id) => spoilt.get(id))
  if (first === undefined || others.includes(undefined)) return item
  return { ...item, result: { kind: 'not verified', reason: first } }
}

/** Where an item holds but for replies that are wrong in just this by another breach: that it depends on this one. */
function excuseOf(item: AskedClause, excused: readonly Excused[]): string | undefined {
  const excuse = excused.find(({ clause, aspect }) => clause === item.clause && aspect === item.aspect)
  return excuse && dependsOn(excuse.cause)
}

function dependsOn(cause: ClauseId): string {
  return `depends on: ${cause}`
}

/** What may be broken, though it is not blamed. */
interface Doubt {
  readonly clause: ClauseId
  readonly item: AskedClause | undefined
  readonly reason: string
}

/** What findings would break if they were laid to one of the other clauses that explain them. */
function doubtsOf(findings: readonly Finding[], asked: readonly AskedClause[]): readonly Doubt[] {
  const alternatives = new Set(alternativesTo(findings))
  return findings.flatMap(({ aspect: _ofItsClause, ...finding }) =>
    finding.alternatives
      .filter((clause) => alternatives.has(clause))
      .map((clause) => ({
        clause,
        item: itemOf({ ...finding, clause }, asked),
        reason: dependsOn(finding.clause),
      })),
  )
}

/** The clauses that explain all findings of an item as well. */
function alternativesTo([first, ...others]: readonly Finding[]): readonly ClauseId[] {
  return (
    first?.alternatives.filter((clause) =>
      others.every((finding) => finding.alternatives.includes(clause)),
    ) ?? []
  )
}

/** What holds only if something else is to be blamed is not verified, nor is its clause. */
function unless(item: FinishedClause, reason: string | undefined): FinishedClause {
  if (reason === undefined || item.result.kind === 'breach' || item.result.kind === 'error') return item
  const { extra: _mayLack, result, ...needed } = item
  return { ...needed, result: result.kind === 'held' ? { kind: 'not verified', reason } : result }
}

const NO_ANSWER = `precondition missing: ${OWN_ANSWER}`

/** Whether a breach of one clause by a body leaves nothing to see of another one: of a list, what its pets are like is no matter. */
function spoils(broken: ClauseId | undefined, other: ClauseId): boolean {
  if (broken === undefined) return true
  if (/^(?:LIST-[24567]|DEPRECATION-3|AUTH-5|CREATE-6)$/.test(other))
    return /^(?:LIST|PET-[12]|DEPRECATION)/.test(broken)
  return !/^CREATE-[17]$/.test(broken) && /^(?:PET|CREATE-[27]|GET-1|DEPRECATION-1)/.test(other)
}

function idsOf({ steps }: Finding): readonly number[] {
  return steps.map(({ exchange }) => exchange.id)
}

/** What a finding shows beside the first one; with what it expects, where that is something of another kind, or the first expects as much. */
function besides(first: Finding, { expected, actual }: Finding): string {
  const kindOf = (text: string): string => text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+/g, '')
  const isClear = kindOf(expected) === kindOf(first.expected) && !first.expected.startsWith(actual)
  return isClear ? actual : `${actual}; expected: ${expected}`
}

function isOfRefusal(finding: Finding): boolean {
  return wrongOf(finding)?.status === 429
}

/**
 * The breach that findings of one clause show: that of the simplest, with the exchanges of all others. What takes a spent quota comes after
 * what does not, which anyone can ask for again, and as the run came to it.
 */
function breachOf(findings: readonly Finding[], exchanges: readonly Exchange[]): ReportedBreach | undefined {
  const [first, ...others] = [
    ...simplestFirst(
      findings.filter((finding) => !isOfRefusal(finding)),
      exchanges,
    ),
    ...findings.filter(isOfRefusal),
  ]
  if (first === undefined) return undefined
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const offence = (id: number | undefined, actual: string): readonly Offence[] => {
    const exchange = byId.get(id ?? 0)
    return exchange === undefined ? [] : [{ actual, exchange }]
  }
  const wrong = wrongOf(first)
  const breach = breachBy(first.expected, [
    ...offence(wrong?.id, first.actual),
    ...first.steps.flatMap(({ exchange, shows }) =>
      exchange.id === wrong?.id ? [] : offence(exchange.id, shows),
    ),
    ...others.flatMap((finding) => offence(wrongOf(finding)?.id, besides(first, finding))),
  ])
  if (breach === undefined) return undefined
  const alternatives = alternativesTo(findings)
  const steps = idsOf(first)
  return {
    ...reportBreach(breach),
    ...(steps.length > 1 && { steps }),
    ...(first.lacks !== undefined && { lacks: first.lacks }),
    ...(alternatives.length > 0 && { alternatives }),
  }
}
