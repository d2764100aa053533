import { describe, expect, test } from 'vitest'
import { nothingIsLost } from './lost.ts'
import type { Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

type Pet = Readonly<{ id: number; name: string; categoryId: number; status?: string | undefined }>

const rex: Pet = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const mia: Pet = { ...rex, id: 8, name: 'Mia', status: 'pending' }
const leo: Pet = { ...mia, id: 9, name: 'Leo' }
const bare: Pet = { ...rex, status: undefined }
const some = (count: number): readonly Pet[] =>
  Array.from({ length: count }, (_, at) => ({ ...rex, id: 20 + at }))

const create = (pet: Pet = rex): Scene => ({ ask: 'POST /pets', body: pet, status: 201, json: pet })
const read = (pet: Pet = rex): Scene => ({ ask: `GET /pets/${pet.id}`, json: pet })
const get = (query: string, ...pets: readonly unknown[]): Scene => ({ ask: `GET /pets${query}`, json: pets })
const list = (...pets: readonly unknown[]): Scene => get('?limit=50', ...pets)

describe('a list lacks a pet that was created', () => {
  test.for<Row>([
    [
      'which it may not',
      [create(), list()],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'and an earlier one has shown it',
      [create(), list(rex), list()],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #3 0 pets, without pet 7)',
      ],
    ],
    [
      'where only pages of another limit show it',
      [create(), get('?limit=9', rex), list()],
      [
        'LIST-2 or LIST-7 or LIST-6 or PET-2: expected 50 pets, or all there are if fewer: pet 7 was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #3 0 pets, without pet 7)',
      ],
    ],
    [
      'without a limit',
      [create(), get('')],
      [
        'LIST-7 or LIST-4 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 20, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'of a status of which it shows none',
      [create(), create(mia), list(mia, leo)],
      [
        'LIST-6 or LIST-7 or LIST-2 or PET-2: expected pet 7, which is sold, among the pets of a list without a status filter: #1 has shown that pet, and the list has fewer pets than its limit of 50; actual 2 pets, without pet 7 (#1 pet 7, sold; #3 2 pets, without pet 7)',
      ],
    ],
    [
      'of another status than that of the one that it shows, which may be by chance',
      [create(), create(mia), list(mia)],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 1 pet, without pet 7 (#1 pet 7, sold; #3 1 pet, without pet 7)',
      ],
    ],
    [
      'though it shows its status',
      [create(), create({ ...mia, status: 'sold' }), list({ ...mia, status: 'sold' })],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 1 pet, without pet 7 (#1 pet 7, sold; #3 1 pet, without pet 7)',
      ],
    ],
    [
      'that has no status',
      [create(bare), create(mia), list(mia)],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 1 pet, without pet 7 (#1 pet 7; #3 1 pet, without pet 7)',
      ],
    ],
    [
      'filtered',
      [create(), get('?status=sold&limit=50')],
      [
        'LIST-7 or DEPRECATION-3 or LIST-5 or LIST-2 or PET-2: expected pet 7 in a list of all pets that are sold: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'which it may, as a replica that is behind, where a later one shows it',
      [create(), list(), list(), list(rex)],
      [],
    ],
    [
      'filtered, which it may, where a later one of its status shows it',
      [create(), get('?limit=50', rex), get('?status=sold&limit=50'), get('?status=sold&limit=50', rex)],
      [],
    ],
    [
      'filtered, where a later one of all shows it',
      [create(), get('?status=sold&limit=50'), list(rex)],
      [
        'LIST-7 or DEPRECATION-3 or LIST-5 or LIST-2 or PET-2: expected pet 7 in a list of all pets that are sold: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'though a later one of another key shows it',
      [create(), list(), { ...list(rex), key: 'b' }],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7, which a later list shows (#1 pet 7, sold; #2 0 pets, without pet 7, which a later list shows)',
      ],
    ],
    [
      'between two that show it',
      [create(), list(rex), list(), list(rex)],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7, which a later list shows (#1 pet 7, sold; #3 0 pets, without pet 7, which a later list shows)',
      ],
    ],
    [
      'filtered, where other limits have shown it',
      [create(), get('?status=sold', rex), get('?status=sold&limit=50')],
      [
        'LIST-5 or LIST-7 or DEPRECATION-3 or LIST-2 or PET-2: expected pet 7 in a list of all pets that are sold: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #3 0 pets, without pet 7)',
      ],
    ],
    [
      'filtered, where the same has shown it',
      [create(), get('?status=sold', rex), get('?status=sold')],
      [
        'DEPRECATION-3 or LIST-5 or LIST-7 or LIST-4 or PET-2: expected pet 7 in a list of all pets that are sold: the page has room for 20, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #3 0 pets, without pet 7)',
      ],
    ],
    ['but not of another status', [create(), get('?status=pending')], []],
    [
      'but not one beside it',
      [
        { ...create(), at: [0, 3] },
        { ...list(), at: [1, 4] },
      ],
      [],
    ],
    ['but not on a full page', [create(), get('?limit=1', mia)], []],
    ['but not for another key', [create(), { ...list(), key: 'b' }], []],
    [
      'of another key that shares the store',
      [create(), { ...read(), key: 'b' }, create(mia), { ...list(rex), key: 'b' }],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 8 in a list of all pets: the page has room for 50, and the pet was there before; actual 1 pet, without pet 8 (#1 a pet of the other key; #3 pet 8, pending; #4 1 pet, without pet 8)',
      ],
    ],
    [
      'of another key, whose own lists show it',
      [
        create(),
        { ...read(), key: 'b' },
        create(mia),
        get('?limit=40', rex, mia),
        { ...get('?limit=50', rex), key: 'b' },
      ],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 8 in a list of all pets: the page has room for 50, and the pet was there before; actual 1 pet, without pet 8 (#1 a pet of the other key; #3 pet 8, pending; #5 1 pet, without pet 8)',
      ],
    ],
    ['but not where it shows what is no pet', [create(), list(7)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(nothingIsLost, scenes)).toEqual(findings)
  })
})

describe('a list lacks a pet that was there before', () => {
  test.for<Row>([
    [
      'which it may not',
      [list(rex), list()],
      [
        'LIST-2 or LIST-7 or PET-2: expected 50 pets, or all there are if fewer: pet 7 was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'without a limit',
      [list(rex), get('')],
      [
        'LIST-4 or LIST-7 or PET-2: expected 20 pets, or all there are if fewer: pet 7 was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'filtered',
      [list(rex), get('?status=sold&limit=50')],
      [
        'LIST-5 or LIST-2 or LIST-7 or DEPRECATION-3 or PET-2: expected pet 7 in a list of all pets that are sold: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'filtered, without a limit',
      [list(rex), get('?status=sold')],
      [
        'LIST-4 or LIST-5 or LIST-7 or DEPRECATION-3 or PET-2: expected 20 pets that are sold, or all there are if fewer: pet 7 was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'of a status of which it shows none',
      [list(rex, mia, leo), list(mia, leo)],
      [
        'LIST-6 or LIST-2 or LIST-7 or PET-2: expected pet 7, which is sold, among the pets of a list without a status filter: #1 has shown that pet, and the list has fewer pets than its limit of 50; actual 2 pets, without pet 7 (#1 pet 7, sold; #2 2 pets, without pet 7)',
      ],
    ],
    [
      'which a read alone shows',
      [read(), list()],
      [
        'GET-2 or LIST-2 or LIST-7 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'which a read and a list show',
      [read(), list(rex), list()],
      [
        'LIST-2 or LIST-7 or PET-2: expected 50 pets, or all there are if fewer: pet 7 was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #3 0 pets, without pet 7)',
      ],
    ],
    [
      'beside one that was created',
      [list(rex), create(mia), list()],
      [
        'LIST-2 or LIST-7 or PET-2: expected 50 pets, or all there are if fewer: pet 7 was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #3 0 pets, without pet 7)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(nothingIsLost, scenes)).toEqual(findings)
  })
})

describe('lists that are cut at a round number break the limit', () => {
  const early = some(5).map(create)

  test.for<Row>([
    [
      'of five, while ever more were there',
      [...early, create(), list(...some(5)), create(mia), list(...some(5))],
      [
        'LIST-2 or LIST-7 or LIST-6 or PET-2: expected 50 pets, or all there are if fewer: pet 7 was there before; actual 5 pets, without pet 7 (#6 pet 7, sold; #7 5 pets, without pet 7)',
        'LIST-2 or LIST-7 or LIST-6 or PET-2: expected 50 pets, or all there are if fewer: pet 7 was there before; actual 5 pets, without pet 7 (#6 pet 7, sold; #9 5 pets, without pet 7)',
      ],
    ],
    [
      'not where they show one more each time',
      [...early, create(), list(...some(4)), create(mia), list(...some(5))],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 4 pets, without pet 7 (#6 pet 7, sold; #7 4 pets, without pet 7)',
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 5 pets, without pet 7 (#6 pet 7, sold; #9 5 pets, without pet 7)',
      ],
    ],
    [
      'not while as many were there',
      [...early, create(), list(...some(5)), list(...some(5))],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 5 pets, without pet 7 (#6 pet 7, sold; #7 5 pets, without pet 7)',
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 5 pets, without pet 7 (#6 pet 7, sold; #8 5 pets, without pet 7)',
      ],
    ],
    [
      'not of four',
      [...some(4).map(create), create(), list(...some(4)), create(mia), list(...some(4))],
      [
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 4 pets, without pet 7 (#5 pet 7, sold; #6 4 pets, without pet 7)',
        'LIST-7 or LIST-2 or LIST-6 or PET-2: expected pet 7 in a list of all pets: the page has room for 50, and the pet was there before; actual 4 pets, without pet 7 (#5 pet 7, sold; #8 4 pets, without pet 7)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(nothingIsLost, scenes)).toEqual(findings)
  })
})

test('of a list that is wrong by itself nothing follows', () => {
  expect(found(nothingIsLost, [create(), list()], { discredited: new Set([2]) })).toEqual([])
})
