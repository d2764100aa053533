import { expect, test } from 'vitest'
import { runItem } from '../engine/run-suite.ts'
import { Run } from '../engine/run.ts'
import { isCheck } from '../engine/check.ts'
import { cellsOf, isAsked } from '../report/model/asked.ts'
import { runOn, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { asError, onReply } from '../../lab/proof/violations/mutate.ts'
import { suiteFor } from '../suite.ts'
import { classPairChecks } from './class-pairs.ts'
import { inputClassChecks } from './input-classes.ts'

const checks = [...inputClassChecks, ...classPairChecks]

const settings = settingsFor({
  baseUrl: 'http://pets.test/v1',
  secondBaseUrl: 'http://pets.test/staging/v1',
  key: 'free-demo-key',
  secondKey: 'free-demo-key-2',
  thorough: true,
})

test('each check of classes sends as many requests as its cost says, in a thorough run on our mock', async () => {
  const run = await Run.open(settings, await testService((healthy) => healthy, { mock: { pets: 50 } }))
  const costs: Record<string, number> = {}
  for (const item of suiteFor(settings)) {
    const { sent } = await runItem(item, run)
    if (isCheck(item) && checks.includes(item)) costs[`${item.id} ${item.aspect}`] = sent.length
  }
  expect(Object.fromEntries(checks.map(({ id, aspect, cost }) => [`${id} ${aspect}`, cost]))).toEqual(costs)
})

test.for([50, 130])(
  'a thorough run on our mock with %i pets leaves out no class, and no two kinds of them',
  async (pets) => {
    const { asked = [], totals } = await runOn(await testService((healthy) => healthy, { mock: { pets } }), {
      thorough: true,
    })
    expect(
      (['classes', 'in one request'] as const)
        .flatMap((kind) => cellsOf(asked, kind))
        .filter((cell) => !isAsked(cell)),
    ).toEqual([])
    expect(totals.broken).toBe(0)
  },
)

test('where each request with its values is refused before they are read, a check says so', async () => {
  const refuses = onReply(({ operation }) => operation === 'createPet', asError(403))
  const run = await Run.open(settings, await testService(refuses))
  const names = inputClassChecks.find(({ id }) => id === 'CREATE-2')
  const { result } = await runItem(names ?? expect.fail(), run)
  const missing = 'a request with values of the test that was not refused before they were read'
  expect(result).toEqual({
    kind: 'not verified',
    reason: `precondition missing: ${missing} (by 401, 403, 429 or 502 to 504)`,
  })
})
