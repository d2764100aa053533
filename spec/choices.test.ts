import { describe, expect, test } from 'vitest'
import {
  choosable,
  ChoiceError,
  concreteVariants,
  defaultChoices,
  parseChoice,
  parseChoices,
  settle,
} from './choices.ts'
import { openPoints } from './generated/open-points.ts'

describe('the open points', () => {
  test('have a default that is one of their variants', () => {
    expect(Object.keys(defaultChoices)).toEqual(choosable.map(({ id }) => id))
    for (const point of choosable) expect(parseChoices({ [point.id]: point.default })).toBeTruthy()
  })

  test('have at least two variants, or nothing to choose at all', () => {
    for (const { variants } of openPoints) expect(Object.keys(variants).length).not.toBe(1)
    expect(openPoints.length - choosable.length).toBe(4)
  })

  test.for(choosable)(
    '$id: every concrete variant is lawful, and there are examples where numbers are needed',
    (point) => {
      const concrete = concreteVariants(point)
      for (const variant of concrete)
        expect(parseChoices({ [point.id]: variant })).toEqual({ [point.id]: variant })
      expect(concrete.length).toBeGreaterThanOrEqual(Object.keys(point.variants).length)
      expect(new Set(concrete).size).toBe(concrete.length)
    },
  )

  test('have ids in kebab-case, each once', () => {
    const ids = openPoints.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })
})

describe('parseChoices', () => {
  test('takes what YAML has made of a variant', () => {
    const parsed = parseChoices({ 'invalid-limit': 400, 'location-on-201': true, 'do-errors-count': false })
    expect(parsed).toEqual({ 'invalid-limit': '400', 'location-on-201': 'yes', 'do-errors-count': 'no' })
  })

  test.for([
    { 'name-bounds': '1-to-1' },
    { 'name-bounds': '1-to-999999999' },
    { ban: 'after-1-strikes-for-1-seconds' },
    { ban: 'after-25-strikes-for-86400-seconds' },
    {},
  ])('takes %j', (choices) => {
    expect(parseChoices(choices)).toEqual(choices)
  })

  test.for([
    ['invalid-limt', '400', 'There is no open point "invalid-limt". Did you mean invalid-limit?'],
    ['bans', 'none', 'There is no open point "bans". Did you mean ban?'],
    ['status-transitions', 'x', 'There is no open point "status-transitions".'],
    ['__proto__x', 'x', 'There is no open point "__proto__x".'],
    ['toString', 'x', 'There is no open point "toString".'],
    [
      'invalid-limit',
      'clmped',
      '"clmped" is no lawful variant of invalid-limit. Did you mean clamped? Lawful: 400, clamped, ignored',
    ],
    ['list-order', 'newst', '"newst" is no lawful variant of list-order. Did you mean newest?'],
    ['list-order', '', '"" is no lawful variant of list-order. Lawful: oldest, newest, arbitrary'],
    ['list-order', 'toString', '"toString" is no lawful variant of list-order.'],
    ['invalid-limit', 404, '"404" is no lawful variant of invalid-limit. Did you mean 400?'],
    ['invalid-limit', true, '"yes" is no lawful variant of invalid-limit.'],
    ['invalid-limit', null, '"null" is no lawful variant of invalid-limit.'],
    ['invalid-limit', ['400'], '"["400"]" is no lawful variant of invalid-limit.'],
    ['name-bounds', '1-to-0', '"1-to-0" is no lawful variant of name-bounds.'],
    ['name-bounds', '1-to-08', '"1-to-08" is no lawful variant of name-bounds.'],
    ['name-bounds', '1-to-N', '"1-to-N" is no lawful variant of name-bounds.'],
    ['name-bounds', '1-to-9999999999', '"1-to-9999999999" is no lawful variant of name-bounds.'],
    ['name-bounds', '2-to-80', '"2-to-80" is no lawful variant of name-bounds. Did you mean 1-to-80?'],
    ['ban', 'after-3-strikes', '"after-3-strikes" is no lawful variant of ban.'],
    [
      'ban',
      'after-3-strike-for-90-seconds',
      '"after-3-strike-for-90-seconds" is no lawful variant of ban. Did you mean after-3-strikes-for-90-seconds?',
    ],
    [
      'ban',
      'after-0-strikes-for-90-seconds',
      '"after-0-strikes-for-90-seconds" is no lawful variant of ban.',
    ],
    ['ban', 'none\n', '"none\n" is no lawful variant of ban. Did you mean none?'],
  ] as const)('refuses %s=%j with the nearest right one', ([id, variant, message]) => {
    const attempt = (): unknown => parseChoices({ [id]: variant })
    expect(attempt).toThrow(ChoiceError)
    expect(attempt).toThrow(message)
  })

  test('refuses all when one is wrong', () => {
    expect(() => parseChoices({ 'list-order': 'newest', 'invalid-limit': 'x' })).toThrow('invalid-limit')
  })
})

describe('parseChoice', () => {
  test.for([
    ['invalid-limit=clamped', { 'invalid-limit': 'clamped' }],
    [' invalid-limit = clamped ', { 'invalid-limit': 'clamped' }],
    ['ban=after-3-strikes-for-90-seconds', { ban: 'after-3-strikes-for-90-seconds' }],
  ] as const)('reads %s', ([text, choices]) => {
    expect(parseChoice(text)).toEqual(choices)
  })

  test.for([
    ['invalid-limit', 'write it as open-point=variant'],
    ['', 'write it as open-point=variant'],
    ['=clamped', 'There is no open point ""'],
    ['invalid-limit=', 'Lawful: 400, clamped, ignored'],
    ['invalid-limit=clamped=x', '"clamped=x" is no lawful variant'],
  ] as const)('refuses "%s"', ([text, message]) => {
    expect(() => parseChoice(text)).toThrow(message)
  })
})

describe('settle', () => {
  const order = (choice: 'oldest' | 'newest' | 'arbitrary'): number =>
    settle({ 'list-order': choice }, 'list-order', { oldest: 1, newest: 2, arbitrary: 3 })

  test('gives the value of the variant that is chosen', () => {
    expect([order('oldest'), order('newest'), order('arbitrary')]).toEqual([1, 2, 3])
  })

  test.for([
    ['none', 'any'],
    ['1-to-80', 'bounded'],
    ['1-to-1', 'bounded'],
  ] as const)('knows of which variant %s is, numbers and all', ([choice, value]) => {
    expect(settle({ 'name-bounds': choice }, 'name-bounds', { none: 'any', '1-to-N': 'bounded' })).toBe(value)
  })

  test('refuses what is no variant, which no choice that was checked can be', () => {
    expect(() => settle({ 'name-bounds': '1-to-0' }, 'name-bounds', { none: 1, '1-to-N': 2 })).toThrow(
      '"1-to-0" is no variant of name-bounds',
    )
  })

  test('does not compile where a variant is missing, or is none', () => {
    // @ts-expect-error list-order has the variant `arbitrary`.
    settle(defaultChoices, 'list-order', { oldest: 1, newest: 2 })
    // @ts-expect-error list-order has no variant `random`.
    settle(defaultChoices, 'list-order', { oldest: 1, newest: 2, arbitrary: 3, random: 4 })
    // @ts-expect-error name-bounds has the variant `1-to-N`.
    settle(defaultChoices, 'name-bounds', { none: 1 })
    expect(settle(defaultChoices, 'name-bounds', { none: 'a', '1-to-N': 2 })).toBe('a')
  })
})
