import { expect, test } from 'vitest'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { onHeader, reads } from '../../lab/proof/violations/mutate.ts'

test.for([
  { sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', verdict: 'held' },
  { sunset: 'Thu, 05 Dec 2030 23:59:59 GMT', verdict: 'held' },
  { sunset: 'Wed, 04 Dec 2030 23:00:00 GMT', verdict: 'held' },
  { sunset: 'Wed, 04 Dec 2030 00:00:00 GMT', verdict: 'warned' },
  { sunset: 'Fri, 06 Dec 2030 00:00:00 GMT', verdict: 'warned' },
])('of a Sunset at $sunset, DEPRECATION-4 is $verdict', async ({ sunset, verdict }) => {
  const { clauses } = await runOn(await testService(onHeader(reads, 'sunset', sunset), PLAIN), { ban: false })
  expect(clauses.find(({ id }) => id === 'DEPRECATION-4')?.verdict).toBe(verdict)
})
