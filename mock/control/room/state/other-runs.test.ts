import { expect, it } from 'vitest'
import { startMock } from '../../../index.ts'
import { ControlClient } from '../../../client/control-client.ts'
import { otherRuns } from './other-runs.ts'

it('runs of others are found by their keys, each with its clients in their order, and neither own nor other keys', async () => {
  await using mock = await startMock({ port: 0, pets: 0 })
  for (const key of [
    'polite-demo-ab12',
    'naive-demo-ab12',
    'backoff-demo-zz99',
    'naive-demo-own1',
    'naive-demo-key',
  ])
    mock.keys.add({ key, plan: 'free' })
  const keys = await new ControlClient(`${mock.origin}/_mock`).world('default').keys.list()
  const runs = otherRuns(keys, (key) => key === 'naive-demo-own1')
  const found = runs.map((clients) => clients.map(({ client, state }) => [client, state.key]))
  expect(found).toHaveLength(2)
  expect(found).toContainEqual([['backoff', 'backoff-demo-zz99']])
  expect(found).toContainEqual([
    ['naive', 'naive-demo-ab12'],
    ['polite', 'polite-demo-ab12'],
  ])
})
