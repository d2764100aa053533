import { describe, expect, test } from 'vitest'
import { historyOf } from './judge.ts'
import { validIsServed } from './outcomes.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const LIST: Scene = { ask: 'GET /pets', json: [] }

/** A creation of what is nearly Rex, and what it is answered. */
function create(fields: object = {}, more: Partial<Scene> = {}): Scene {
  const { id: _id, ...body } = { ...rex, ...fields }
  return { ask: 'POST /pets', body, status: 201, json: { ...rex, ...fields }, ...more }
}

const refused = (fields: object = {}, more: Partial<Scene> = {}): Scene =>
  create(fields, { status: 400, json: {}, ...more })
const answered = (status: number, fields: object = {}): Scene => create(fields, { status, json: {} })
const long = { name: 'x'.repeat(1000) }
const listed: Scene = { ...LIST, json: [rex] }

describe('a valid body is answered 201 with the pet', () => {
  test.for<Row>([
    ['and is', [create()], []],
    [
      'not without one',
      [LIST, create({}, { json: [] })],
      ['CREATE-1: expected 201 with the pet; actual status 201 without a pet (#2 status 201 without a pet)'],
    ],
    [
      'not with another success',
      [LIST, answered(200)],
      ['CREATE-1: expected 201 with the pet; actual status 200 (#2 status 200)'],
    ],
    [
      'not with a crash',
      [LIST, answered(500)],
      ['CREATE-1 or CREATE-7: expected 201 with the pet; actual status 500 (#2 status 500)'],
    ],
    ['or with 409, where another pet has its name', [listed, answered(409)], []],
    ['or in another letter case', [listed, answered(409, { name: 'REX' })], []],
    ['or with other accents', [listed, answered(409, { name: 'Réx' })], []],
    ['or in letters that are compatible', [listed, answered(409, { name: 'Ｒｅｘ' })], []],
    ['or with the same letters and digits', [listed, answered(409, { name: '-R.e x!' })], []],
    ['or with the same beginning', [create(long), answered(409, { name: `${long.name.slice(0, 20)}y` })], []],
    [
      'not with 409 where a name is the same for fewer letters',
      [create(long), answered(409, { name: `${long.name.slice(0, 19)}y` })],
      ['CREATE-1: expected 201 with the pet, or 400; actual status 409 (#2 status 409)'],
    ],
    [
      'not with 409 where none has',
      [listed, answered(409, { name: 'Mia' })],
      ['CREATE-1 or CREATE-7: expected 201 with the pet, or 400; actual status 409 (#2 status 409)'],
    ],
    [
      'not with 404',
      [LIST, answered(404)],
      ['BASE-1 or CREATE-1 or CREATE-7: expected 201 with the pet; actual status 404 (#2 status 404)'],
    ],
    [
      'not with 415',
      [LIST, answered(415)],
      ['BASE-3 or CREATE-1 or CREATE-7: expected 201 with the pet; actual status 415 (#2 status 415)'],
    ],
    [
      'not with a crash for its status, where others are added',
      [create({ status: 'pending' }), answered(500)],
      ['CREATE-7 or CREATE-1: expected 201 with the pet; actual status 500 (#2 status 500)'],
    ],
    [
      'not with a crash where the same status is added',
      [create(), answered(500, { name: 'Mia' })],
      ['CREATE-1 or CREATE-7: expected 201 with the pet; actual status 500 (#2 status 500)'],
    ],
    [
      'not with 422 for a member more, but with 400',
      [LIST, answered(422, { colour: 1 })],
      [
        'CREATE-1 or CREATE-7 or CREATE-4: expected 201 with the pet, or 400; actual status 422 (#2 status 422)',
      ],
    ],
    [
      'not with a crash for a member more',
      [LIST, answered(500, { colour: 1 })],
      ['CREATE-1 or CREATE-7: expected 201 with the pet; actual status 500 (#2 status 500)'],
    ],
    [
      'not with 422 for an unusual name, but with 400',
      [create(), create({ name: 'Mia', status: 'sold' }), answered(422, { name: '' })],
      ['CREATE-1: expected 201 with the pet, or 400; actual status 422 (#3 status 422)'],
    ],
    [
      'not with 422 for an unusual category, nor where all of its status are answered so',
      [
        create(),
        answered(422, { name: 'Mia', categoryId: 2 }),
        answered(422, { name: 'Mi', status: 'pending' }),
      ],
      [
        'CREATE-1: expected 201 with the pet, or 400; actual status 422 (#2 status 422)',
        'CREATE-7 or CREATE-1: expected 201 with the pet, or 400; actual status 422 (#3 status 422)',
      ],
    ],
    [
      'not with the status of other invalid bodies',
      [create(), answered(422, { name: 7 }), answered(422, { name: '' })],
      ['CREATE-1 or CREATE-4: expected 201 with the pet, or 400; actual status 422 (#3 status 422)'],
    ],
    [
      'not with 422 for a usual name',
      [create(), answered(422, { name: 'Mia' }), answered(422, { name: '', categoryId: 'one' })],
      ['CREATE-1 or CREATE-7: expected 201 with the pet; actual status 422 (#2 status 422)'],
    ],
    ['unless a rule that is not shown refuses it', [LIST, refused()], []],
    ['unless it is long', [LIST, create(long, { status: 413 })], []],
    [
      'not where it is short, with 413',
      [LIST, answered(413)],
      ['CREATE-1 or CREATE-7: expected 201 with the pet, or 400; actual status 413 (#2 status 413)'],
    ],
    ['unless it is invalid', [LIST, answered(500, { categoryId: 'one' })], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(validIsServed, scenes)).toEqual(findings)
  })
})

describe('no rule of names and categories refuses what it accepts later', () => {
  const TEXT = { 'Content-Type': 'application/json;charset=utf-8' }
  const inLowerCase = (scene: Scene): Scene => ({ ...scene, sends: { 'content-type': 'application/json' } })

  test.for<Row>([
    [
      'sent alike',
      [LIST, refused(), create()],
      [
        'CREATE-1 or CREATE-7: expected 201: no rule of names and categories refuses what it accepts later; actual status 400 (#2 status 400; #3 status 201; #2 is wrong)',
      ],
    ],
    [
      'with another status',
      [LIST, refused(), create({ status: 'pending' })],
      [
        'CREATE-7 or CREATE-1: expected 201: no rule of names and categories refuses what it accepts later; actual status 400 (#2 status 400; #3 status 201; #2 is wrong)',
      ],
    ],
    [
      'with another type',
      [LIST, refused({}, { sends: TEXT }), create()],
      [
        'CREATE-1 or CREATE-7 or BASE-3: expected 201: no rule of names and categories refuses what it accepts later; actual status 400 (#2 status 400; #3 status 201; #2 is wrong)',
      ],
    ],
    [
      'with another status and type',
      [LIST, refused({}, { sends: TEXT }), create({ status: 'pending' })],
      [
        'CREATE-7 or CREATE-1 or BASE-3: expected 201: no rule of names and categories refuses what it accepts later; actual status 400 (#2 status 400; #3 status 201; #2 is wrong)',
      ],
    ],
    [
      'a long one',
      [LIST, create(long, { status: 413, json: {} }), create(long)],
      [
        'CREATE-1 or CREATE-7: expected 201: no rule of names and categories refuses what it accepts later; actual status 413 (#2 status 413; #3 status 201; #2 is wrong)',
      ],
    ],
    ['not accepted before', [create(), refused()], []],
    [
      'each in another pet',
      [LIST, refused(), create({ name: 'Mia' }), create({ categoryId: 2 })],
      [
        'CREATE-1 or CREATE-7: expected 201: no rule of names and categories refuses what it accepts later; actual status 400 (#2 status 400; #3 status 201; #4 status 201; #2 is wrong)',
      ],
    ],
    [
      'not where the name may be taken in the category',
      [create(), refused(), create({ name: 'Mia' }), create({ categoryId: 2 })],
      [],
    ],
    ['not with another name', [LIST, refused(), create({ name: 'Mia' })], []],
    ['not with another category', [LIST, refused(), create({ categoryId: 2 })], []],
    ['not with another member', [LIST, refused(), create({ colour: 1 })], []],
    ['not with another key', [LIST, refused(), create({}, { key: 'b' })], []],
    ['not at another address', [LIST, refused(), create({}, { base: 'b' })], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(validIsServed, scenes)).toEqual(findings)
  })

  test('with the header in lower case, whose name is the same', () => {
    const [first, second, third] = story(LIST, inLowerCase(refused()), create())
    if (first === undefined || second === undefined || third === undefined) throw new Error('no exchanges')
    const { 'Content-Type': _none, ...headers } = second.probe.headers
    const lower = { ...second, probe: { ...second.probe, headers } }
    const findings = validIsServed(historyOf({ exchanges: [first, lower, third] }))
    expect(findings.map(({ clause, alternatives }) => [clause, alternatives])).toEqual([
      ['BASE-3', ['CREATE-7', 'CREATE-1']],
    ])
  })
})

describe('a service that refuses all', () => {
  const near = (letter: string): Scene => refused({ name: `Re${letter}` })
  const [a, b, c] = [near('a'), near('b'), near('c')]

  test.for<Row>([
    [
      'refuses three that are nearly as a pet',
      [listed, a, b, c],
      [
        'CREATE-1 or CREATE-7: expected 201: it refuses all, even what is nearly as pets that it has; actual status 400 (#1 status 200; #2 status 400; #3 status 400; #4 status 400; #2 is wrong)',
        'CREATE-1 or CREATE-7: expected 201: it refuses all, even what is nearly as pets that it has; actual status 400 (#1 status 200; #2 status 400; #3 status 400; #4 status 400; #3 is wrong)',
        'CREATE-1 or CREATE-7: expected 201: it refuses all, even what is nearly as pets that it has; actual status 400 (#1 status 200; #2 status 400; #3 status 400; #4 status 400)',
      ],
    ],
    [
      'but not for a name that begins as that of the pet, and may be taken',
      [
        { ...LIST, json: [{ ...rex, name: 'Rex of the Silver Forest' }] },
        ...['a', 'b', 'c'].map((letter) => refused({ name: `Rex of the Silver Fores${letter}` })),
      ],
      [],
    ],
    [
      'and each other one',
      [listed, refused({ name: 'Mia' }), a, b, c],
      [
        'CREATE-1 or CREATE-7: expected 201: it refuses all, even what is nearly as pets that it has; actual status 400 (#1 status 200; #2 status 400; #3 status 400; #4 status 400; #5 status 400; #2 is wrong)',
        'CREATE-1 or CREATE-7: expected 201: it refuses all, even what is nearly as pets that it has; actual status 400 (#1 status 200; #3 status 400; #4 status 400; #5 status 400; #3 is wrong)',
        'CREATE-1 or CREATE-7: expected 201: it refuses all, even what is nearly as pets that it has; actual status 400 (#1 status 200; #3 status 400; #4 status 400; #5 status 400; #4 is wrong)',
        'CREATE-1 or CREATE-7: expected 201: it refuses all, even what is nearly as pets that it has; actual status 400 (#1 status 200; #3 status 400; #4 status 400; #5 status 400)',
      ],
    ],
    ['not where two are nearly so', [listed, a, b, refused({ name: 'Mia' })], []],
    ['not where one is accepted', [listed, a, b, c, create({ name: 'Tom' })], []],
    ['not where the category is another', [listed, a, b, refused({ name: 'Rec', categoryId: 2 })], []],
    ['not where the name is there', [listed, a, b, refused()], []],
    ['not where a member is there more', [listed, a, b, refused({ name: 'Rec', colour: 1 })], []],
    ['not where another key asks', [listed, a, b, { ...c, key: 'b' }], []],
    ['not where the last letter is of another kind', [listed, a, b, near('é')], []],
    [
      'not where a letter is all that there is',
      [{ ...listed, json: [{ ...rex, name: 'X' }] }, ...['', 'x', 'y'].map((name) => refused({ name }))],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(validIsServed, scenes)).toEqual(findings)
  })
})
