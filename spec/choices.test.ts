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
import { otherPoints } from './generated/other-points.ts'

const ALL = choosable.map(({ id }) => id).join(', ')

describe('the open points', () => {
  test('have a default that is one of their variants', () => {
    expect(Object.keys(defaultChoices)).toEqual(choosable.map(({ id }) => id))
    for (const point of choosable) expect(parseChoices({ [point.id]: point.default })).toBeTruthy()
  })

  test('have at least two variants, or none', () => {
    for (const { variants } of openPoints) expect(Object.keys(variants).length).not.toBe(1)
    expect([otherPoints.length, choosable.length]).toEqual([6, openPoints.length])
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
    const ids = [...openPoints, ...otherPoints].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })
})

describe('parseChoices', () => {
  test('accepts what YAML makes of a variant', () => {
    const parsed = parseChoices({ 'limit-above-100': 400, 'location-on-201': true, 'do-errors-count': false })
    expect(parsed).toEqual({ 'limit-above-100': '400', 'location-on-201': 'yes', 'do-errors-count': 'no' })
  })

  test.for([
    { 'longest-name': 'at-most-1' },
    { 'longest-name': 'at-most-999999999' },
    { ban: 'after-1-strikes-for-1-seconds' },
    { ban: 'after-25-strikes-for-86400-seconds' },
    {},
  ])('accepts %j', (choices) => {
    expect(parseChoices(choices)).toEqual(choices)
  })

  test.for([
    ['limit-above-10', '400', 'There is no open point "limit-above-10". Did you mean limit-above-100?'],
    ['bans', 'none', 'There is no open point "bans". Did you mean ban?'],
    ['status-transitions', 'x', `There is no open point "status-transitions". There are ${ALL}`],
    ['__proto__x', 'x', `There is no open point "__proto__x". There are ${ALL}`],
    ['toString', 'x', `There is no open point "toString". There are ${ALL}`],
    [
      'limit-above-100',
      'clmped',
      '"clmped" is no lawful variant of limit-above-100. Did you mean clamped? Lawful: 400, clamped, ignored',
    ],
    ['list-order', 'newst', '"newst" is no lawful variant of list-order. Did you mean newest?'],
    ['list-order', '', '"" is no lawful variant of list-order. Lawful: oldest, newest, arbitrary'],
    ['list-order', 'toString', '"toString" is no lawful variant of list-order.'],
    ['limit-above-100', 404, '"404" is no lawful variant of limit-above-100. Did you mean 400?'],
    ['limit-above-100', true, '"yes" is no lawful variant of limit-above-100.'],
    ['limit-above-100', null, '"null" is no lawful variant of limit-above-100.'],
    ['limit-above-100', ['400'], '"["400"]" is no lawful variant of limit-above-100.'],
    ['longest-name', 'at-most-0', '"at-most-0" is no lawful variant of longest-name.'],
    ['longest-name', 'at-most-08', '"at-most-08" is no lawful variant of longest-name.'],
    ['longest-name', 'at-most-N', '"at-most-N" is no lawful variant of longest-name.'],
    ['longest-name', 'at-most-9999999999', '"at-most-9999999999" is no lawful variant of longest-name.'],
    [
      'longest-name',
      'at-least-80',
      '"at-least-80" is no lawful variant of longest-name. Did you mean at-most-80?',
    ],
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

  test.for([
    ['invalid-limit', '400', 'limit-below-1, limit-above-100, limit-not-a-number'],
    ['name-bounds', '1-to-80', 'shortest-name, longest-name'],
  ] as const)('says of %s which points stand in its place', ([id, variant, parts]) => {
    expect(() => parseChoices({ [id]: variant })).toThrow(
      new ChoiceError(`The open point "${id}" is several now: choose ${parts} instead`),
    )
    expect(choosable.map((point) => point.id)).toEqual(expect.arrayContaining(parts.split(', ')))
  })

  test('refuses all if one is wrong', () => {
    expect(() => parseChoices({ 'list-order': 'newest', 'limit-above-100': 'x' })).toThrow('limit-above-100')
  })
})

describe('parseChoice', () => {
  test.for([
    ['limit-above-100=clamped', { 'limit-above-100': 'clamped' }],
    [' limit-above-100 = clamped ', { 'limit-above-100': 'clamped' }],
    ['ban=after-3-strikes-for-90-seconds', { ban: 'after-3-strikes-for-90-seconds' }],
  ] as const)('reads %s', ([text, choices]) => {
    expect(parseChoice(text)).toEqual(choices)
  })

  test.for([
    ['limit-above-100', 'write it as open-point=variant'],
    ['', 'write it as open-point=variant'],
    ['=clamped', 'There is no open point ""'],
    ['limit-above-100=', 'Lawful: 400, clamped, ignored'],
    ['limit-above-100=clamped=x', '"clamped=x" is no lawful variant'],
  ] as const)('refuses "%s"', ([text, message]) => {
    expect(() => parseChoice(text)).toThrow(message)
  })
})

describe('settle', () => {
  const order = (choice: 'oldest' | 'newest' | 'arbitrary'): number =>
    settle({ 'list-order': choice }, 'list-order', { oldest: 1, newest: 2, arbitrary: 3 })

  test('returns the value of the chosen variant', () => {
    expect([order('oldest'), order('newest'), order('arbitrary')]).toEqual([1, 2, 3])
  })

  test.for([
    ['any', 'any'],
    ['at-most-80', 'bounded'],
    ['at-most-1', 'bounded'],
  ] as const)('knows of which variant %s is, numbers and all', ([choice, value]) => {
    expect(settle({ 'longest-name': choice }, 'longest-name', { any: 'any', 'at-most-N': 'bounded' })).toBe(
      value,
    )
  })

  test('throws for an unchecked choice that is no variant', () => {
    expect(() => settle({ 'longest-name': 'at-most-0' }, 'longest-name', { any: 1, 'at-most-N': 2 })).toThrow(
      '"at-most-0" is no variant of longest-name',
    )
  })

  test('does not compile if a variant is missing or unknown', () => {
    // @ts-expect-error list-order has the variant `arbitrary`.
    settle(defaultChoices, 'list-order', { oldest: 1, newest: 2 })
    // @ts-expect-error list-order has no variant `random`.
    settle(defaultChoices, 'list-order', { oldest: 1, newest: 2, arbitrary: 3, random: 4 })
    // @ts-expect-error longest-name has the variant `at-most-N`.
    settle(defaultChoices, 'longest-name', { any: 1 })
    expect(settle(defaultChoices, 'longest-name', { any: 'a', 'at-most-N': 2 })).toBe('a')
  })
})
