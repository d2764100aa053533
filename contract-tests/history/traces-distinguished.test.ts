import { describe, expect, test } from 'vitest'
import { historyOf } from './judge.ts'
import { ODD_CATEGORY } from './odd-pets.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row, reported } from './testing/findings.ts'
import { eachAddsWhatItSays } from './traces.ts'

const OWN = { ownNames: 'run' }
const rex = { name: 'run a', categoryId: 1, status: 'sold' }
const pet = (id: number, fields: object = {}): object => ({ id, ...rex, ...fields })

const sent = (status: number, body: unknown, json: unknown = {}, more: Partial<Scene> = {}): Scene => ({
  ask: 'POST /pets',
  body,
  status,
  json,
  ...more,
})
const refused = (name = 'run a'): Scene => sent(400, { ...rex, name })
const created = (id: number, fields: object = {}, more: Partial<Scene> = {}): Scene =>
  sent(201, { ...rex, ...fields }, pet(id, fields), more)
const list = (...pets: readonly unknown[]): Scene => ({ ask: 'GET /pets?limit=50', json: pets })
const mia = { name: 'run b' }

describe('a pet that another creation has added is no further one, whatever name it is shown with', () => {
  test.for<Row>([
    ['with 201', [created(7), created(8, mia), list(pet(7), pet(8))], []],
    [
      'with a crash that shows it',
      [created(7), sent(500, { ...rex, ...mia }, pet(8, mia)), list(pet(7), pet(8))],
      [],
    ],
    [
      'but with a crash that shows none',
      [created(7), sent(500, { ...rex, ...mia }, { id: 8 }), list(pet(7), pet(8))],
      [
        'CREATE-1: expected at most 1 pet named run a; actual 2 pets named run a (#1 status 201; #3 2 pets named run a)',
      ],
    ],
    [
      'but at another address',
      [created(7), created(8, mia, { base: 'b' }), list(pet(7), pet(8))],
      [
        'CREATE-1: expected at most 1 pet named run a; actual 2 pets named run a (#1 status 201; #3 2 pets named run a)',
      ],
    ],
    [
      'but a read of it is no creation',
      [created(7), { ask: 'GET /pets/8', json: pet(8) }, list(pet(7), pet(8))],
      [
        'CREATE-1: expected at most 1 pet named run a; actual 2 pets named run a (#1 status 201; #3 2 pets named run a)',
      ],
    ],
    ['refused: nor is it one', [refused(), created(8, mia), list(pet(8))], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(eachAddsWhatItSays, scenes, OWN)).toEqual(findings)
  })
})

describe('a read shows a pet whose id was passed over', () => {
  const read = (id: number, fields: object = {}): Scene => ({ ask: `GET /pets/${id}`, json: pet(id, fields) })
  const found7 =
    'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#2 status 400; #4 1 pet named run a)'
  test.for<Row>([
    ['between two pets that were added', [created(6, mia), refused(), created(8, mia), read(7)], [found7]],
    ['after the last one', [created(6, mia), refused(), read(7)], [found7.replace('#4', '#3')]],
    ['unless nothing was refused there', [refused(), created(6, mia), created(8, mia), read(7)], []],
    ['unless it is far from them', [created(6, mia), refused(), created(26, mia), read(7)], []],
    [
      'unless it shows another pet',
      [created(6, mia), refused(), created(8, mia), { ...read(7), json: pet(9) }],
      [],
    ],
    [
      'unless it is a pet of others',
      [created(6, mia), refused(), created(8, mia), read(7, { name: 'Rex' })],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(eachAddsWhatItSays, scenes, OWN)).toEqual(findings)
  })
})

describe('of the lists count', () => {
  test.for<Row>([
    ['those that are served', [refused(), { ...list(pet(7)), status: 206 }], []],
    ['those of lists', [refused(), { ...list(pet(7)), ask: 'GET /pets/7' }], []],
    ['those of the first address', [refused(), { ...list(pet(7)), base: 'b' }], []],
    ['those that are lists', [refused(), { ...list(), json: pet(7) }], []],
    [
      'objects in them',
      [refused(), list(null, 7, pet(7))],
      [
        'CREATE-6 or CREATE-7 or CREATE-1: expected no pet named run a: its creation was refused; actual 1 pet named run a (#1 status 400; #2 1 pet named run a)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(eachAddsWhatItSays, scenes, OWN)).toEqual(findings)
  })
})

describe('a pet without a name of ours is found by the odd category', () => {
  const odd = { id: 7, categoryId: ODD_CATEGORY }

  test.for<Row>([
    [
      'where the body had no name',
      [sent(400, { categoryId: ODD_CATEGORY }), list(odd)],
      [
        'CREATE-6: expected no pet in category 1913874610: its creation was refused; actual 1 pet in category 1913874610 (#1 status 400; #2 1 pet in category 1913874610)',
      ],
    ],
    ['not where it had one', [sent(400, { name: 'Tom', categoryId: ODD_CATEGORY }), list(odd)], []],
    ['not where it had another category', [sent(400, { categoryId: 1 }), list(odd)], []],
    [
      'not where the pet has another',
      [sent(400, { categoryId: ODD_CATEGORY }), list({ ...odd, categoryId: 1 })],
      [],
    ],
    [
      'as the text of one of several',
      [
        sent(400, { name: 5, categoryId: ODD_CATEGORY }),
        sent(400, { name: true, categoryId: ODD_CATEGORY }),
        list({ ...odd, name: 'true' }),
      ],
      [
        'CREATE-6: expected no pet in category 1913874610: its creation was refused; actual 1 pet in category 1913874610 (#1 status 400; #2 status 400; #3 1 pet in category 1913874610)',
      ],
    ],
    [
      'whose name is a number',
      [sent(400, { categoryId: ODD_CATEGORY }), list({ ...odd, name: 5 })],
      [
        'CREATE-6: expected no pet in category 1913874610: its creation was refused; actual 1 pet in category 1913874610 (#1 status 400; #2 1 pet in category 1913874610)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(eachAddsWhatItSays, scenes, OWN)).toEqual(findings)
  })
})

describe('others, who may copy what is ours, are seen', () => {
  const ours = [refused(), list(pet(7))]
  const seen = (other: object, before: readonly Scene[] = []): number =>
    found(eachAddsWhatItSays, [...before, refused(), list(pet(7), other)], OWN).length

  test('by names that are longer than one of ours', () => {
    expect([
      seen(pet(9, { name: 'run a copy' })),
      seen(pet(9, { name: 'run c' })),
      seen(pet(9, { name: 'run' })),
    ]).toEqual([0, 1, 1])
    expect(
      found(
        eachAddsWhatItSays,
        [refused('run'), list(pet(7, { name: 'run' }), pet(9, { name: 'runner' }))],
        OWN,
      ),
    ).toHaveLength(1)
  })

  test('but not by what is ours: what was created, what was named, and what an invalid body has left', () => {
    expect(seen({ id: 9, name: 'Tom' }, [created(9, { name: 'Tim' })])).toBe(1)
    expect(seen(pet(9, { name: 'run-odd-name' }))).toBe(1)
    expect(found(eachAddsWhatItSays, [created(6, { name: 'Tom' }), ...ours], OWN)).toHaveLength(1)
  })

  test('nor where 201 was answered, by any other name', () => {
    const scenes = (name: string): readonly Scene[] => [created(7), list(pet(7), pet(8), { id: 9, name })]
    expect([
      found(eachAddsWhatItSays, scenes('Tom'), OWN).length,
      found(eachAddsWhatItSays, scenes('run c'), OWN).length,
    ]).toEqual([0, 1])
  })

  test('but not by what was there before the first creation', () => {
    const tom = { id: 9, name: 'run a copy' }
    expect(found(eachAddsWhatItSays, [list(tom), ...ours], OWN)).toHaveLength(1)
  })
})

test('a long name is cut, and of many requests the first five are shown', () => {
  const name = `run ${'x'.repeat(100)}`
  const [finding] = found(
    eachAddsWhatItSays,
    [...Array.from({ length: 6 }, () => refused(name)), list(pet(7, { name }))],
    OWN,
  )
  expect(finding).toContain(`no pet named run ${'x'.repeat(56)}: its creation was refused`)
  expect(finding).toContain(
    '(#1 status 400; #2 status 400; #3 status 400; #4 status 400; #5 status 400; #7 1 pet',
  )
})

test('what was sent again may have added as many as it was sent', () => {
  const exchanges = story(created(7), list(pet(7), pet(8), pet(9)))
  const foundOf = (tries: number): readonly string[] =>
    reported(
      eachAddsWhatItSays(
        historyOf({ exchanges: exchanges.map((one) => (one.id === 1 ? { ...one, tries } : one)), ...OWN }),
      ),
    )
  expect([foundOf(1).length, foundOf(2).length, foundOf(3).length]).toEqual([1, 1, 0])
  expect(foundOf(2)).toEqual([
    'CREATE-1: expected at most 2 pets named run a; actual 3 pets named run a (#1 status 201; #2 3 pets named run a)',
  ])
})

test('a creation that is shown otherwise than it was sent may be any of them', () => {
  const scenes = (count: number): readonly Scene[] => [
    created(7),
    sent(201, rex, pet(8, { name: 'Rex' })),
    list(...Array.from({ length: count }, (_, at) => pet(7 + at))),
  ]
  expect([
    found(eachAddsWhatItSays, scenes(2), OWN).length,
    found(eachAddsWhatItSays, scenes(3), OWN).length,
  ]).toEqual([0, 1])
})
