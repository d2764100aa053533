import { describe, expect, test } from 'vitest'
import {
  countUpTo,
  type Finding,
  hasKey,
  hasValidKey,
  inTime,
  isRefusal,
  isServed,
  isSuccess,
  isWithKey,
  minimal,
  precedes,
  type RecordedExchange,
  refusesKey,
  remembering,
  type Rule,
  statusesOf,
  wrongOf,
} from './history.ts'
import { story, type Scene } from './testing/story.ts'
import { exchangeOf } from './testing/findings.ts'

const LIST: Scene = { ask: 'GET /pets' }

test.for<[status: number, kinds: string]>([
  [199, ''],
  [200, 'served success'],
  [201, 'served success'],
  [204, 'success'],
  [299, 'success'],
  [300, ''],
  [400, ''],
  [401, 'key refusal'],
  [403, 'key refusal'],
  [404, ''],
  [429, 'refusal'],
])('a reply with status %i is: %s', ([status, kinds]) => {
  const one = exchangeOf({ ...LIST, status })
  const is = { served: isServed(one), success: isSuccess(one), key: refusesKey(one), refusal: isRefusal(one) }
  expect(
    Object.entries(is)
      .flatMap(([name, holds]) => (holds ? [name] : []))
      .join(' '),
  ).toBe(kinds)
})

test.for<[ask: string, isOne: boolean]>([
  ['GET /pets', true],
  ['HEAD /pets', false],
  ['GET /cats', false],
])('%s is served for sure: %s', ([ask, isOne]) => {
  expect(isServed(exchangeOf({ ask }))).toBe(isOne)
})

describe('a request is with a key', () => {
  test.for<[what: string, scene: Scene, isUsual: boolean, isAny: boolean]>([
    ['in the form of the document', LIST, true, true],
    ['in lower case', { ...LIST, sends: { Authorization: 'bearer a' } }, false, true],
    ['in another scheme', { ...LIST, sends: { Authorization: 'Basic a' } }, false, false],
    ['behind another word', { ...LIST, sends: { Authorization: 'My Bearer a' } }, false, false],
    ['before another word', { ...LIST, sends: { Authorization: 'Bearer a b' } }, false, false],
    ['not without one', { ...LIST, key: '' }, false, false],
    ['with HEAD, of which the document does not speak', { ask: 'HEAD /pets' }, false, true],
    ['to another path', { ask: 'GET /cats' }, false, true],
  ])('%s', ([_what, scene, isUsual, isAny]) => {
    const { probe, ...exchange } = exchangeOf(scene)
    const known = { ...exchange, probe: { ...probe, caller: scene.key === '' ? 'nobody' : 'key 1' } }
    expect([isWithKey(known), hasKey(known)]).toEqual([isUsual, isAny])
  })

  test('whatever the case of the header; and not where the key is known to be nobody’s', () => {
    const { probe, ...exchange } = exchangeOf(LIST)
    const lower = { ...exchange, probe: { ...probe, headers: { authorization: 'Bearer a' } } }
    expect(hasKey(lower)).toBe(true)
    expect(hasKey({ ...lower, probe: { ...lower.probe, caller: 'nobody' } })).toBe(false)
    expect(hasKey({ ...lower, probe: { ...lower.probe, headers: {} } })).toBe(false)
  })
})

test('a key is valid that was accepted, or for which whoever asks vouches', () => {
  const one = exchangeOf(LIST)
  const none = { exchanges: [], sharedKeys: new Set<string>(), acceptedKeys: new Set<string>() }
  const own = new Set(['key 1'])
  expect([
    hasValidKey(none, one),
    hasValidKey({ ...none, acceptedKeys: own }, one),
    hasValidKey({ ...none, givenKeys: own }, one),
    hasValidKey({ ...none, givenKeys: new Set(['key 2']) }, one),
  ]).toEqual([false, true, true, false])
})

test('one exchange precedes another where it was answered before that was sent', () => {
  expect([
    precedes({ id: 3 }, { after: 4 }),
    precedes({ id: 4 }, { after: 4 }),
    precedes({ id: 5 }, { after: 4 }),
  ]).toEqual([true, true, false])
})

describe('of sorted numbers', () => {
  test.for<[most: number, count: number]>([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 3],
    [8, 3],
    [9, 4],
    [10, 4],
  ])('no more than %i are %i', ([most, count]) => {
    expect(countUpTo([1, 3, 3, 9], most)).toBe(count)
  })
})

test('what a function says of an object is worked out once, be it undefined', () => {
  let times = 0
  const work = remembering((value: { readonly name: string }) => {
    times += 1
    return value.name === '' ? undefined : value.name
  })
  const [rex, nobody] = [{ name: 'Rex' }, { name: '' }]
  expect([work(rex), work(rex), work(nobody), work(nobody), work({ name: 'Rex' }), times]).toEqual([
    'Rex',
    'Rex',
    undefined,
    undefined,
    'Rex',
    3,
  ])
})

const exchanges = story(LIST, { ...LIST, status: 429 }, LIST, LIST)
const [first, second, third] = exchanges

function findingOf(steps: readonly RecordedExchange[], more: Partial<Finding> = {}): Finding {
  return {
    clause: 'LIMIT-5',
    alternatives: [],
    expected: 'a',
    actual: 'b',
    steps: statusesOf(steps),
    ...more,
  }
}

test('steps show each exchange once, in the order of time', () => {
  const steps = inTime(statusesOf([third, first, second, first].filter((one) => one !== undefined)))
  expect(steps.map(({ exchange, shows }) => [exchange.id, shows])).toEqual([
    [1, 'status 200'],
    [2, 'status 429'],
    [3, 'status 200'],
  ])
})

test('the reply that is wrong is the last one, unless another is named', () => {
  expect(wrongOf(findingOf(exchanges))?.id).toBe(4)
  expect(wrongOf(findingOf(exchanges, second && { wrong: second }))?.id).toBe(2)
})

describe('a finding is cut to the exchanges that it needs', () => {
  const history = { exchanges, sharedKeys: new Set<string>(), acceptedKeys: new Set<string>() }
  const needs =
    (ids: readonly number[], more: Partial<Finding> = {}): Rule =>
    ({ exchanges: all }) =>
      ids.every((id) => all.some((one) => one.id === id)) ? [findingOf(all, more)] : []
  const left = (finding: Finding, rule: Rule): readonly number[] =>
    minimal(finding, rule, history).steps.map(({ exchange }) => exchange.id)

  test('which are those without which the rule finds nothing', () => {
    expect(left(findingOf(exchanges), needs([1, 3]))).toEqual([1, 3])
    expect(left(findingOf(exchanges), needs([]))).toEqual([])
  })

  test('with what the rule says of them', () => {
    const rule = needs([2], {
      expected: 'less',
      actual: 'more',
      clause: 'LIMIT-5',
      alternatives: ['LIMIT-7'],
    })
    const cut = minimal(findingOf(exchanges), rule, history)
    expect(cut).toMatchObject({ expected: 'less', actual: 'more', alternatives: [] })
  })

  test('not to what breaks another clause', () => {
    expect(left(findingOf(exchanges), needs([], { clause: 'LIMIT-7' }))).toEqual([1, 2, 3, 4])
  })

  test('not to what finds another reply wrong, where one is named', () => {
    const named = second && { wrong: second }
    expect(left(findingOf(exchanges, named), needs([2], third && { wrong: third }))).toEqual([1, 2, 3, 4])
    expect(left(findingOf(exchanges, named), needs([2], { ...named, clause: 'LIMIT-7' }))).toEqual([2])
  })
})
