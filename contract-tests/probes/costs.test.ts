import { expect, test } from 'vitest'
import { overlayFor } from '../proof/lawful.ts'
import { runOn, testService } from '../proof/test-service.ts'
import { costs } from '../proof/violations/limit.ts'
import type { Overlay } from '../proof/violations/service.ts'
import type { ClauseReport } from '../report/model/run-report.ts'

const creationsCostTwo = costs(2, ({ operation }) => operation === 'createPet')
const others = overlayFor('another client', 1)

async function limit3(overlay: Overlay): Promise<ClauseReport | undefined> {
  const { clauses } = await runOn(await testService(overlay, { mock: { pets: 50 } }), { only: ['LIMIT-3'] })
  return clauses.find(({ id }) => id === 'LIMIT-3')
}

test('an operation that costs more is a breach where nobody else uses the key', async () => {
  const report = await limit3(creationsCostTwo)
  expect(report?.verdict).toBe('broken')
  expect(report?.tests.find(({ breach }) => breach)?.breach).toMatchObject({
    expected: ['1 fewer with createPet, as with other requests'],
    actual: '2 fewer',
  })
})

test('it is warned of where others do', async () => {
  expect((await limit3((healthy) => others(creationsCostTwo(healthy))))?.verdict).toBe('warned')
})

test('others who use the key are warned of nothing', async () => {
  expect((await limit3(others))?.verdict).toBe('held')
})
