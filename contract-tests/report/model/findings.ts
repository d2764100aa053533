import { clauses, type ClauseId } from '../../../spec/clauses.ts'
import { counted, figure } from '../../../spec/wording.ts'
import { acceptedBreach } from './known-breaches.ts'
import { repeatOf, repetitionText, statusesText } from './repeat.ts'
import type {
  ClauseReport,
  KnownBreach,
  ReportedBreach,
  ReportedExchange,
  RunReport,
  TestReport,
} from './run-report.ts'

/** A breach of a clause with all that a reader needs. */
export interface Finding {
  readonly clause: ClauseReport
  readonly test: TestReport
  readonly expected: readonly string[]
  readonly actual: string
  /** `LIST-2 or LIST-5`: what may be broken instead of the clause; empty where nothing may. */
  readonly instead: string
  /** The exchange that shows it, where the report holds it. */
  readonly exchange: ReportedExchange | undefined
  /** The command that repeats it. */
  readonly repeat: string | undefined
  /** What to look for in its replies, where they are many. */
  readonly statuses: string | undefined
  /** What came of trying that command; `undefined` where the run tries none. */
  readonly tried: string | undefined
  /** All that show it, by shape; empty where that is the only one. */
  readonly seen: readonly Seen[]
  /** The accepted breach of the clause, if there is one. */
  readonly accepted: KnownBreach | undefined
}

/** The tests that found a breach, in the order of the document; of those of a clause that found the same one, the first. */
export function findingsOf(report: RunReport, verdict: 'broken' | 'warned'): readonly Finding[] {
  return report.clauses.flatMap((clause) =>
    clause.tests.flatMap((test): readonly Finding[] => {
      if (test.verdict !== verdict || !test.breach || sameBefore(test, clause)) return []
      const { expected, actual, exchange: id } = test.breach
      const exchange = report.exchanges.find((one) => one.id === id)
      const [accepted, seen] = [acceptedBreach(report, clause), seenIn(report, clause.id, test.breach)]
      const [instead, repeat] = [insteadOf(test.breach), repeatOf(report, clause.id, test.breach)]
      const [statuses, tried] = [statusesText(repeat), repetitionText(test.breach)]
      return [{ clause, test, expected, actual, instead, exchange, repeat, statuses, tried, seen, accepted }]
    }),
  )
}

/** The first test of a clause that found the same breach as a later one; `undefined` where none did. */
export function sameBefore(test: TestReport, { tests }: ClauseReport): TestReport | undefined {
  const { breach } = test
  if (breach === undefined) return undefined
  const same = tests.find((one) => one.breach && withoutRepetition(one.breach) === withoutRepetition(breach))
  return same === test ? undefined : same
}

/** A breach as text, without what came of trying its curl line. */
function withoutRepetition({ repeated: _of, ...breach }: ReportedBreach): string {
  return JSON.stringify(breach)
}

/** `LIST-2 or LIST-5`: the clauses that may be broken instead; empty where there are none. */
export function insteadOf({ alternatives = [] }: ReportedBreach): string {
  return alternatives.join(' or ')
}

/** The exchanges that break a clause in one way. */
export interface Seen {
  /** `POST /pets → 400`, and what was actual where the breach itself does not say so. */
  readonly what: string
  /** `with` where they are lawful by themselves, and show the breach together with the exchange that it is about. */
  readonly label: 'seen' | 'with'
  /** `#3, #7`, and of many how many more. */
  readonly where: string
  readonly exchanges: readonly number[]
  /**
   * Repeats the first of them; `undefined` where it does not show a breach alone, as far as is known, and where the run tries what it
   * prints, and has tried the command of the breach alone.
   */
  readonly curl: string | undefined
}

/** Where a breach was seen, where that is more than one exchange; what looks alike together. */
export function seenIn(
  report: Pick<RunReport, 'exchanges'>,
  clause: ClauseId,
  breach: ReportedBreach,
): readonly Seen[] {
  const { exchange, actual: usual, shapes = [], steps = [], repeated } = breach
  const find = (wanted: number | undefined): ReportedExchange | undefined =>
    report.exchanges.find(({ id }) => id === wanted)
  const isOfOne = steps.length === 0 && repeatOf(report, clause, breach) === find(exchange)?.curl
  const groups = shapes.map(({ actual, exchanges }) => {
    const first = find(exchanges[0])
    const request = first === undefined ? 'not in this report' : `${requestShape(first)} → ${first.status}`
    // A request is over the limit only after others.
    const isAlone = isOfOne && first?.status !== 429
    return {
      what: actual === usual ? request : `${request}: ${actual}`,
      label: exchanges.every((id) => id !== exchange && steps.includes(id)) ? 'with' : 'seen',
      exchanges,
      curl: isAlone && repeated === undefined ? first?.curl : undefined,
    } as const
  })
  // What a report leaves out may be all that distinguishes two.
  const alike = Map.groupBy(groups, ({ label, what }) => `${label} ${what}`)
  return [...alike.values()].flatMap(([first, ...others]): readonly Seen[] => {
    if (first === undefined) return []
    const exchanges = [first, ...others].flatMap((one) => one.exchanges)
    return [{ ...first, where: whereSeen(exchanges), exchanges }]
  })
}

/** `GET /pets/{petId}`: a request without what is asked for in particular. */
export function requestShape({ method, path }: Pick<ReportedExchange, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\?.*/s, '').replace(/^\/pets\/.*/s, '/pets/{petId}')}`
}

const MOST_NAMED = 10

function whereSeen(exchanges: readonly number[]): string {
  const named = exchanges.length > MOST_NAMED + 1 ? exchanges.slice(0, MOST_NAMED) : exchanges
  const more = exchanges.length - named.length
  return `${named.map((id) => `#${id}`).join(', ')}${more === 0 ? '' : ` and ${figure(more)} more`}`
}

/** The ids of all exchanges that show a breach. */
export function offenders({ exchange, shapes = [] }: ReportedBreach): readonly number[] {
  return [exchange, ...shapes.flatMap(({ exchanges }) => exchanges)]
}

/** The tests in which the suite itself failed, in the order of the document. */
export function faultsOf({
  clauses: reports,
}: RunReport): readonly { readonly clause: ClauseReport; readonly test: TestReport }[] {
  return reports.flatMap((clause) =>
    clause.tests.filter(({ verdict }) => verdict === 'error').map((test) => ({ clause, test })),
  )
}

/** A reason for which clauses could not be verified, with those clauses. */
export interface Reason {
  readonly reason: string
  readonly clauses: readonly HitClause[]
}

/** A clause, and how many of its tests a reason hit. */
export interface HitClause {
  readonly clause: ClauseReport
  readonly tests: number
}

/** Clauses that were not verified, by reason, in the order of the document. */
export function reasonsOf({ clauses: reports }: RunReport): readonly Reason[] {
  const reasons = new Map<string, HitClause[]>()
  for (const clause of reports) {
    const hit = clause.tests.filter(({ verdict }) => verdict === 'not verified')
    for (const [reason, tests] of Map.groupBy(hit, ({ detail = 'no reason given' }) => detail)) {
      reasons.set(reason, [...(reasons.get(reason) ?? []), { clause, tests: tests.length }])
    }
  }
  return Array.from(reasons, ([reason, hit]) => ({ reason, clauses: hit }))
}

/** `LIST-3`, or `LIST-3 (1 of 2 tests)` where the reason hit a part of it only. */
export function hitName({ clause, tests }: HitClause): string {
  return tests === clause.tests.length ? clause.id : `${clause.id} (${tests} of ${clause.tests.length} tests)`
}

/** `4 clauses, and parts of 1 more`: as many as the verdict counts, and those whose verdict is another for all that. */
export function countUnverified({ totals }: RunReport, reasons: readonly Reason[]): string {
  const hit = new Set(reasons.flatMap((reason) => reason.clauses.map(({ clause }) => clause)))
  const parts = [...hit].filter(({ verdict }) => verdict !== 'not verified').length
  const whole = totals['not verified']
  if (whole === 0) return `parts of ${counted(parts, 'clause')}`
  return `${counted(whole, 'clause')}${parts === 0 ? '' : `, and parts of ${parts} more`}`
}

/** The title of a test without what its clause says already; empty where the test has nothing to add. */
export function aspectOf({ title }: TestReport, { id, text }: Pick<ClauseReport, 'id' | 'text'>): string {
  const aspect = title.startsWith(`${id} `) ? title.slice(id.length + 1) : title
  return aspect === text ? '' : aspect
}

/** Where a requirement comes from: words of the document, or a general standard that asks for it. */
export type WhereFrom =
  | { readonly kind: 'document'; readonly section: string; readonly words: string }
  | { readonly kind: 'standard'; readonly name: string }

export function whereFrom({ id, section, source }: ClauseReport): WhereFrom {
  const isQuoted = clauses.find((clause) => clause.id === id)?.quote !== undefined
  return isQuoted ? { kind: 'document', section, words: source } : { kind: 'standard', name: source }
}
