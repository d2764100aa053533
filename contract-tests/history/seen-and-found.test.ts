import { describe, expect, test } from 'vitest'
import { EARLIEST_REMOVAL } from './outcomes.ts'
import { whatIsSeenIsFound } from './seen-and-found.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

type Pet = Readonly<{ id: number; name: string; categoryId: number; status?: string | undefined }>

const rex: Pet = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const mia: Pet = { ...rex, id: 8, name: 'Mia', status: 'pending' }

const create = (pet: Pet = rex): Scene => ({ ask: 'POST /pets', body: pet, status: 201, json: pet })
const read = (pet: Pet = rex): Scene => ({ ask: `GET /pets/${pet.id}`, json: pet })
const get = (query: string, ...pets: readonly unknown[]): Scene => ({ ask: `GET /pets${query}`, json: pets })
const list = (...pets: readonly unknown[]): Scene => get('?limit=50', ...pets)
const gone = (id = 7): Scene => ({ ask: `GET /pets/${id}`, status: 404, json: {} })

describe('a pet that was seen is found', () => {
  test.for<Row>([
    [
      'not where it was created',
      [create(), gone()],
      [
        'GET-1 or DEPRECATION-1 or CREATE-2: expected 200 with pet 7, which was there before; actual status 404 (#1 pet 7; #2 status 404)',
      ],
    ],
    [
      'not where a list showed it, which may round its id',
      [list(rex), gone()],
      [
        'GET-1 or DEPRECATION-1 or LIST-7 or PET-2: expected 200 with pet 7, which was there before; actual status 404 (#1 pet 7; #2 status 404)',
      ],
    ],
    [
      'not where a read did',
      [read(), gone()],
      [
        'GET-1 or DEPRECATION-1: expected 200 with pet 7, which was there before; actual status 404 (#1 pet 7; #2 status 404)',
      ],
    ],
    [
      'not with an id beyond 32 bits, which may be too large',
      [create({ ...rex, id: 2 ** 40 }), gone(2 ** 40)],
      [
        'GET-1 or DEPRECATION-1 or GET-3 or CREATE-2: expected 200 with pet 1099511627776, which was there before; actual status 404 (#1 pet 1099511627776; #2 status 404)',
      ],
    ],
    [
      'not where no read of several finds one',
      [create(), create(mia), gone(), gone(8)],
      [
        'DEPRECATION-1 or GET-1 or CREATE-2: expected 200 with pet 7, which was there before; actual status 404 (#1 pet 7; #3 status 404)',
        'DEPRECATION-1 or GET-1 or CREATE-2: expected 200 with pet 8, which was there before; actual status 404 (#2 pet 8; #4 status 404)',
      ],
    ],
    [
      'not at a second address',
      [
        { ...create(), base: 'b' },
        { ...gone(), base: 'b' },
      ],
      [
        'BASE-2 or GET-1 or DEPRECATION-1 or CREATE-2: expected 200 with pet 7, which was there before; actual status 404 (#1 pet 7; #2 status 404)',
      ],
    ],
    [
      'not with another key that shares the store',
      [create(), { ...read(), key: 'b' }, create(mia), { ...gone(8), key: 'b' }],
      [
        'GET-1 or DEPRECATION-1 or CREATE-2: expected 200 with pet 8, which was there before; actual status 404 (#1 a pet of the other key; #2 a pet of the other key; #3 pet 8; #4 status 404)',
      ],
    ],
    ['unless it was seen beside or afterwards', [gone(), create()], []],
    ['unless another key saw it', [create(), { ...gone(), key: 'b' }], []],
    ['unless the request has no key', [create(), { ...gone(), key: '' }], []],
    ['unless the id is in an unusual form', [create(), { ...gone(), ask: 'GET /pets/07' }], []],
    ['as it was', [create(), read()], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(whatIsSeenIsFound, scenes)).toEqual(findings)
  })

  test('until getPet may be removed', () => {
    const exchanges = story(create(), gone())
    const foundAt = (sent: number): number =>
      whatIsSeenIsFound(historyOf({ exchanges: exchanges.map((one) => ({ ...one, sent, received: sent })) }))
        .length
    expect([foundAt(EARLIEST_REMOVAL - 1), foundAt(EARLIEST_REMOVAL)]).toEqual([1, 0])
  })
})
