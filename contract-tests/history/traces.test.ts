import { describe, expect, test } from 'vitest'
import { historyOf } from './judge.ts'
import { ODD_CATEGORY } from './odd-pets.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row, reported } from './testing/findings.ts'
import { eachAddsWhatItSays } from './traces.ts'

const OWN = { ownNames: 'run' }
const rex = { name: 'run a', categoryId: 1, status: 'sold' }
const pet = (id: number, fields: object = {}): object => ({ id, ...rex, ...fields })

const refused = (status: number, body: object = rex, more: Partial<Scene> = {}): Scene => ({
  ask: 'POST /pets',
  body,
  status,
  json: {},
  ...more,
})
const created = (id: number, fields: object = {}, more: Partial<Scene> = {}): Scene => ({
  ask: 'POST /pets',
  body: { ...rex, ...fields },
  status: 201,
  json: pet(id, fields),
  ...more,
})
const list = (...pets: readonly object[]): Scene => ({ ask: 'GET /pets?limit=50', json: pets })

describe('a creation that was refused adds nothing', () => {
  test.for<Row>([
    ['and does not', [refused(400), list()], []],
    [
      'with 400',
      [refused(400), list(pet(7))],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #2 1 pet named run a)',
      ],
    ],
    [
      'with 400, though one of the name is created after it was seen',
      [refused(400), list(pet(7)), created(8), list(pet(7), pet(8))],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #2 1 pet named run a)',
      ],
    ],
    [
      'unless one of the name was under way when it was seen, and shows no pet',
      [refused(400, rex, { at: [0, 1] }), { ...list(pet(7)), at: [2, 4] }, refused(500, rex, { at: [3, 5] })],
      [],
    ],
    [
      'an invalid body',
      [refused(400, { name: 'run a' }), list({ id: 7, name: 'run a' })],
      [
        'CREATE-6: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #2 1 pet named run a)',
      ],
    ],
    [
      'without a valid key',
      [refused(401, rex, { key: '' }), list(pet(7))],
      [
        'AUTH-5: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 401; #2 1 pet named run a)',
      ],
    ],
    [
      'with a key',
      [refused(401), list(pet(7))],
      [
        'AUTH-5 or AUTH-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 401; #2 1 pet named run a)',
      ],
    ],
    [
      'with 403',
      [refused(403), list(pet(7))],
      [
        'AUTH-5 or AUTH-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 403; #2 1 pet named run a)',
      ],
    ],
    [
      'over the limit',
      [refused(429), list(pet(7))],
      [
        'LIMIT-7: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 429; #2 1 pet named run a)',
      ],
    ],
    [
      'with 404',
      [refused(404), list(pet(7))],
      [
        'CREATE-6 or BASE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 404; #2 1 pet named run a)',
      ],
    ],
    [
      'with 415',
      [refused(415), list(pet(7))],
      [
        'CREATE-6 or BASE-3: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 415; #2 1 pet named run a)',
      ],
    ],
    [
      'two, of two clauses',
      [refused(429), refused(400), list(pet(7))],
      [
        'LIMIT-7 or CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 429; #2 status 400; #3 1 pet named run a)',
      ],
    ],
    [
      'each that was sent in time',
      [refused(400), list(pet(7)), refused(429)],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #3 status 429; #2 1 pet named run a)',
      ],
    ],
    [
      'by whichever of several lists shows it',
      [refused(400), list(), list(pet(7)), list(pet(7))],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #3 1 pet named run a)',
      ],
    ],
    [
      'nor two',
      [refused(400), list(pet(7), pet(8))],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 2 pets named run a (#1 status 400; #2 2 pets named run a)',
      ],
    ],
    ['but an earlier run may have', [list(pet(7)), refused(400), list(pet(7))], []],
    [
      'though the list is beside it',
      [
        { ...refused(400), at: [1, 2] },
        { ...list(pet(7)), at: [0, 3] },
      ],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #2 1 pet named run a)',
      ],
    ],
    ['but a crash may', [refused(500), list(pet(7))], []],
    ['but another creation may', [refused(400), created(7), list(pet(7))], []],
    ['but others may, who copy ours', [refused(400), list(pet(7), { ...pet(9), name: 'run a copy' })], []],
    [
      'others may add what they like',
      [refused(400), list(pet(7), { ...pet(9), name: 'Tom' })],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #2 1 pet named run a)',
      ],
    ],
    ['but at a second address may', [refused(400, rex, { base: 'b' }), list(pet(7))], []],
    [
      'but with another name may',
      [refused(400, { ...rex, name: 'Rex' }), list({ ...pet(7), name: 'Rex' })],
      [],
    ],
    [
      'with a name that comes back trimmed',
      [refused(400, { ...rex, name: ' run b ' }), list({ ...pet(7), name: 'run b' })],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named  run b : its creation was refused; actual 1 pet named  run b  (#1 status 400; #2 1 pet named  run b )',
      ],
    ],
    [
      'with a quote in the name',
      [refused(400, { ...rex, name: 'run "b"' }), list({ ...pet(7), name: 'run "b"' })],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run "b": its creation was refused; actual 1 pet named run "b" (#1 status 400; #2 1 pet named run "b")',
      ],
    ],
    ['but what another method does is not known', [{ ...refused(405), ask: 'PUT /pets' }, list(pet(7))], []],
    [
      'with an odd category and no name',
      [refused(400, { categoryId: ODD_CATEGORY }), list({ id: 7, categoryId: ODD_CATEGORY })],
      [
        'CREATE-6: expected no pet in category 1913874610: its creation was refused; actual 1 pet in category 1913874610 (#1 status 400; #2 1 pet in category 1913874610)',
      ],
    ],
    [
      'with an odd category and no name, stored as an empty one',
      [refused(400, { categoryId: ODD_CATEGORY }), list({ id: 7, name: '', categoryId: ODD_CATEGORY })],
      [
        'CREATE-6: expected no pet in category 1913874610: its creation was refused; actual 1 pet in category 1913874610 (#1 status 400; #2 1 pet in category 1913874610)',
      ],
    ],
    [
      'with a name that is a number, stored as a text',
      [
        refused(400, { name: 5, categoryId: ODD_CATEGORY }),
        list({ id: 7, name: '5', categoryId: ODD_CATEGORY }),
      ],
      [
        'CREATE-6: expected no pet in category 1913874610: its creation was refused; actual 1 pet in category 1913874610 (#1 status 400; #2 1 pet in category 1913874610)',
      ],
    ],
    [
      'but others may use that category under names of their own',
      [refused(400, { categoryId: ODD_CATEGORY }), list({ id: 7, name: 'Tom', categoryId: ODD_CATEGORY })],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(eachAddsWhatItSays, scenes, OWN)).toEqual(findings)
  })

  test('where our names are known, and lists are right', () => {
    const scenes = [refused(400), list(pet(7))]
    expect(found(eachAddsWhatItSays, scenes)).toEqual([])
    expect(found(eachAddsWhatItSays, scenes, { ...OWN, discredited: new Set([2]) })).toEqual([])
  })

  test('unless it was sent again, where the connection broke', () => {
    const exchanges = story(refused(400), list(pet(7))).map((one) => ({ ...one, tries: 2 }))
    expect(eachAddsWhatItSays(historyOf({ exchanges, ...OWN }))).toEqual([])
    const two = story(refused(400), list(pet(7), pet(8))).map((one) => ({ ...one, tries: 2 }))
    expect(reported(eachAddsWhatItSays(historyOf({ exchanges: two, ...OWN })))).toEqual([])
  })
})

describe('a creation that was answered 201 adds one pet', () => {
  test.for<Row>([
    ['and does', [created(7), list(pet(7))], []],
    [
      'not two',
      [created(7), list(pet(7), pet(8))],
      [
        'CREATE-1: expected at most 1 pet named run a; actual 2 pets named run a (#1 status 201; #2 2 pets named run a)',
      ],
    ],
    [
      'not three',
      [created(7), list(pet(7), pet(8), pet(9))],
      [
        'CREATE-1: expected at most 1 pet named run a; actual 3 pets named run a (#1 status 201; #2 3 pets named run a)',
      ],
    ],
    ['two of one name add two', [created(7), created(8), list(pet(7), pet(8))], []],
    [
      'two of one name do not add three',
      [created(7), created(8), list(pet(7), pet(8), pet(9))],
      [
        'CREATE-1: expected at most 2 pets named run a; actual 3 pets named run a (#1 status 201; #2 status 201; #3 3 pets named run a)',
      ],
    ],
    ['but one that crashed may have added another', [created(7), refused(500), list(pet(7), pet(8))], []],
    ['one of another category is no twin', [created(7), list(pet(7), pet(8, { categoryId: 2 }))], []],
    [
      'two of two categories',
      [created(7), created(8, { categoryId: 2 }), list(pet(7), pet(8, { categoryId: 2 }), pet(9))],
      [
        'CREATE-1: expected at most 1 pet named run a; actual 2 pets named run a (#1 status 201; #3 2 pets named run a)',
      ],
    ],
    ['but others may copy it', [created(7), list(pet(7), pet(8), { ...pet(9), name: 'Tom' })], []],
    [
      'though a pet was there before',
      [list({ ...pet(6), name: 'Tom' }), created(7), list({ ...pet(6), name: 'Tom' }, pet(7), pet(8))],
      [
        'CREATE-1: expected at most 1 pet named run a; actual 2 pets named run a (#2 status 201; #3 2 pets named run a)',
      ],
    ],
    [
      'one of two names that come back alike',
      [created(7, { name: 'run  a' }, { json: pet(7) }), created(8), list(pet(7), pet(8))],
      [],
    ],
    [
      'not three of them',
      [created(7, { name: 'run  a' }, { json: pet(7) }), created(8), list(pet(7), pet(8), pet(9))],
      [
        'CREATE-1: expected at most 2 pets named run  a; actual 3 pets named run  a (#1 status 201; #2 status 201; #3 3 pets named run  a)',
        'CREATE-1: expected at most 2 pets named run a; actual 3 pets named run a (#1 status 201; #2 status 201; #3 3 pets named run a)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(eachAddsWhatItSays, scenes, OWN)).toEqual(findings)
  })
})
