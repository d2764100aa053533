import { choosable } from '../../../spec/choices.ts'
import { clauses, type Clause, type ClauseId } from '../../../spec/clauses.ts'
import { reportClause } from '../model/build-report.ts'
import type { ClauseReport, KnownBreach, ObservedChoice, RunReport, TestReport } from '../model/run-report.ts'
import { countVerdicts } from '../model/verdict.ts'
import { exampleAsked } from './example-asked.ts'
import { exampleExchanges, hostile } from './example-exchanges.ts'

/** A whole run against a service with a few defects, with every verdict in it and hostile strings in its replies. */
export function exampleReport(changes: Partial<RunReport> = {}): RunReport {
  const reports = clauses.filter(({ party }) => party !== 'client').map(reportOf)
  return { ...base, clauses: reports, totals: totalsOf(reports), ...changes }
}

/** The same run against a service with nothing wrong. */
export function flawlessReport(changes: Partial<RunReport> = {}): RunReport {
  const reports = clauses
    .filter(({ party }) => party !== 'client')
    .map((clause) => reportClause(clause, [heldTest(clause)], exampleAsked))
  const quiet = {
    known: [],
    secondOpinions: [{ tool: 'prism', findings: [] }],
    exitCode: 0,
    leftOut: [],
    assumptions: [],
  } as const
  return { ...base, ...quiet, clauses: reports, totals: totalsOf(reports), ...changes }
}

/** The same run against a service that makes one blank of two, and never answers one request. */
export function reportOfBlanks(): RunReport {
  const breach = { expected: ['name "  ", as sent'], actual: 'name " "', exchange: 3 }
  const test: TestReport = { title: 'LIST-3 two blanks', verdict: 'broken', breach, evidence: [3] }
  const request = { method: 'POST', path: '/pets', body: '{"name":"  "}', caller: 'key' } as const
  const report = exampleReport({ unanswered: [{ ...request, after: 1, curl: 'curl', why: 'it ended' }] })
  const withTest = (clause: ClauseReport): ClauseReport =>
    clause.id === 'LIST-3' ? { ...clause, tests: [test] } : clause
  return { ...report, gaveUp: true, clauses: report.clauses.map(withTest) }
}

/** Counts the clauses by verdict. */
export function totalsOf(reports: readonly ClauseReport[]): RunReport['totals'] {
  return countVerdicts(reports.map(({ verdict }) => verdict))
}

const noSecondKey = 'precondition missing: a second key (--second-key-env)'

const unusual: Partial<Record<ClauseId, readonly TestReport[]>> = {
  'LIST-3': [
    { title: 'LIST-3 the smallest limit', verdict: 'held', evidence: [2] },
    {
      title: 'LIST-3 the largest limit',
      verdict: 'broken',
      breach: { expected: ['status 200'], actual: 'status 400', exchange: 3 },
      evidence: [3],
    },
  ],
  'CREATE-4': [
    {
      title: 'CREATE-4 a categoryId outside int64',
      verdict: 'broken',
      breach: {
        expected: ['status 400', 'status 413', 'status 415'],
        actual: `status 201, and ${Object.values(hostile).join(' ')}`,
        exchange: 5,
      },
      evidence: [4, 5],
    },
    {
      title: 'CREATE-4 a status outside the enumeration',
      verdict: 'broken',
      breach: {
        expected: ['status 400'],
        actual: 'status 201',
        exchange: 6,
        shapes: [
          { actual: 'status 201', exchanges: [6, 5] },
          { actual: 'status 400 in 200', exchanges: [7] },
        ],
      },
      evidence: [4, 5, 6, 7],
    },
    { title: 'CREATE-4 a name that is a number', verdict: 'held', evidence: [4] },
  ],
  'AUTH-6': [
    {
      title: 'AUTH-6 A 401 carries a WWW-Authenticate header with the Bearer scheme.',
      verdict: 'warned',
      breach: { expected: ['WWW-Authenticate: Bearer'], actual: 'WWW-Authenticate missing', exchange: 7 },
      evidence: [7],
    },
  ],
  'LIMIT-6': [
    {
      title: 'LIMIT-6 no request is served when none is left',
      verdict: 'not verified',
      detail: 'wait too long: 1,000 requests in a day are more than --max-requests allows (60)',
      evidence: [],
    },
    { title: 'LIMIT-6 the day is spoken of', verdict: 'held', evidence: [2] },
  ],
  'LIMIT-11': [
    { title: 'LIMIT-11 to the same address', verdict: 'not verified', detail: noSecondKey, evidence: [] },
  ],
  'LIMIT-12': [
    {
      title: 'LIMIT-12 the key is served again',
      verdict: 'not verified',
      detail: 'unsafe here: it bans the key for a while (--ban)',
      evidence: [],
    },
  ],
  'BASE-2': [
    {
      title: 'BASE-2 a list',
      verdict: 'not verified',
      detail: 'precondition missing: the second base address (--second-base-url)',
      evidence: [],
    },
  ],
  'DEPRECATION-3': [
    {
      title: 'DEPRECATION-3 a pet of this run',
      verdict: 'error',
      detail: "Cannot read properties of undefined (reading 'id')",
      evidence: [8],
    },
  ],
}

const knownBreaches: readonly KnownBreach[] = [
  { clause: 'LIST-3', reason: 'PETS-118, a proxy caps the limit', until: '2027-01-31', state: 'still there' },
  { clause: 'ERROR-2', reason: `PETS-97 ${hostile.script}`, until: '2027-03-01', state: 'gone' },
]

const base = {
  baseUrl: 'https://staging.pets.example.com/v1',
  startedAt: '2026-11-20T10:31:00.250Z',
  milliseconds: 734,
  choices: choosable.map(({ id, question, default: usual }, index): ObservedChoice => {
    if (id === 'ban') return { id, question, variant: undefined, detail: 'unsafe here: --ban', evidence: [] }
    if (id === 'list-order') return { id, question, variant: 'newest', before: 'oldest', evidence: [2, 3] }
    if (id === 'longest-name') return { id, question, variant: 'at-most-80', evidence: [4] }
    if (id === 'limit-not-a-number') {
      return { id, question, variant: 'other', detail: `a page of 7 ${hostile.script}`, evidence: [2] }
    }
    return { id, question, variant: usual, evidence: index % 3 === 0 ? [2] : [1, 4] }
  }),
  exchanges: exampleExchanges,
  requests: { sent: 62, admitted: 60, refused: 2 },
  created: ['101', '102', '9007199254740993', '9223372036854775807'],
  perhaps: ['#12, which was answered 500'],
  mark: 'ct-5f3a',
  leftOut: ['LIST-2 a page of 2'],
  asked: exampleAsked,
  assumptions: [
    { text: 'No one else used the first key.', clauses: ['LIMIT-5', 'LIMIT-7'], contradictedBy: [2, 3] },
    { text: 'No one removed or changed pets.', clauses: ['LIST-7', 'GET-1'], contradictedBy: [] },
  ],
  known: knownBreaches,
  secondOpinions: [
    { tool: 'prism', findings: [{ exchange: 5, message: `response.body.name ${hostile.image}` }] },
    { tool: 'dredd', findings: [] },
  ],
  minVerified: 50,
  gaveUp: false,
  exitCode: 1,
} as const satisfies Partial<RunReport>

function reportOf(clause: Clause): ClauseReport {
  return reportClause(clause, unusual[clause.id] ?? [heldTest(clause)], exampleAsked)
}

function heldTest({ id, text }: Clause): TestReport {
  return { title: `${id} ${text}`, verdict: 'held', evidence: [1, 2] }
}
