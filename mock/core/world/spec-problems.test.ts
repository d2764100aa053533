import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { demoKeys } from '../../../fixtures/keys.ts'
import { customPlanIds, planIds } from '../../../spec/plans.ts'
import { faultProblem, keyProblem, NOT_TO_BE_SET } from './spec-problems.ts'

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

const KEY = 'key must be 1 to 200 letters (a to z), digits and any of -._~+/, with = at its end only'

test.for([
  ['', 'free', KEY],
  ['with space', 'free', KEY],
  ['=at-the-beginning', 'free', KEY],
  ['line\n', 'free', KEY],
  ['ключ', 'free', KEY],
  ['x'.repeat(201), 'free', KEY],
  [7, 'free', 'key must be a string'],
  [undefined, 'free', 'key is required, as in {"key":"team-a-key","plan":"pro"}'],
  ['k', 'fre', `plan must be one of ${planIds.join(', ')}. Did you mean free?`],
  ['k', 'Free', `plan must be one of ${planIds.join(', ')}. Did you mean free?`],
  ['k', 'constructor', `plan must be one of ${planIds.join(', ')}`],
  ['k', undefined, 'plan is required, as in {"key":"team-a-key","plan":"pro"}'],
] as const)('the key %j on plan %j has a problem: %s', ([key, plan, problem]) => {
  expect(keyProblem({ key, plan, perMinute: undefined, perDay: undefined })).toBe(problem)
})

test.for([
  [
    { plan: 'free', perMinute: 60 },
    `The plan free has its own figures; perMinute goes with ${customPlanIds.join(' or ')}`,
  ],
  [
    { plan: 'pro', perDay: 5 },
    `The plan pro has its own figures; perDay goes with ${customPlanIds.join(' or ')}`,
  ],
  [{ plan: 'enterprise', perMinute: 0, perDay: 5 }, 'perMinute must be >= 1'],
  [{ plan: 'enterprise', perMinute: 1.5, perDay: 5 }, 'perMinute must be an integer'],
  [{ plan: 'enterprise', perMinute: 5, perDay: 1e10 }, 'perDay must be <= 1000000000'],
  [{ plan: 'enterprise', perMinute: 5, perDay: '5' }, 'perDay must be an integer'],
  [{ plan: 'enterprise', perMinute: Number.NaN, perDay: 5 }, 'perMinute must be an integer'],
] as const)('the figures %j have a problem: %s', ([figures, problem]) => {
  expect(keyProblem({ key: 'k', ...figures })).toBe(problem)
})

const BROKEN = { effect: { kind: 'status', status: 503 } } as const

test.for([
  { effect: { kind: 'delay', from: 0, to: 0 } },
  { effect: { kind: 'delay', from: 100, to: 600_000 } },
  {
    effect: {
      kind: 'status',
      status: 200,
      body: '[{}]',
      headers: { 'X-Any': 'é', 'Content-Type': 'text/html' },
    },
  },
  { effect: { kind: 'status', status: 599, headers: { Empty: '' } } },
  { effect: { kind: 'status', status: 429, headers: { 'Retry-After': 'soon' } } },
  { effect: { kind: 'status', status: 304 } },
  { effect: { kind: 'cut', at: 'mid-body' } },
  { effect: { kind: 'not-json' } },
  { effect: { kind: 'trickle', over: 600_000 } },
  { ...BROKEN, probability: 0, times: 1, after: 2, seconds: 0.5, operation: 'getPet', key: 'free-demo-key' },
  { ...BROKEN, probability: 1 },
])('nothing is wrong with %j', (spec) => {
  expect(faultProblem(spec)).toBeUndefined()
})

test.for<readonly [object, string]>([
  [{ effect: { kind: 'delay', from: 2, to: 1 } }, 'effect.to must be >= 2, which is effect.from'],
  [{ effect: { kind: 'delay', from: -1, to: 1 } }, 'effect.from must be >= 0'],
  [{ effect: { kind: 'delay', from: 0, to: 600_001 } }, 'effect.to must be <= 600000'],
  [{ effect: { kind: 'delay', from: 0.5, to: 1 } }, 'effect.from must be an integer'],
  [{ effect: { kind: 'delay', from: 0, to: Infinity } }, 'effect.to must be <= 600000'],
  [{ effect: { kind: 'trickle', over: Number.NaN } }, 'effect.over must be an integer'],
  [{ effect: { kind: 'status', status: 199 } }, 'effect.status must be >= 200'],
  [{ effect: { kind: 'status', status: 600 } }, 'effect.status must be <= 599'],
  [{ effect: { kind: 'status', status: 429 } }, 'A 429 is no fault'],
  [{ effect: { kind: 'status', status: 204, body: 'x' } }, 'A 204 has no body'],
  [
    { effect: { kind: 'status', status: 500, headers: { 'Content-Length': '1' } } },
    'A fault cannot set the header "Content-Length": the mock alone sets it or leaves it out',
  ],
  ...NOT_TO_BE_SET.map((name) => name.replace('*', 'Allow-Origin').toLowerCase()).map(
    (name) =>
      [
        { effect: { kind: 'status', status: 500, headers: { [name]: '1' } } },
        `A fault cannot set the header "${name}": the mock alone sets it or leaves it out`,
      ] as const,
  ),
  [
    { effect: { kind: 'status', status: 500, headers: { 'X-A': '1', B: '1', 'x-a': '2' } } },
    'A fault cannot set both "X-A" and "x-a": they are one header',
  ],
  ...['two words', 'Retry-After 2', 'Retry-After: 2', 'Ключ', 'Größe', 'X(1)', ''].map(
    (name) =>
      [
        { effect: { kind: 'status', status: 503, headers: { [name]: '1' } } },
        `A fault cannot set the header ${JSON.stringify(name)}: its name must be one or more letters (a to z), digits and any of !#$%&'*+-.^_\`|~`,
      ] as const,
  ),
  [
    { kind: 'delay', from: 1, to: 2 },
    'effect is required, as in {"effect":{"kind":"delay","from":500,"to":2000}}; kind is not known',
  ],
  ...['a\r\nB: b', 'ключ', '→', ' blank', 'blank '].map(
    (value) =>
      [
        { effect: { kind: 'status', status: 500, headers: { A: value } } },
        'effect.headers.A must be one line of ASCII, or of characters up to ÿ (U+00A0 to U+00FF), without a blank at its ends',
      ] as const,
  ),
  [{ effect: { kind: 'status', status: 500, headers: { A: 1 } } }, 'effect.headers.A must be a string'],
  [{ effect: { kind: 'status', status: 500, body: {} } }, 'effect.body must be a string'],
  [{ ...BROKEN, probability: 1.1 }, 'probability must be <= 1'],
  [{ ...BROKEN, probability: -0.1 }, 'probability must be >= 0'],
  [{ ...BROKEN, probability: Number.NaN }, 'probability must be a number'],
  [{ ...BROKEN, times: 0 }, 'times must be >= 1'],
  [{ ...BROKEN, times: 1.5 }, 'times must be an integer'],
  [{ ...BROKEN, after: -1 }, 'after must be >= 0'],
  [{ ...BROKEN, seconds: 0 }, 'seconds must be >= 0.001'],
  [{ ...BROKEN, time: 1 }, 'time is not known. Did you mean times?'],
])('%j has a problem: %s', ([spec, problem]) => {
  expect(faultProblem(spec)).toContain(problem)
})

test.for(['docs/control-api.md', 'mock/control/openapi.yaml'])(
  '%s lists the headers that a fault cannot set',
  async (page) => {
    const text = await readFile(page, 'utf8')
    const [, listed = ''] = /mock\s+alone\s+sets\s+or\s+leaves\s+out: ([^.]+)\./.exec(text) ?? []
    expect(listed.match(/[\w*-]+(?=`)/g)).toEqual(NOT_TO_BE_SET)
  },
)
