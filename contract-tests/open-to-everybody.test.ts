// An operation that is served to whoever asks, with or without a key.
import { expect, test } from 'vitest'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { PLAIN, runOn, testService } from '../lab/proof/test-service.ts'
import { FIRST, SECOND, keyOf, onRequest, withHeaders } from '../lab/proof/violations/mutate.ts'
import type { RunReport } from './report/model/run-report.ts'
import { findingsOf } from './report/model/findings.ts'

const SPARE = { key: 'another-key-of-the-service', plan: 'enterprise' } as const

/** Reads a pet for everybody. */
const open = onRequest(
  (request) => request.operation === 'getPet' && ![FIRST, SECOND].includes(keyOf(request) ?? ''),
  (request) => withHeaders(request, { authorization: `Bearer ${SPARE.key}` }),
)

async function reported(): Promise<RunReport> {
  const keys = [FIRST, SECOND].map((key) => ({ key, plan: 'free' as const }))
  const mock = { ...PLAIN.mock, keys: [...keys, SPARE] }
  return runOn(await testService(open, { ...PLAIN, mock }), { exhaust: false, ban: false })
}

test('it is shown by requests without a key', async () => {
  const report = await reported()
  expect(clausesThatAre('broken', report)).toEqual(['AUTH-2'])
  const findings = findingsOf(report, 'broken')
  expect(findings.map(({ test: { title } }) => title)).toContain('AUTH-2 getPet without a key')
  for (const { test: broken, exchange } of findings) {
    expect(broken.breach?.expected).toEqual(['401: no key was sent'])
    expect(exchange?.curl).toMatch(/^curl -sSi -X GET '[^ ]*\/pets\/\d+'$/)
  }
})

test('what depends on a clause depends on none that holds', async () => {
  const report = await reported()
  const details = report.clauses.flatMap(({ tests }) => tests.map(({ detail = '' }) => detail))
  const causes = details.flatMap((detail) => /^depends on: (.*)/.exec(detail)?.[1] ?? [])
  expect(causes).not.toEqual([])
  const held: readonly string[] = clausesThatAre('held', report)
  expect(causes.filter((cause) => held.includes(cause))).toEqual([])
})
