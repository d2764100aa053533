import { expect, test } from 'vitest'
import { runItem } from '../engine/run-suite.ts'
import { Run } from '../engine/run.ts'
import { isCheck } from '../engine/check.ts'
import { cellsOf, isAsked } from '../report/model/asked.ts'
import { runOn, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { suiteFor } from '../suite.ts'
import { inputClassChecks } from './input-classes.ts'

const settings = settingsFor({
  baseUrl: 'http://pets.test/v1',
  secondBaseUrl: 'http://pets.test/staging/v1',
  key: 'free-demo-key',
  secondKey: 'free-demo-key-2',
  thorough: true,
})

test('a thorough run asks every class, each with one request where nothing else asks it', async () => {
  const run = await Run.open(settings, await testService((healthy) => healthy, { mock: { pets: 50 } }))
  const costs: Record<string, number> = {}
  for (const item of suiteFor(settings)) {
    const { sent } = await runItem(item, run)
    if (isCheck(item) && inputClassChecks.includes(item)) costs[`${item.id} ${item.aspect}`] = sent.length
  }
  expect(
    Object.fromEntries(inputClassChecks.map(({ id, aspect, cost }) => [`${id} ${aspect}`, cost])),
  ).toEqual(costs)
})

test('on our mock a thorough run leaves no class out', async () => {
  const { asked = [], totals } = await runOn(
    await testService((healthy) => healthy, { mock: { pets: 50 } }),
    {
      thorough: true,
    },
  )
  expect(cellsOf(asked, 'classes').filter((cell) => !isAsked(cell))).toEqual([])
  expect(totals.broken).toBe(0)
})
