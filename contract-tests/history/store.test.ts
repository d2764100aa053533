import { describe, expect, test } from 'vitest'
import { historyOf } from './judge.ts'
import {
  eachCreationIsNew,
  listedUnderOneStatus,
  onePetForEachId,
  reliableSightings,
  theOneAskedFor,
  whatIsNoIdIsNotFound,
} from './store.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const { id: _id, ...body } = rex

const create = (more: object = {}): Scene => ({
  ask: 'POST /pets',
  body,
  status: 201,
  json: { ...rex, ...more },
})
const read = (more: object = {}): Scene => ({ ask: 'GET /pets/7', json: { ...rex, ...more } })
const list = (...pets: readonly object[]): Scene => ({ ask: 'GET /pets?limit=50', json: pets })
const sold = (...pets: readonly object[]): Scene => ({ ask: 'GET /pets?status=sold', json: pets })

describe('an id is one pet’s', () => {
  test.for<Row>([
    ['and each reply shows it alike', [create(), list(rex), read(), sold(rex)], []],
    [
      'a read shows another name than its creation',
      [create(), read({ name: 'Tom' })],
      [
        'GET-1 or CREATE-2 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Rex"; #2 pet 7 with name "Tom")',
      ],
    ],
    [
      'a list shows another name than a read',
      [read(), list({ ...rex, name: 'Tom' })],
      [
        'LIST-7 or GET-1 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Rex"; #2 pet 7 with name "Tom")',
      ],
    ],
    [
      'a read shows another name than a list',
      [list(rex), read({ name: 'Tom' })],
      [
        'GET-1 or LIST-7 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Rex"; #2 pet 7 with name "Tom")',
      ],
    ],
    [
      'two lists show two names',
      [list(rex), list({ ...rex, name: 'Tom' })],
      [
        'LIST-7 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Rex"; #2 pet 7 with name "Tom")',
      ],
    ],
    [
      'one list shows two names',
      [list(rex, { ...rex, name: 'Tom' })],
      [
        'LIST-7 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Tom")',
      ],
    ],
    [
      'two creations have one id',
      [create(), create({ name: 'Tom' })],
      [
        'PET-2 or CREATE-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Rex"; #2 pet 7 with name "Tom")',
      ],
    ],
    [
      'a list shows another category',
      [create(), list({ ...rex, categoryId: 5 })],
      [
        'LIST-7 or CREATE-2 or PET-4 or PET-2: expected pet 7 with categoryId 1, as before; actual categoryId 5 (#1 pet 7 with categoryId 1; #2 pet 7 with categoryId 5)',
      ],
    ],
    [
      'a list shows a category without its sign',
      [create({ categoryId: -1 }), list(rex)],
      [
        'PET-4 or LIST-7 or CREATE-2 or PET-2: expected pet 7 with categoryId -1, as before; actual categoryId 1 (#1 pet 7 with categoryId -1; #2 pet 7 with categoryId 1)',
      ],
    ],
    [
      'a list shows another status',
      [create(), list({ ...rex, status: 'pending' })],
      [
        'LIST-7 or CREATE-2 or PET-2: expected pet 7 with status "sold", as before; actual status "pending" (#1 pet 7 with status "sold"; #2 pet 7 with status "pending")',
      ],
    ],
    [
      'a filtered list shows another status',
      [create({ status: 'pending' }), sold(rex)],
      [
        'LIST-5 or LIST-7 or CREATE-2 or PET-2: expected pet 7 with status "pending", as before; actual status "sold" (#1 pet 7 with status "pending"; #2 pet 7 with status "sold")',
      ],
    ],
    [
      'a filtered list shows another name and status',
      [create({ status: 'pending' }), sold({ ...rex, name: 'Tom' })],
      [
        'LIST-7 or CREATE-2 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Rex"; #2 pet 7 with name "Tom")',
      ],
    ],
    [
      'a filter comes second',
      [create({ status: 'pending' }), { ...list(rex), ask: 'GET /pets?limit=9&status=sold' }],
      [
        'LIST-5 or LIST-7 or CREATE-2 or PET-2: expected pet 7 with status "pending", as before; actual status "sold" (#1 pet 7 with status "pending"; #2 pet 7 with status "sold")',
      ],
    ],
    [
      'a read lacks the status',
      [create(), read({ status: undefined })],
      [
        'GET-1 or CREATE-2 or PET-2: expected pet 7 with status "sold", as before; actual status missing (#1 pet 7 with status "sold"; #2 pet 7 with status missing)',
      ],
    ],
    [
      'a read shows what is created only afterwards',
      [read({ name: 'Tom' }), create()],
      [
        'GET-2 or PET-2: expected pet 7 with name "Tom", as before; actual name "Rex" (#1 pet 7 with name "Tom"; #2 pet 7 with name "Rex")',
      ],
    ],
    [
      'what was made up is not held against later replies',
      [read({ name: 'Tom' }), create(), read()],
      [
        'GET-2 or PET-2: expected pet 7 with name "Tom", as before; actual name "Rex" (#1 pet 7 with name "Tom"; #2 pet 7 with name "Rex")',
      ],
    ],
    [
      'each reply that differs from the first',
      [create(), read({ name: 'Tom' }), read({ name: 'Tim' }), read()],
      [
        'GET-1 or CREATE-2 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tom" (#1 pet 7 with name "Rex"; #2 pet 7 with name "Tom")',
        'GET-1 or CREATE-2 or PET-2: expected pet 7 with name "Rex", as before; actual name "Tim" (#1 pet 7 with name "Rex"; #3 pet 7 with name "Tim")',
      ],
    ],
    ['a second address may be another store', [create(), { ...read({ name: 'Tom' }), base: 'b' }], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(onePetForEachId, scenes)).toEqual(findings)
  })
})

describe('a creation returns an id that no pet had', () => {
  test.for<Row>([
    [
      'where a list has shown it',
      [list(rex), create()],
      ['PET-2: expected an id that no pet has; actual 7 once more (#1 pet 7; #2 a new pet 7)'],
    ],
    [
      'where another creation returned it',
      [create(), create()],
      ['PET-2: expected an id that no pet has; actual 7 once more (#1 pet 7; #2 a new pet 7)'],
    ],
    [
      'where a read has shown it',
      [read(), create()],
      ['GET-2 or PET-2: expected an id that no pet has; actual 7 once more (#1 pet 7; #2 a new pet 7)'],
    ],
    [
      'where a read and a list have',
      [list(rex), read(), create()],
      ['PET-2: expected an id that no pet has; actual 7 once more (#1 pet 7; #3 a new pet 7)'],
    ],
    [
      'though a list under way shows it',
      [
        { ...create(), at: [0, 3] },
        { ...list(rex), at: [1, 2] },
      ],
      [],
    ],
    [
      'two at once, and a list beside them',
      [
        { ...create(), at: [0, 3] },
        { ...list(rex), at: [1, 2] },
        { ...create(), at: [0, 4] },
      ],
      ['PET-2: expected an id that no pet has; actual 7 once more (#2 pet 7; #3 a new pet 7)'],
    ],
    ['and other ids are other pets', [create(), create({ id: 8 }), list(rex, { ...rex, id: 8 })], []],
    ['at a second address by itself', [create(), { ...create(), base: 'b' }], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(eachCreationIsNew, scenes)).toEqual(findings)
  })
})

describe('a read shows the pet that was asked for', () => {
  test.for<Row>([
    ['and does', [read()], []],
    ['or that there is none', [{ ...read(), status: 404 }], []],
    [
      'not another one',
      [read({ id: 8 })],
      ['GET-1 or GET-2 or GET-3 or PET-1: expected the pet 7, or 404; actual the pet 8 (#1 the pet 8)'],
    ],
    ['not its id as a text, which is another matter', [read({ id: '7' })], []],
    [
      'not a pet without an id',
      [read({ id: undefined })],
      [
        'GET-1 or GET-2 or GET-3 or PET-1: expected the pet 7, or 404; actual a body without an id (#1 a body without an id)',
      ],
    ],
    [
      'not a list',
      [{ ask: 'GET /pets/7', json: [rex] }],
      [
        'GET-1 or GET-2 or GET-3 or PET-1: expected the pet 7, or 404; actual a body without an id (#1 a body without an id)',
      ],
    ],
    [
      'not null',
      [{ ask: 'GET /pets/7', json: null }],
      [
        'GET-1 or GET-2 or GET-3 or PET-1: expected the pet 7, or 404; actual a body without an id (#1 a body without an id)',
      ],
    ],
    [
      'not the one beside it that a double holds',
      [
        list({ ...rex, id: 9_007_199_254_740_992 }),
        { ask: 'GET /pets/9007199254740993', json: { ...rex, id: 9_007_199_254_740_992 } },
      ],
      [
        'GET-3 or GET-1 or GET-2 or PET-1: expected the pet 9007199254740993, or 404; actual the pet 9007199254740992 (#2 the pet 9007199254740992)',
      ],
    ],
    ['not of an id in an unusual form', [{ ask: 'GET /pets/07', json: { ...rex, id: 8 } }], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(theOneAskedFor, scenes)).toEqual(findings)
  })

  test('of what is wrong by itself nothing follows, nor of a body that is no JSON', () => {
    const exchanges = story(read({ id: 8 }))
    expect(theOneAskedFor({ ...historyOf({ exchanges }), discredited: new Set([1]) })).toEqual([])
    const unread = exchanges.map((one) => ({ ...one, json: undefined }))
    expect(theOneAskedFor(historyOf({ exchanges: unread }))).toEqual([])
  })
})

describe('a pet without a status is listed under one at most', () => {
  const { status: _status, ...bare } = rex
  const pending: Scene = { ask: 'GET /pets?status=pending&limit=50', json: [bare] }

  test.for<Row>([
    ['and is', [list(bare), sold(bare), sold(bare)], []],
    ['whatever others are listed under', [sold(rex), pending], []],
    [
      'not under two',
      [sold(bare), pending],
      [
        'LIST-5: expected pets that are pending only: pet 7 has no status, and was listed among those that are sold; actual pet 7, without a status (#1 pet 7, without a status; #2 pet 7, without a status)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(listedUnderOneStatus, scenes)).toEqual(findings)
  })
})

test('where a pet must be found is shown by the ids that are one pet’s', () => {
  const exchanges = story(create(), read({ name: 'Tom' }), list({ ...rex, id: 8 }))
  const { changedPets: _none, ...history } = historyOf({ exchanges })
  const ids = (discredited: ReadonlySet<number>): readonly string[] =>
    reliableSightings({ ...history, discredited }).map(({ id }) => id)
  expect([ids(new Set()), ids(new Set([2])), ids(new Set([3]))]).toEqual([['8'], ['8'], []])
})

test.for<Row>([
  [
    'what begins as an id, and is none, shows no pet',
    [{ ask: 'GET /pets/7x', json: rex }],
    [
      'GET-2 or GET-3: expected 404, or 400: no pet has such an id; actual status 200 with the pet 7 (#1 status 200 with the pet 7)',
    ],
  ],
  [
    'nor what begins as one below 0',
    [{ ask: 'GET /pets/-7x', json: { ...rex, id: -7 } }],
    [
      'GET-2 or GET-3: expected 404, or 400: no pet has such an id; actual status 200 with the pet -7 (#1 status 200 with the pet -7)',
    ],
  ],
  ['nor need it be refused in one way', [{ ask: 'GET /pets/7x', status: 400, json: {} }], []],
  [
    'a number in another spelling may be an id',
    [
      { ask: 'GET /pets/1e1', json: rex },
      { ask: 'GET /pets/07', json: rex },
    ],
    [],
  ],
  ['what is answered without a pet is nobody’s', [{ ask: 'GET /pets/7x', json: {} }], []],
])('%s', ([_what, scenes, findings]) => {
  expect(found(whatIsNoIdIsNotFound, scenes)).toEqual(findings)
})
