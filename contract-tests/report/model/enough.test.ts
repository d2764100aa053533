import { expect, it } from 'vitest'
import type { RunReport, UnansweredRequest } from './run-report.ts'
import { conclusionOf } from './conclusion.ts'
import { seenOf, shortfallOf } from './enough.ts'
import { withKnownBreaches } from './known-breaches.ts'
import { buildReport } from './build-report.ts'
import type { CheckResult, FinishedClause } from './finished-check.ts'

const facts = {
  baseUrl: 'https://pets.example.com/v1',
  mark: 'ct-5f3a',
  left: { created: [], perhaps: [] },
  startedAt: new Date(Date.UTC(2026, 10, 20)),
  milliseconds: 1,
  gaveUp: false,
  leftOut: [],
  minVerified: 50,
}
const breach = { expected: ['status 200'], actual: 'status 400', exchange: 1 }
const refused: CheckResult = {
  kind: 'not verified',
  reason: 'budget spent: the service refuses with 429 still',
}

function check(clause: FinishedClause['clause'], result: CheckResult, ruledOutBy?: string): FinishedClause {
  const rest = { aspect: '', needs: [], evidence: [], sent: [], milliseconds: 1 }
  return { kind: 'clause', clause, result, ...rest, ...(ruledOutBy !== undefined && { ruledOutBy }) }
}

it('tests that the flags rule out are not counted; a clause is verified when all other tests are', () => {
  const report = buildReport(
    [
      check('LIST-3', { kind: 'held' }),
      check('LIST-3', refused),
      check('LIST-4', { kind: 'breach', breach }),
      check('LIMIT-7', { kind: 'held' }),
      check('LIMIT-7', refused, 'a ban'),
      check('LIMIT-9', refused, 'going over the limit'),
      check('LIMIT-8', { kind: 'held' }, 'going over the limit'),
    ],
    facts,
  )
  expect(seenOf(report)).toEqual({ verified: 3, of: 4, classes: { asked: 0, of: 0 }, percent: 75 })
})

it('a verified clause counts for the share of its classes that was asked, but for those left out', () => {
  const cells = [
    { name: '1', requests: 2, clauses: ['LIST-3'] as const },
    { name: '19', requests: 0, clauses: ['LIST-3'] as const },
    { name: '99', requests: 0, clauses: ['LIST-3'] as const, leftOut: 'the key’s minute is too short' },
    { name: 'empty', requests: 0 },
  ]
  const asked = [{ kind: 'classes', of: 'listPets', input: 'limit', cells }] as const
  const report = buildReport([check('LIST-3', { kind: 'held' }), check('LIST-4', { kind: 'held' })], {
    ...facts,
    asked,
    minVerified: 90,
  })
  expect(seenOf(report)).toEqual({ verified: 2, of: 2, classes: { asked: 1, of: 2 }, percent: 75 })
  expect(shortfallOf(report)?.advice).toContain(
    'Verified by all their tests: 2 of 2 clauses that the flags allow, with 1 of 2 classes of values (75 %, and --min-verified asks for 90 %)',
  )
})

it('a run with too little evidence says why, and what to do', () => {
  const report = buildReport(
    [check('BASE-1', { kind: 'held' }), check('LIST-3', refused), check('LIST-4', refused)],
    facts,
  )
  expect(shortfallOf(report)?.advice).toBe(
    'Verified by all their tests: 1 of 3 clauses that the flags allow (33 %, and --min-verified asks for 50 %). In the way of 2 tests: “budget spent: the service refuses with 429 still”. Wait until the key has requests left, or give another one.',
  )
})

it.for([
  ['--max-requests allows 9', 'Allow more requests.'],
  ['--max-created allows 2', 'Allow more pets.'],
])('where the budget of a flag is spent, a run says to allow more: %s', ([spent, remedy]) => {
  const reason = `budget spent: ${spent}`
  const report = buildReport([check('LIST-3', { kind: 'not verified', reason })], facts)
  expect(shortfallOf(report)?.advice).toMatch(new RegExp(`${reason}”\\. ${remedy}$`))
})

it.for([
  ['the second base address (--second-base-url)', 'Give the run what it lacks.'],
  [
    'refusals that end together',
    'No flag gives that. If it was missing by chance, another run may show it; if not, let --min-verified ask for less.',
  ],
])('where %s is missing, a run says what helps', ([missing, remedy]) => {
  const reason = `precondition missing: ${missing}`
  const [held, open] = [check('LIST-4', { kind: 'held' }), check('LIST-3', { kind: 'not verified', reason })]
  const report = buildReport([held, open], { ...facts, minVerified: 60 })
  expect(shortfallOf(report)?.advice).toContain(`In the way of 1 test: “${reason}”. ${remedy}`)
})

it.for([
  [
    'precondition missing: a 405',
    undefined,
    'No flag gives that. If it was missing by chance, another run may show it.',
  ],
  [
    'precondition missing: a reply that states the version',
    'a reply that shows it',
    'No reply of any service can show it.',
  ],
  [
    'wait too long: 4 years are needed until getPet is removed, 150 s are left of --max-wait',
    'the day of the removal',
    'No flag allows that; without an address, the suite shows it on a mock of its own.',
  ],
  [
    'budget spent: it would take the quota of a whole day',
    'a day’s quota',
    'No flag allows that; without an address, the suite shows it on a mock of its own.',
  ],
  ['wait too long: 60 s are needed, 0 s are left of --max-wait', undefined, 'Allow a longer wait.'],
] as const)(
  'a run that verifies nothing, because of “%s”, says what helps',
  ([reason, ruledOutBy, remedy]) => {
    const report = buildReport([check('BASE-4', { kind: 'not verified', reason }, ruledOutBy)], facts)
    expect(shortfallOf(report)?.advice).toMatch(new RegExp(`: “${reason}”\\. ${remedy}$`))
  },
)

it('a run whose flags rule out every test says so', () => {
  const reason = 'unsafe here: it would use the whole quota (--exhaust)'
  const unsafe: CheckResult = { kind: 'not verified', reason }
  const report = buildReport([check('LIMIT-9', unsafe, 'going over the limit')], facts)
  expect(report.exitCode).toBe(2)
  expect(shortfallOf(report)).toEqual({
    word: 'nothing verified',
    advice: `The flags allow none of these clauses to be verified. In the way of 1 test: “${reason}”. Allow it where it is safe.`,
  })
})

it('a run of which no clause is verified says so, although what is missing is exempt from the percentage', () => {
  const reason = 'precondition missing: the whole list: it shows with fewer than 100 pets'
  const lacking = check('LIST-2', { kind: 'not verified', reason }, 'what the service itself lacks')
  const report = buildReport([check('LIST-2', { kind: 'held' }), lacking], facts)
  expect(report.exitCode).toBe(2)
  expect(shortfallOf(report)).toEqual({
    word: 'nothing verified',
    advice: `Verified by all their tests: 0 of 1 clause that the flags allow. In the way of 1 test: “${reason}”. No flag gives that: the service itself lacks it.`,
  })
  const others = [check('LIST-2', { kind: 'held' }), lacking, check('LIST-3', { kind: 'held' })]
  expect(buildReport(others, { ...facts, minVerified: 100 }).exitCode).toBe(0)
})

it('a run does not pass if the service stopped answering, even if all breaches are accepted', () => {
  const breaches = [{ clause: 'LIST-4', reason: 'pages of 25', until: '2027-01-31' }] as const
  const checks = [check('LIST-3', { kind: 'held' }), check('LIST-4', { kind: 'breach', breach })]
  const held = (gaveUp: boolean): RunReport =>
    withKnownBreaches(buildReport(checks, { ...facts, gaveUp }), breaches)
  expect([held(false).exitCode, held(true).exitCode]).toEqual([0, 2])
  expect(conclusionOf(held(true)).word).toBe('not finished: the service has stopped answering')
})

it('a run does not pass if the service never answers some requests, but for two', () => {
  const request = (path: string, after: number): UnansweredRequest => ({
    ...{ after, caller: 'key', method: 'GET', path, curl: 'curl', why: 'it ended the connection' },
  })
  const unanswered = [request('/pets', 1), request('/pets?limit=20', 4), request('/pets?limit=7', 9)]
  const reportOf = (lost: readonly UnansweredRequest[]): RunReport =>
    buildReport([check('GET-1', { kind: 'held' })], { ...facts, unanswered: lost })
  expect(shortfallOf(reportOf(unanswered))).toEqual({
    word: 'not all answered',
    advice:
      'GET /pets and 2 other requests, all to listPets, got no reply in three tries each, while the service answered others (it ended the connection). Most tests read a list first, and need it. Look into its log for what happens there.',
  })
  const lacking: readonly FinishedClause[] = [
    check('GET-1', { kind: 'held' }),
    check('LIST-2', { kind: 'not verified', reason: 'unreachable: it ended' }),
  ]
  expect(shortfallOf(buildReport(lacking, { ...facts, minVerified: 60, unanswered }))?.advice).toMatch(
    /asks for 60 %\)\. GET \/pets and 2 other requests, all to listPets, got no reply .* Look into its log/,
  )
  const several = [...unanswered.slice(1), request('/pets/7', 1)]
  expect(shortfallOf(reportOf(several))?.advice).toMatch(/^GET \/pets\?limit=20 and 2 other requests got no/)
  expect(reportOf(unanswered).exitCode).toBe(2)
  expect(reportOf(unanswered.slice(1)).exitCode).toBe(0)
})
