import { expect, test } from 'vitest'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import { errors, onHeader, onJson } from '../../lab/proof/violations/mutate.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'
import { findingsOf } from '../report/model/findings.ts'

/** The requests that a report shows first of a broken clause, in their order. */
async function shownFirst(overlay: Overlay, clause: string): Promise<readonly string[]> {
  const report = await runOn(await testService(overlay))
  return findingsOf(report, 'broken')
    .filter((finding) => finding.clause.id === clause)
    .map(({ exchange }) => `${exchange?.method} ${exchange?.path} ${exchange?.status}`)
}

test('what every error shows is shown first by the shortest request without a body', async () => {
  const lacks = onHeader(errors, 'x-ratelimit-limit', undefined)
  expect(await shownFirst(lacks, 'LIMIT-1')).toEqual(['GET /pets 401'])
})

test('a clause that is broken as a whole is shown before its sides', async () => {
  const numbers = onJson(errors, (error) => ({ ...error, code: 7 }))
  const [first, ...others] = await shownFirst(numbers, 'ERROR-1')
  expect(first).toBe('GET /pets 401')
  expect(others.length).toBeGreaterThan(0)
})
