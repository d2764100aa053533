import { describe, expect, test } from 'vitest'
import { defaultIsKept, noStatusIsSkipped, pagesAreFull } from './pages.ts'
import type { Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const pets = (count: number, from = 1): readonly (typeof rex)[] =>
  Array.from({ length: count }, (_, at) => ({ ...rex, id: from + at }))

const get = (query: string, json: readonly unknown[], more: Partial<Scene> = {}): Scene => ({
  ask: `GET /pets${query}`,
  json,
  ...more,
})
const pending = (id: number) => ({ ...rex, id, status: 'pending' })
const create = (id: number): Scene => ({ ask: 'POST /pets', body: rex, status: 201, json: { ...rex, id } })

describe('a page has as many pets as its limit allows, or as earlier ones have shown', () => {
  test.for<Row>([
    ['and does', [get('?limit=3', pets(3)), get('?limit=2', pets(2)), get('?limit=50', pets(4))], []],
    [
      'it has fewer than an earlier one',
      [get('?limit=50', pets(3)), get('?limit=40', pets(2))],
      [
        'LIST-2 or LIST-7: expected 3 pets: the limit is 40, and earlier lists have shown 3 such pets; actual 2 pets (#1 3 pets; #2 2 pets)',
      ],
    ],
    [
      'it has fewer than its limit',
      [get('?limit=50', pets(3)), get('?limit=2', pets(1))],
      [
        'LIST-2 or LIST-7: expected 2 pets: the limit is 2, and earlier lists have shown 3 such pets; actual 1 pet (#1 3 pets; #2 1 pet)',
      ],
    ],
    [
      'the same page has shown more',
      [get('?limit=50', pets(3)), get('?limit=50', pets(2))],
      [
        'LIST-2 or LIST-7: expected 3 pets: the limit is 50, and earlier lists have shown 3 such pets; actual 2 pets (#1 3 pets; #2 2 pets)',
      ],
    ],
    [
      'several earlier ones show more together',
      [get('?limit=2', pets(2)), get('?limit=2', pets(2, 3)), get('?limit=50', pets(3))],
      [
        'LIST-2 or LIST-7: expected 4 pets: the limit is 50, and earlier lists have shown 4 such pets; actual 3 pets (#1 2 pets; #2 2 pets; #3 3 pets)',
      ],
    ],
    [
      'the default',
      [get('?limit=50', pets(3)), get('', pets(2))],
      [
        'LIST-4 or LIST-7: expected 3 pets: the limit is 20, and earlier lists have shown 3 such pets; actual 2 pets (#1 3 pets; #2 2 pets)',
      ],
    ],
    [
      'filtered, and getPet returns none of the new pets that it lacks',
      [
        create(1),
        get('?status=sold&limit=50', pets(1)),
        get('?status=sold&limit=40', []),
        { ask: 'GET /pets/1', status: 404, json: {} },
      ],
      [
        'LIST-7 or LIST-5 or LIST-2: expected 1 pet: the limit is 40, and earlier lists have shown 1 such pet; actual 0 pets (#2 1 pet; #3 0 pets)',
      ],
    ],
    [
      'filtered',
      [get('?status=sold&limit=50', pets(3)), get('?status=sold&limit=40', pets(2))],
      [
        'LIST-5 or LIST-2 or DEPRECATION-3 or LIST-7: expected 3 pets: the limit is 40, and earlier lists have shown 3 such pets; actual 2 pets (#1 3 pets; #2 2 pets)',
      ],
    ],
    [
      'filtered, the default',
      [get('?status=sold&limit=50', pets(3)), get('?status=sold', pets(2))],
      [
        'LIST-4 or LIST-5 or DEPRECATION-3 or LIST-7: expected 3 pets: the limit is 20, and earlier lists have shown 3 such pets; actual 2 pets (#1 3 pets; #2 2 pets)',
      ],
    ],
    [
      'what it lacks was created',
      [create(1), get('?limit=50', pets(1)), get('?limit=40', [])],
      [
        'LIST-2 or LIST-7: expected 1 pet: the limit is 40, and earlier lists have shown 1 such pet; actual 0 pets (#2 1 pet; #3 0 pets)',
      ],
    ],
    [
      'what it lacks has had its id given to another',
      [create(1), get('?limit=50', pets(1)), create(1), get('?limit=40', [])],
      [],
    ],
    [
      'what it lacks was created, and the same page had it',
      [create(1), get('?limit=50', pets(1)), get('?limit=50', [])],
      [
        'LIST-7 or LIST-2: expected 1 pet: the limit is 50, and earlier lists have shown 1 such pet; actual 0 pets (#2 1 pet; #3 0 pets)',
      ],
    ],
    [
      'what it lacks was created, the default',
      [create(1), get('', pets(1)), get('', [])],
      [
        'LIST-7 or LIST-4: expected 1 pet: the limit is 20, and earlier lists have shown 1 such pet; actual 0 pets (#2 1 pet; #3 0 pets)',
      ],
    ],
    [
      'what it lacks was created, filtered',
      [create(1), get('?status=sold&limit=50', pets(1)), get('?status=sold&limit=50', [])],
      [
        'DEPRECATION-3 or LIST-5 or LIST-7 or LIST-2: expected 1 pet: the limit is 50, and earlier lists have shown 1 such pet; actual 0 pets (#2 1 pet; #3 0 pets)',
      ],
    ],
    [
      'one it lacks was created, another was there',
      [create(1), get('?limit=50', pets(2)), get('?limit=40', [])],
      [
        'LIST-2 or LIST-7: expected 2 pets: the limit is 40, and earlier lists have shown 2 such pets; actual 0 pets (#2 2 pets; #3 0 pets)',
      ],
    ],
    [
      'and what it lacks is of the statuses that it lacks',
      [get('?limit=50', pets(3)), get('?limit=40', [8, 9].map(pending))],
      [
        'LIST-6 or LIST-2 or LIST-7: expected pet 1, which is sold, among the pets of a list without a status filter: #1 has shown that pet, and the list has fewer pets than its limit of 40; actual 2 pets (#1 3 pets; #2 2 pets)',
      ],
    ],
    [
      'and it shows one pet, whose status may be by chance',
      [get('?limit=50', pets(3)), get('?limit=40', [pending(9)])],
      [
        'LIST-2 or LIST-7: expected 3 pets: the limit is 40, and earlier lists have shown 3 such pets; actual 1 pet (#1 3 pets; #2 1 pet)',
      ],
    ],
    ['unless of another status', [get('?limit=50', pets(3)), get('?status=sold&limit=50', pets(2))], []],
    [
      'unless it was beside the earlier one',
      [get('?limit=50', pets(3), { at: [0, 2] }), get('?limit=50', pets(2), { at: [1, 3] })],
      [],
    ],
    ['unless another key asks', [get('?limit=50', pets(3)), get('?limit=50', pets(2), { key: 'b' })], []],
    [
      'unless what it shows is no pets',
      [get('?limit=50', pets(3)), get('?limit=50', [7]), get('?limit=50', [{}])],
      [],
    ],
    ['unless it is no list', [get('?limit=50', pets(3)), get('?limit=50', [], { json: { pets: [] } })], []],
    ['unless it was refused', [get('?limit=50', pets(3)), get('?limit=50', [], { status: 400 })], []],
    ['unless it has a cursor', [get('?limit=50', pets(3)), get('?limit=50&cursor=a', pets(2))], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(pagesAreFull, scenes)).toEqual(findings)
  })

  test('and of pets that others remove only its own are expected', () => {
    const changedPets = new Map([['2', []]])
    const scenes = [create(1), get('?limit=50', pets(2)), get('?limit=40', pets(1, 3)), get('?limit=30', [])]
    expect(found(pagesAreFull, scenes, { changedPets })).toEqual([
      'LIST-2 or LIST-7: expected 1 pet: the limit is 30, and earlier lists have shown 1 such pet; actual 0 pets (#2 2 pets; #4 0 pets)',
    ])
    expect(found(pagesAreFull, scenes, { changedPets, discredited: new Set([4]) })).toEqual([])
  })
})

test.for<Row>([
  ['20 pets without a limit', [get('', pets(20))], []],
  [
    '21 pets without a limit',
    [get('', pets(21))],
    ['LIST-4 or LIST-2: expected at most 20 pets, the default limit; actual 21 pets (#1 21 pets)'],
  ],
  [
    '21 filtered ones',
    [get('?status=sold', pets(21))],
    ['LIST-4 or LIST-2: expected at most 20 pets, the default limit; actual 21 pets (#1 21 pets)'],
  ],
  ['21 pets with a limit', [get('?limit=50', pets(21))], []],
])('the default allows 20: %s', ([_what, scenes, findings]) => {
  expect(found(defaultIsKept, scenes)).toEqual(findings)
})

describe('a page has pets of every status', () => {
  // Every third is pending.
  const all = Array.from({ length: 30 }, (_, at) => (at % 3 === 2 ? pending(at + 1) : { ...rex, id: at + 1 }))
  const first = all.filter(({ status }) => status === 'sold').slice(0, 12)
  const others = all.map((pet) => (pet.id === 6 ? { ...pet, status: 'available' } : pet))

  test.for<Row>([
    ['which it does', [get('?limit=100', all), get('?limit=20', all.slice(0, 20))], []],
    [
      'which it does not',
      [get('?limit=100', all), get('?limit=12', first)],
      [
        'LIST-6 or LIST-2: expected pet 3, which is pending, before pet 4, as in the longer list #1: neither has a status filter, so that no pet is left out for its status; actual 12 pets, none that is pending (#1 30 pets; #2 12 pets, none that is pending)',
      ],
    ],
    [
      'which the first one does not',
      [get('', all.slice(0, 3)), get('?limit=12', first), get('?limit=100', all)],
      [],
    ],
    ['in an order of its own', [get('?limit=100', all), get('?limit=12', first.toReversed())], []],
    [
      'which it does not of two',
      [get('?limit=100', others), get('?limit=12', first)],
      [
        'LIST-6 or LIST-2: expected pet 3, which is pending, before pet 4, as in the longer list #1: neither has a status filter, so that no pet is left out for its status; actual 12 pets, none that is pending or available (#1 30 pets; #2 12 pets, none that is pending or available)',
      ],
    ],
    [
      'unless one is left out of a status that it shows',
      [get('?limit=100', all), get('?limit=12', first.toSpliced(3, 1))],
      [],
    ],
    ['unless it is short', [get('?limit=100', all), get('?limit=8', first.slice(0, 8))], []],
    [
      'unless few are left out',
      [
        get(
          '?limit=100',
          all.filter(({ id, status }) => status === 'sold' || id > 14),
        ),
        get('?limit=12', first),
      ],
      [],
    ],
    ['unless another key asks', [get('?limit=100', all), get('?limit=12', first, { key: 'b' })], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(noStatusIsSkipped, scenes)).toEqual(findings)
  })
})
