import { expect, it } from 'vitest'
import { clauses } from '../../../spec/clauses.ts'
import type { ClauseReport, KnownBreach, RunReport } from './run-report.ts'
import { adviceOf, conclusionOf, noteOf, seconds, verdictLine } from './conclusion.ts'
import { countUnverified, reasonsOf } from './findings.ts'
import type { Verdict } from './verdict.ts'
import { exampleReport, flawlessReport, totalsOf } from '../testing/example-report.ts'

// What the document requires of the service. Other clauses rest on standards, or bind the client.
const promises = clauses.filter(({ level, party }) => level === 'must' && party !== 'client').length

/** A flawless run, but with these verdicts on the first clauses. */
function runWith(verdicts: readonly Verdict[], changes: Partial<RunReport> = {}): RunReport {
  const clauses = flawlessReport().clauses.map((clause, index): ClauseReport => ({
    ...clause,
    verdict: verdicts[index] ?? 'held',
    tests: clause.tests.map((test) => ({ ...test, verdict: verdicts[index] ?? 'held' })),
  }))
  return flawlessReport({ clauses, totals: totalsOf(clauses), ...changes })
}

function breachThat(state: KnownBreach['state']): KnownBreach {
  return { clause: 'BASE-1', reason: 'x', until: '2027-01-31', state }
}

const all = flawlessReport().clauses.map((): Verdict => 'not verified')

it.each<[string, 'good' | 'fair' | 'bad', RunReport]>([
  ['conformant', 'good', runWith([])],
  ['conformant', 'good', runWith(['warned'])],
  ['conformant as far as verified', 'fair', runWith(['not verified'])],
  ['nothing verified', 'bad', runWith(all, { exitCode: 2 })],
  ['conformant but for known breaches', 'fair', runWith(['broken'], { known: [breachThat('still there')] })],
  ['not conformant', 'bad', runWith(['broken'], { exitCode: 1 })],
  ['not conformant', 'bad', runWith(['broken'], { exitCode: 1, known: [breachThat('expired')] })],
  [
    'not conformant',
    'bad',
    runWith(['broken', 'broken'], { exitCode: 1, known: [breachThat('still there')] }),
  ],
  ['known breaches out of date', 'bad', runWith([], { exitCode: 1, known: [breachThat('gone')] })],
  ['undecided', 'bad', runWith(['error'], { exitCode: 1 })],
])('%s (%s)', (word, tone, report) => {
  expect(conclusionOf(report)).toEqual({ word, tone })
  expect(verdictLine(report)).toMatch(new RegExp(`^${word}: `))
})

it('a run that verifies enough says how much of what its flags allow, as one that does not', () => {
  const report = runWith(['not verified'], { minVerified: 90 })
  const [among, held] = [`of ${all.length} clauses that the flags allow`, all.length - 1]
  expect(noteOf(report)).toMatch(
    new RegExp(
      `^Verified by all their tests: ${held} ${among}.* \\(9\\d %, and --min-verified asks for 90 %\\)\\.$`,
    ),
  )
  expect(adviceOf(report)).toBeUndefined()
  expect(noteOf({ ...report, minVerified: 0 })).toBeUndefined()
  expect(noteOf(runWith(['broken'], { exitCode: 1 }))).toBeUndefined()
})

it('a run that verifies too little names the same share as its reason does', () => {
  const report = runWith(
    all.map((verdict, at) => (at < 3 ? 'held' : verdict)),
    { exitCode: 2 },
  )
  const [, share] = /\((\d+ %), and --min-verified/.exec(adviceOf(report) ?? '') ?? []
  expect(share).toBeDefined()
  expect(verdictLine(report)).toContain(
    ` (${share} of ${all.length} clauses that the flags allow verified); `,
  )
})

it('a clause that no reply can show does not limit the conclusion', () => {
  const report = runWith(['not verified'])
  const clauses = report.clauses.map((clause) => ({
    ...clause,
    tests: clause.tests.map((test) => ({ ...test, ruledOutBy: 'a reply that shows it' })),
  }))
  expect(verdictLine({ ...report, clauses })).toMatch(/^conformant: \d+ of \d+ clauses held; 1 not verified /)
})

it('the verdict line has all counts', () => {
  expect(verdictLine(exampleReport())).toBe(
    `not conformant: 2 of ${all.length} clauses broken; ${all.length - 8} held, 1 warned, 4 not verified, 1 error (89 % of ${promises} promises of the document verified); 1 open point changed since the choices were saved; 62 requests in 0.7 s`,
  )
  expect(verdictLine(flawlessReport())).toBe(
    `conformant: ${all.length} of ${all.length} clauses held (100 % of ${promises} promises of the document verified); 1 open point changed since the choices were saved; 62 requests in 0.7 s`,
  )
})

it.for([
  [{ broken: 3 }, ', because connections broke'],
  [{ timedOut: 3 }, ', because they timed out'],
  [{ timedOut: 1, broken: 2 }, ', because 1 timed out and the connections of 2 broke'],
  [{}, ''],
] as const)('the verdict line says how many requests were sent again, and why: %o', ([why, text]) => {
  const requests = { ...flawlessReport().requests, sentAgain: 3, sentInAll: 66, ...why }
  const line = verdictLine(flawlessReport({ requests }))
  expect(line).toContain(`; 62 requests in 0.7 s, 3 of them sent again${text} (66 sent in all)`)
})

it('the verdict line counts the requests without a reply', () => {
  const lost = {
    after: 3,
    caller: 'key',
    method: 'GET',
    path: '/pets',
    curl: 'curl',
    why: 'it left',
  } as const
  expect(verdictLine(flawlessReport({ unanswered: [lost, lost] }))).toMatch(
    /; 64 requests in 0\.7 s, 2 of them without a reply$/,
  )
})

it('a few clauses are measured against the whole document', () => {
  const clauses = flawlessReport().clauses.slice(0, 1)
  expect(verdictLine(flawlessReport({ clauses, totals: totalsOf(clauses) }))).toContain(
    `1 of 1 clause held (2 % of ${promises} promises of the document verified)`,
  )
})

it.each([
  [0, '0.0 s'],
  [734, '0.7 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [125_400, '2 min 5 s'],
])('%d ms is %s', (milliseconds, text) => {
  expect(seconds(milliseconds)).toBe(text)
})

it('clauses that are not verified are counted as in the verdict, apart from partly verified ones', () => {
  const countOf = (...verdicts: readonly (readonly [whole: Verdict, first: Verdict])[]): string => {
    const report = runWith(verdicts.map(([whole]) => whole))
    const clauses = report.clauses.map((clause, at) => ({
      ...clause,
      tests: clause.tests.map((test) => ({ ...test, verdict: verdicts[at]?.[1] ?? 'held' })),
    }))
    const changed = { ...report, clauses }
    return countUnverified(changed, reasonsOf(changed))
  }
  expect(countOf(['not verified', 'not verified'])).toBe('1 clause')
  expect(countOf(['not verified', 'not verified'], ['broken', 'not verified'])).toBe(
    '1 clause, and parts of 1 more',
  )
  expect(countOf(['broken', 'not verified'])).toBe('parts of 1 clause')
})
