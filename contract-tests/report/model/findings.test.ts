import { expect, test } from 'vitest'
import type { ClauseId } from '../../../spec/clauses.ts'
import { exampleReport } from '../testing/example-report.ts'
import { findingsOf, seenIn } from './findings.ts'
import type { ReportedBreach, ReportedExchange, TestReport } from './run-report.ts'

function exchange(id: number, request: string, status = 200): ReportedExchange {
  const [method = '', path = ''] = request.split(' ')
  const curl = `curl -sSi -X ${method} 'https://api.example.com/v1${path}'`
  return { id, method, path, curl, caller: 'key', status, headers: {}, body: '' }
}

/** How the shapes of a breach are shown, and for which of them there is a command. */
function shown(
  exchanges: readonly ReportedExchange[],
  clause: ClauseId,
  breach: Omit<ReportedBreach, 'expected' | 'actual'>,
): readonly string[] {
  const seen = seenIn({ exchanges }, clause, { expected: ['a'], actual: 'b', ...breach })
  return seen.map(({ label, what, curl }) => `${label} ${what}${curl === undefined ? '' : ` | ${curl}`}`)
}

test('each shape of a breach that one exchange shows has a command', () => {
  const exchanges = [exchange(1, 'GET /pets', 500), exchange(2, 'GET /pets/1', 500)]
  const shapes = [1, 2].map((id) => ({ actual: 'b', exchanges: [id] }))
  expect(shown(exchanges, 'LIST-1', { exchange: 1, shapes })).toEqual([
    `seen GET /pets → 500 | ${exchanges[0]?.curl}`,
    `seen GET /pets/{petId} → 500 | ${exchanges[1]?.curl}`,
  ])
})

test('shapes that look alike in a report are one', () => {
  const exchanges = [1, 2, 3].map((id) => exchange(id, `GET /pets?limit=${id}`))
  const shapes = ['b', 'c', 'b'].map((actual, at) => ({ actual, exchanges: [at + 1] }))
  const breach = { expected: ['a'], actual: 'b', exchange: 1, shapes }
  expect(seenIn({ exchanges }, 'LIST-1', breach)).toMatchObject([
    { what: 'GET /pets → 200', where: '#1, #3', exchanges: [1, 3], curl: exchanges[0]?.curl },
    { what: 'GET /pets → 200: c', where: '#2' },
  ])
})

test('what shows a breach only together with another exchange has no command of its own', () => {
  const exchanges = [exchange(1, 'POST /pets', 201), exchange(2, 'GET /pets')]
  const shapes = [
    { actual: 'b', exchanges: [2] },
    { actual: 'pet 3, sold', exchanges: [1] },
  ]
  expect(shown(exchanges, 'LIST-7', { exchange: 2, steps: [1, 2], shapes })).toEqual([
    'seen GET /pets → 200',
    'with POST /pets → 201: pet 3, sold',
  ])
})

test('a request that is over the limit has no command that sends it alone', () => {
  const exchanges = [exchange(1, 'GET /pets', 429), exchange(2, 'GET /pets/1', 429), exchange(3, 'GET /pets')]
  const shapes = [1, 2].map((id) => ({ actual: 'b', exchanges: [id] }))
  expect(shown(exchanges, 'LIMIT-8', { exchange: 1, shapes })).toEqual([
    'seen GET /pets → 429',
    'seen GET /pets/{petId} → 429',
  ])
  const others = [3, 1].map((id) => ({ actual: 'b', exchanges: [id] }))
  expect(shown(exchanges, 'LIMIT-1', { exchange: 3, shapes: others })).toEqual([
    `seen GET /pets → 200 | ${exchanges[2]?.curl}`,
    'seen GET /pets → 429',
  ])
})

test('of several tests of a clause that found the same breach, the first is a finding', () => {
  const report = exampleReport()
  const [broken] = findingsOf(report, 'broken')
  const breach = broken?.test.breach
  const test = (title: string, difference: Partial<ReportedBreach>): TestReport => ({
    ...{ title, verdict: 'broken', milliseconds: 1, evidence: [] },
    breach: { expected: ['a'], actual: 'b', exchange: 1, ...breach, ...difference },
  })
  const repeated = { outcome: 'shown again', exchanges: [9] } as const
  const tests = [test('one', {}), test('same', { repeated }), test('other', { actual: 'something else' })]
  const clauses = report.clauses.map((clause) =>
    clause.id === broken?.clause.id ? { ...clause, tests } : clause,
  )
  const found = findingsOf({ ...report, clauses }, 'broken').map(({ test: { title } }) => title)
  expect(found.filter((title) => tests.some((one) => one.title === title))).toEqual(['one', 'other'])
})
