import { describe, expect, test } from 'vitest'
import { sharedKeysIn } from './assumptions.ts'
import { chargesIn } from './charges.ts'
import { historyOf, judgeWhole } from './judge.ts'
import { story, type Scene } from './testing/story.ts'

function creation(id: number): Scene {
  const pet = { name: 'Rex', categoryId: 1 }
  return { ask: 'POST /pets', body: pet, status: 201, json: { id, ...pet } }
}

/** Requests of two keys in turn, a tenth of a second apart, with what is left to each of 60 by its reply. */
function inTurn(...asked: readonly (readonly [key: string, ask: 'list' | 'create', remaining: number])[]) {
  return story(
    ...asked.map(([key, ask, remaining], place): Scene => {
      const second = 10 + place / 10
      const own = { key, at: [second, second + 0.05], quota: [60, remaining, 60] } as const
      return ask === 'list' ? { ask: 'GET /pets', json: [], ...own } : { ...creation(place), ...own }
    }),
  )
}

const CHARGED = inTurn(
  ['a', 'list', 59],
  ['b', 'list', 59],
  ['a', 'create', 59],
  ['b', 'list', 57],
  ['a', 'list', 58],
  ['b', 'list', 56],
  ['a', 'create', 58],
  ['a', 'create', 58],
  ['b', 'list', 53],
  ['a', 'list', 57],
  ['b', 'list', 52],
)

describe('creations of one key that another one pays for', () => {
  test('are found where both meters fit', () => {
    const [charge, ...others] = chargesIn({ exchanges: CHARGED })
    expect([charge?.user, charge?.payer, charge?.charged, others.length]).toEqual([
      'key 1',
      'key 2',
      'createPet',
      0,
    ])
  })

  test('show no others who use the key that pays', () => {
    expect(sharedKeysIn({ exchanges: CHARGED }).size).toBe(0)
  })

  test('are named, whichever figure contradicts', () => {
    const findings = judgeWhole(historyOf({ exchanges: CHARGED }))
    const ofMeters = findings.filter(({ clause }) => clause.startsWith('LIMIT'))
    expect(ofMeters.map(({ clause }) => clause)).toContain('LIMIT-11')
    expect(ofMeters.every(({ clause }) => clause === 'LIMIT-11')).toBe(true)
  })

  test.for<[what: string, exchanges: ReturnType<typeof inTurn>]>([
    [
      'where the first key pays for them too, and few show it',
      inTurn(
        ['a', 'list', 59],
        ['b', 'list', 59],
        ['a', 'create', 58],
        ['b', 'list', 57],
        ['a', 'list', 57],
        ['b', 'list', 56],
        ['a', 'create', 56],
        ['b', 'list', 54],
        ['a', 'list', 55],
        ['b', 'list', 53],
      ),
    ],
    [
      'where the other one loses nothing',
      inTurn(
        ['a', 'list', 59],
        ['b', 'list', 59],
        ['a', 'create', 59],
        ['b', 'list', 58],
        ['a', 'list', 58],
        ['b', 'list', 57],
        ['a', 'create', 58],
        ['b', 'list', 56],
        ['a', 'list', 57],
        ['b', 'list', 55],
      ),
    ],
    [
      'where the other one loses more, at other times',
      inTurn(
        ['a', 'list', 59],
        ['b', 'list', 59],
        ['a', 'create', 59],
        ['b', 'list', 57],
        ['a', 'list', 58],
        ['b', 'list', 54],
        ['a', 'create', 58],
        ['b', 'list', 52],
        ['a', 'list', 57],
        ['b', 'list', 51],
      ),
    ],
    ['of which there is one alone', CHARGED.slice(0, 6)],
  ])('are not assumed %s', ([_what, exchanges]) => {
    expect(chargesIn({ exchanges })).toEqual([])
  })
})

/** Two keys in turn, of which one goes over its limit between two lists of the other, that has so many left then. */
function besideRefusals(remaining: number, refusals = 3) {
  const list = (key: string, second: number, left: number): Scene => ({
    ask: 'GET /pets',
    key,
    json: [],
    at: [second, second + 0.05],
    quota: [60, left, 60],
  })
  const refused = Array.from({ length: refusals }, (_none, at): Scene => {
    const over = list('a', 10.4 + at / 10, 0)
    return {
      ...over,
      status: 429,
      json: { status: 429, error: 'TOO_MANY_REQUESTS', message: 'Slow down' },
      retryAfter: '50',
    }
  })
  return story(
    list('a', 10, 1),
    list('b', 10.1, 40),
    list('b', 10.2, 39),
    list('a', 10.3, 0),
    ...refused,
    list('b', 10.9, remaining),
    list('b', 11, remaining - 1),
  )
}

test('creations that both keys pay for are found where nobody else uses the one in many requests', () => {
  const both = [
    ['a', 'list', 59],
    ['b', 'list', 59],
  ] as const
  const created = [1, 2, 3, 4].flatMap((one) => [
    ['a', 'create', 59 - one] as const,
    ['b', 'list', 59 - 2 * one] as const,
  ])
  const alone = Array.from({ length: 42 }, (_none, one) => ['b', 'list', 50 - one] as const)
  const of = (...more: readonly (readonly ['b', 'list', number])[]) =>
    chargesIn({ exchanges: inTurn(...both, ...created, ...more) })
  const charged = of(...alone).map(({ user, payer, charged }) => [user, payer, charged])
  expect(charged).toEqual([['key 1', 'key 2', 'createPet']])
  expect(of(...alone.slice(5))).toEqual([])
  expect(of(...alone.slice(2, 30))).toEqual([])
  const findings = judgeWhole(historyOf({ exchanges: inTurn(...both, ...created, ...alone) }))
  const clauses = findings.map(({ clause }) => clause)
  expect(clauses.filter((one) => one.startsWith('LIMIT'))).toEqual(['LIMIT-11'])
})

describe('refusals of one key that another one pays for', () => {
  test('are found, and show no others who use the key that pays', () => {
    const exchanges = besideRefusals(35)
    const charged = chargesIn({ exchanges }).map(({ user, payer, charged }) => [user, payer, charged])
    expect(charged).toEqual([['key 1', 'key 2', 'refused']])
    expect(sharedKeysIn({ exchanges }).size).toBe(0)
    const clauses = judgeWhole(historyOf({ exchanges })).map(({ clause }) => clause)
    expect(clauses.filter((one) => one.startsWith('LIMIT'))).toEqual(['LIMIT-11'])
  })

  test.for([
    ['where the other one loses nothing by them', besideRefusals(38)],
    ['where the other one loses more', besideRefusals(34)],
    ['where the other one loses less', besideRefusals(36)],
    ['where there is one alone', besideRefusals(37, 1)],
  ] as const)('are not assumed %s', ([_what, exchanges]) => {
    expect(chargesIn({ exchanges })).toEqual([])
  })
})
