import { expect, test } from 'vitest'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import { listsNothing } from '../testing/degenerate.ts'

test('a breach that takes several exchanges names them in their order', async () => {
  const report = await runOn(await testService(listsNothing))
  const breaches = report.clauses.flatMap(({ tests }) => tests.flatMap(({ breach }) => breach ?? []))
  const steps = breaches.flatMap(({ steps }) => steps ?? [])
  expect(steps.length).toBeGreaterThan(1)
  for (const { steps = [], exchange, shapes = [] } of breaches) {
    expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    if (steps.length > 0)
      expect([exchange, ...shapes.flatMap((shape) => shape.exchanges)]).toEqual(
        expect.arrayContaining([...steps]),
      )
  }
})
