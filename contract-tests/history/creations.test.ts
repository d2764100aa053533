import { describe, expect, test } from 'vitest'
import { createdAsSent, invalidIsRefused, noStatusOfAnother, UNLIKELY_ID } from './creations.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const LIST: Scene = { ask: 'GET /pets', json: [] }

/** A creation of what is nearly Rex, and what it is answered. */
function create(fields: object = {}, more: Partial<Scene> = {}): Scene {
  const { id: _id, ...body } = { ...rex, ...fields }
  return { ask: 'POST /pets', body, status: 201, json: { ...rex, ...fields }, ...more }
}

describe('a creation shows what was sent', () => {
  const shows = (sent: object, shown: object): Scene => create(sent, { json: { ...rex, ...sent, ...shown } })

  test.for<Row>([
    ['and does', [create()], []],
    ['trimmed', [shows({ name: ' Rex ' }, { name: 'Rex' })], []],
    [
      'not another name',
      [shows({}, { name: 'Tom' })],
      ['CREATE-2 or PET-2 or PET-4: expected name "Rex", as sent; actual "Tom" (#1 "Tom")'],
    ],
    [
      'not another category',
      [shows({}, { categoryId: 2 })],
      ['CREATE-2 or PET-2 or PET-4: expected categoryId 1, as sent; actual 2 (#1 2)'],
    ],
    [
      'not a category without its sign',
      [shows({ categoryId: -5 }, { categoryId: 5 })],
      ['PET-4 or CREATE-2 or PET-2: expected categoryId -5, as sent; actual 5 (#1 5)'],
    ],
    [
      'not another status',
      [shows({}, { status: 'pending' })],
      ['CREATE-2 or PET-2 or PET-4: expected status sold, as sent; actual pending (#1 pending)'],
    ],
    [
      'not no status',
      [shows({}, { status: undefined })],
      ['CREATE-2 or PET-2 or PET-4: expected status sold, as sent; actual no status (#1 no status)'],
    ],
    ['but any status where none was sent', [shows({ status: undefined }, { status: 'pending' })], []],
    [
      'not the id that was sent',
      [{ ...create(), body: { ...rex, id: UNLIKELY_ID }, json: { ...rex, id: UNLIKELY_ID } }],
      [
        'PET-2 or CREATE-2: expected an id that the service assigns, whatever the body says; actual 4815162342108 (#1 4815162342108)',
      ],
    ],
    ['but that id by chance', [create({}, { json: { ...rex, id: UNLIKELY_ID } })], []],
    ['unless the key is nobody’s', [shows({}, { name: 'Tom' })].map((one) => ({ ...one, key: '' })), []],
    ['unless the body is invalid', [shows({ categoryId: 'one' }, { categoryId: 1 })], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(createdAsSent, scenes)).toEqual(findings)
  })
})

describe('an invalid body is refused with 400', () => {
  const sent = (body: unknown, status: number): Scene => ({ ask: 'POST /pets', body, status, json: {} })

  test.for<Row>([
    ['and is', [LIST, sent({}, 400)], []],
    [
      'not created',
      [LIST, sent({}, 201)],
      ['CREATE-3: expected 400: the body has no name; actual status 201 (#2 status 201)'],
    ],
    [
      'not with 422',
      [LIST, sent({ name: 7, categoryId: 1 }, 422)],
      ['CREATE-4: expected 400: the body has a name that is no string; actual status 422 (#2 status 422)'],
    ],
    [
      'not with 404, where that may be all',
      [LIST, sent([], 404)],
      ['CREATE-5 or BASE-1: expected 400: the body is no JSON object; actual status 404 (#2 status 404)'],
    ],
    [
      'not with 405, where others are created',
      [create(), sent({}, 405)],
      ['CREATE-3: expected 400: the body has no name; actual status 405 (#2 status 405)'],
    ],
    ['but with 405 where none is', [LIST, sent({}, 405)], []],
    ['but with 429', [LIST, sent({}, 429)], []],
    ['but with 413', [LIST, sent({}, 413)], []],
    ['but by a gateway', [LIST, sent({}, 503)], []],
    ['unless it is valid', [LIST, create({}, { status: 500, json: {} })], []],
    ['unless no key was accepted', [sent({}, 422)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(invalidIsRefused, scenes)).toEqual(findings)
  })

  test('of which a part says nothing', () => {
    const exchanges = story(LIST, sent({}, 201)).map((one) => ({ ...one, isPart: true as const }))
    expect(invalidIsRefused(historyOf({ exchanges }))).toEqual([])
  })
})

describe('a pet that is created without a status has the usual one', () => {
  const bare = (status?: string): Scene => ({
    ask: 'POST /pets',
    body: { name: 'Rex', categoryId: 1 },
    status: 201,
    json: { ...rex, status },
  })
  const refused = (status: string): Scene => ({
    ask: 'POST /pets',
    body: { categoryId: 1, status },
    status: 400,
    json: {},
  })
  const taken = [refused('sold'), bare('sold'), refused('pending'), create(), bare('pending')]

  test.for<Row>([
    ['and has', [bare(), refused('sold'), bare(), refused('pending'), bare()], []],
    ['though none was refused before the others', [bare(), bare(), bare(), bare('sold'), bare('sold')], []],
    ['or another one by chance', [bare(), bare(), bare(), refused('sold'), bare('sold')], []],
    ['as far as one is usual', [bare(), ...taken], []],
    [
      'at another address another one',
      [bare(), bare(), bare(), ...taken.map((one) => ({ ...one, base: 'b' }))],
      [],
    ],
    [
      'not that of a body that was refused before it',
      [bare(), bare(), bare(), ...taken],
      [
        'CREATE-2 or CREATE-6 or CREATE-7: expected no status, as each other pet has that is created without one; actual status sold (#1 status missing; #4 status 400; #5 status sold)',
        'CREATE-2 or CREATE-6 or CREATE-7: expected no status, as each other pet has that is created without one; actual status pending (#1 status missing; #6 status 400; #8 status pending)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(noStatusOfAnother, scenes)).toEqual(findings)
  })
})
