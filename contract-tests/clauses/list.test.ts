import { expect, test } from 'vitest'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { TestReport } from '../report/model/run-report.ts'

async function cutAfterFiltering(statuses: readonly PetStatus[]): Promise<TestReport | undefined> {
  const pets = statuses.map((status, at) => ({ id: at + 1, name: 'Rex', categoryId: 1, status }))
  const service = await testService((healthy) => healthy, { mock: { pets } })
  const { clauses } = await runOn(service, { readOnly: true, exhaust: false, ban: false })
  const tests = clauses.flatMap((clause) => clause.tests)
  return tests.find(({ title }) => title.endsWith('the page is cut after filtering'))
}

const available = Array.from({ length: 12 }, () => 'available' as const)

test('that a page is cut after filtering is shown by pets of whatever status come behind others', async () => {
  const found = await cutAfterFiltering([...available, ...available.map(() => 'sold' as const)])
  expect(found?.verdict).toBe('held')
})

test('where all pets have one status, the service lacks what would show it', async () => {
  expect(await cutAfterFiltering(available)).toMatchObject({
    verdict: 'not verified',
    detail: 'precondition missing: a pet behind pets of another status',
    ruledOutBy: 'what the service itself lacks',
  })
})
