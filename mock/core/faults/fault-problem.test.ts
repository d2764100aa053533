import { expect, test } from 'vitest'
import { faultProblem } from './fault-problem.ts'
import type { FaultSpec } from './faults.ts'

const BROKEN = { effect: { kind: 'status', status: 503 } } as const

test.for<FaultSpec>([
  { effect: { kind: 'delay', from: 0, to: 0 } },
  { effect: { kind: 'delay', from: 100, to: 600_000 } },
  { effect: { kind: 'status', status: 400 } },
  { effect: { kind: 'status', status: 599 } },
  { effect: { kind: 'cut', at: 'mid-body' } },
  { effect: { kind: 'not-json' } },
  { effect: { kind: 'trickle', over: 600_000 } },
  { ...BROKEN, probability: 0, times: 1, seconds: 0.5, operation: 'getPet', key: 'free-demo-key' },
  { ...BROKEN, probability: 1 },
])('nothing is wrong with %j', (spec) => {
  expect(faultProblem(spec)).toBeUndefined()
})

test.for<readonly [FaultSpec, string]>([
  [{ effect: { kind: 'delay', from: 2, to: 1 } }, 'A delay'],
  [{ effect: { kind: 'delay', from: -1, to: 1 } }, 'A delay'],
  [{ effect: { kind: 'delay', from: 0, to: 600_001 } }, 'A delay'],
  [{ effect: { kind: 'delay', from: 0.5, to: 1 } }, 'A delay'],
  [{ effect: { kind: 'delay', from: 0, to: Infinity } }, 'A delay'],
  [{ effect: { kind: 'trickle', over: -1 } }, 'A body trickles'],
  [{ effect: { kind: 'trickle', over: Number.NaN } }, 'A body trickles'],
  [{ effect: { kind: 'status', status: 200 } }, 'The status of a fault'],
  [{ effect: { kind: 'status', status: 600 } }, 'The status of a fault'],
  [{ effect: { kind: 'status', status: 429 } }, 'A 429 is no fault'],
  [{ effect: { kind: 'status', status: 500.5 } }, 'The status of a fault'],
  [{ ...BROKEN, probability: 1.1 }, 'A probability'],
  [{ ...BROKEN, probability: -0.1 }, 'A probability'],
  [{ ...BROKEN, probability: Number.NaN }, 'A probability'],
  [{ ...BROKEN, times: 0 }, 'A number of times'],
  [{ ...BROKEN, times: 1.5 }, 'A number of times'],
  [{ ...BROKEN, seconds: 0 }, 'A time to heal'],
  [{ ...BROKEN, seconds: -1 }, 'A time to heal'],
])('%j has a problem: %s', ([spec, problem]) => {
  expect(faultProblem(spec)).toContain(problem)
})
