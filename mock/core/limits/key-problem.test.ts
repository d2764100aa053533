import { expect, test } from 'vitest'
import { demoKeys } from '../../../fixtures/keys.ts'
import { keyProblem } from './key-problem.ts'

test.for([
  ...demoKeys,
  { key: 'a', plan: 'free' },
  { key: 'abc.def_ghi-jkl~mno+pqr/stu==', plan: 'pro' },
  { key: 'x'.repeat(200), plan: 'business' },
  { key: 'custom', plan: 'enterprise' },
  { key: 'custom', plan: 'enterprise', perMinute: 1 },
  { key: 'custom', plan: 'enterprise', perMinute: 1_000_000_000, perDay: 1_000_000_000 },
])('nothing is wrong with $key on $plan', (spec) => {
  expect(keyProblem({ perMinute: undefined, perDay: undefined, ...spec })).toBeUndefined()
})

test.for([
  ['', 'free', 'A key is 1 to 200 letters'],
  ['with space', 'free', 'A key is 1 to 200 letters'],
  ['=at-the-beginning', 'free', 'A key is 1 to 200 letters'],
  ['line\n', 'free', 'A key is 1 to 200 letters'],
  ['ключ', 'free', 'A key is 1 to 200 letters'],
  ['x'.repeat(201), 'free', 'A key is 1 to 200 letters'],
  [7, 'free', 'A key is 1 to 200 letters'],
  [undefined, 'free', 'A key is 1 to 200 letters'],
  ['k', 'fre', 'There is no plan "fre". Did you mean free? The plans: free, pro, business, enterprise'],
  ['k', 'Free', 'There is no plan "Free". Did you mean free?'],
  ['k', 'constructor', 'There is no plan "constructor".'],
  ['k', undefined, 'There is no plan undefined.'],
] as const)('the key %j on plan %j has a problem: %s', ([key, plan, problem]) => {
  expect(keyProblem({ key, plan, perMinute: undefined, perDay: undefined })).toContain(problem)
})

test.for([
  [
    { plan: 'free', perMinute: 60, perDay: undefined },
    'The plan free has its own figures; perMinute goes with enterprise',
  ],
  [
    { plan: 'pro', perMinute: undefined, perDay: 5 },
    'The plan pro has its own figures; perDay goes with enterprise',
  ],
  [{ plan: 'enterprise', perMinute: 0, perDay: 5 }, 'perMinute must be a whole number from 1 to 1000000000'],
  [{ plan: 'enterprise', perMinute: 1.5, perDay: 5 }, 'perMinute must be a whole number'],
  [{ plan: 'enterprise', perMinute: 5, perDay: 1e10 }, 'perDay must be a whole number'],
  [{ plan: 'enterprise', perMinute: 5, perDay: '5' }, 'perDay must be a whole number'],
  [{ plan: 'enterprise', perMinute: Number.NaN, perDay: 5 }, 'perMinute must be a whole number'],
] as const)('the figures %j have a problem: %s', ([figures, problem]) => {
  expect(keyProblem({ key: 'k', ...figures })).toContain(problem)
})
