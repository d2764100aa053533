import { expect, test } from 'vitest'
import { createMock } from '../../fetch/index.ts'
import type { FaultSpec } from '../faults/faults.ts'
import { withSettings } from './laid-over.ts'
import { checkSnapshot } from './snapshot.ts'

test.for<readonly [what: string, saved: FaultSpec, laid: FaultSpec, count: number]>([
  [
    'the same delay',
    { effect: { kind: 'delay', from: 300, to: 300 } },
    { effect: { kind: 'delay', from: 300 } },
    1,
  ],
  [
    'each time',
    { effect: { kind: 'status', status: 503 }, probability: 1, after: 0 },
    { effect: { kind: 'status', status: 503 } },
    1,
  ],
  ['another delay', { effect: { kind: 'delay', from: 300 } }, { effect: { kind: 'delay', from: 301 } }, 2],
])('a fault that does what one of the world does is not laid over it: %s', async ([, saved, laid, count]) => {
  await using mock = createMock({ faults: [saved] })
  const world = checkSnapshot(mock.snapshot())
  expect(withSettings(world, { faults: [laid] }, 0).faults).toHaveLength(count)
})
