import { describe, expect, test } from 'vitest'
import { EARLIEST_REMOVAL, validIsServed } from './outcomes.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row, reported } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const LIST: Scene = { ask: 'GET /pets', json: [] }
const AN_ERROR = { code: 'a', message: 'b', status: 429 }
const error = (ask: string, status: number, more: Partial<Scene> = {}): Scene => ({
  ask,
  status,
  json: {},
  ...more,
})
const read = (id: number | bigint = 7): Scene => ({
  ask: `GET /pets/${id}`,
  json: { ...rex, id: Number(id) },
})

describe('a lawful list is served', () => {
  test.for<Row>([
    ['as one of objects', [{ ...LIST, json: [rex, {}] }], []],
    [
      'not as an object',
      [LIST, { ...LIST, json: { pets: [] } }],
      ['LIST-1: expected 200 with a list of pets; actual {"pets":[]} (#2 {"pets":[]})'],
    ],
    [
      'not in an object',
      [LIST, { ...LIST, json: { items: [rex], page: { next: 2 }, total: 1 } }],
      [
        'LIST-1: expected 200 with a list of pets; actual {"items":[…],"page":{…},"total":1} (#2 {"items":[…],"page":{…},"total":1})',
      ],
    ],
    [
      'not as a long text',
      [LIST, { ...LIST, json: 'x'.repeat(200) }],
      [
        'LIST-1: expected 200 with a list of pets; actual xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx (#2 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)',
      ],
    ],
    [
      'not as one of texts',
      [LIST, { ...LIST, json: [rex, 'Rex'] }],
      ['LIST-1: expected 200 with a list of pets; actual a list of Rex (#2 a list of Rex)'],
    ],
    [
      'not with a crash',
      [LIST, error('GET /pets', 500)],
      ['LIST-1: expected 200 with a list of pets; actual status 500 (#2 status 500)'],
    ],
    [
      'not with a crash where the same was served at another time',
      [error('GET /pets?limit=5', 500), { ...LIST, ask: 'GET /pets?limit=5' }],
      ['LIST-1: expected 200 with a list of pets; actual status 500 (#1 status 500)'],
    ],
    [
      'not with a crash of one limit alone',
      [{ ...LIST, ask: 'GET /pets?limit=6' }, error('GET /pets?limit=5', 500)],
      ['LIST-3 or LIST-1: expected 200 with a list of pets; actual status 500 (#2 status 500)'],
    ],
    [
      'not with 404, where other lists are served',
      [LIST, error('GET /pets?limit=5', 404)],
      ['LIST-3 or LIST-1 or BASE-1: expected 200 with a list of pets; actual status 404 (#2 status 404)'],
    ],
    [
      'not with 404, where none is',
      [read(), error('GET /pets?limit=5', 404)],
      ['BASE-1 or LIST-3 or LIST-1: expected 200 with a list of pets; actual status 404 (#2 status 404)'],
    ],
    [
      'not with 415',
      [LIST, error('GET /pets?status=sold&limit=5', 415)],
      [
        'LIST-5 or LIST-3 or LIST-1 or BASE-3: expected 200 with a list of pets; actual status 415 (#2 status 415)',
      ],
    ],
    [
      'not with 400 for a limit beside a status that is served with another one',
      [
        { ...LIST, ask: 'GET /pets?status=sold&limit=5', json: [] },
        error('GET /pets?status=sold&limit=60', 400),
      ],
      ['LIST-3 or LIST-5 or LIST-1: expected 200 with a list of pets; actual status 400 (#2 status 400)'],
    ],
    [
      'not with 422 for a status',
      [LIST, error('GET /pets?status=sold', 422)],
      ['LIST-5 or LIST-1: expected 200 with a list of pets; actual status 422 (#2 status 422)'],
    ],
    [
      'not with another success',
      [LIST, error('GET /pets', 204)],
      ['LIST-1: expected 200 with a list of pets; actual status 204 (#2 status 204)'],
    ],
    [
      'not with 404 at a second address',
      [LIST, error('GET /pets', 404, { base: 'b' })],
      ['BASE-2 or BASE-1 or LIST-1: expected 200 with a list of pets; actual status 404 (#2 status 404)'],
    ],
    [
      'not with 500 where nothing is left, which is no 429',
      [{ ...LIST, quota: [60, 0, 60] }, error('GET /pets', 500)],
      [
        'LIMIT-7 or LIMIT-12 or LIMIT-6 or LIST-1: expected 429, nothing being left; actual status 500 (#2 status 500)',
      ],
    ],
    ['unless the limit is unlawful', [LIST, error('GET /pets?limit=0', 500)], []],
    ['unless it is refused over the limit', [LIST, error('GET /pets', 429)], []],
    ['unless the key is refused', [LIST, error('GET /pets', 401)], []],
    ['unless a gateway answers', [LIST, error('GET /pets', 503)], []],
    ['unless the key is nobody’s', [LIST, error('GET /pets', 500, { key: '' })], []],
    ['unless no key was accepted', [error('GET /pets', 500)], []],
    ['unless the document has no such path', [LIST, error('GET /cats', 500)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(validIsServed, scenes)).toEqual(findings)
  })

  test('to a key that whoever asks vouches for', () => {
    const givenKeys = new Set(['key 1'])
    expect(found(validIsServed, [error('GET /pets', 500)], { givenKeys })).toHaveLength(1)
  })

  test('which a body that was not read, or a part of one, does not contradict', () => {
    const exchanges = story(LIST, error('GET /pets', 200))
    const foundIn = (more: object): number =>
      validIsServed(
        historyOf({ exchanges: exchanges.map((one) => (one.id === 2 ? { ...one, ...more } : one)) }),
      ).length
    expect([foundIn({}), foundIn({ unread: 'it is long' }), foundIn({ isPart: true })]).toEqual([1, 0, 0])
    const [first] = reported(
      validIsServed(
        historyOf({ exchanges: exchanges.map((one) => ({ ...one, json: undefined, status: 200 })) }),
      ),
    )
    expect(first).toContain('actual no JSON')
  })
})

describe('a read is served', () => {
  test.for<Row>([
    ['with the pet', [read()], []],
    ['or with 404', [LIST, error('GET /pets/7', 404)], []],
    [
      'not with a crash',
      [LIST, error('GET /pets/7', 500)],
      ['GET-2: expected 404, or the pet 7; actual status 500 (#2 status 500)'],
    ],
    [
      'not with 410',
      [LIST, error('GET /pets/7', 410)],
      ['GET-2 or DEPRECATION-1: expected 404, or the pet 7; actual status 410 (#2 status 410)'],
    ],
    [
      'not with an Error, whatever its status',
      [
        { ...LIST, json: [rex] },
        { ...read(), json: AN_ERROR },
      ],
      [
        'GET-1 or DEPRECATION-1: expected 200 with pet 7; actual status 200 with {"code":"a","message":"b","status":429} (#1 status 200; #2 status 200 with {"code":"a","message":"b","status":429})',
      ],
    ],
    [
      'not with a crash for an id beyond 32 bits',
      [LIST, error('GET /pets/2147483648', 500)],
      ['GET-3 or GET-2: expected 404, or the pet 2147483648; actual status 500 (#2 status 500)'],
    ],
    [
      'not with a crash for a negative id',
      [LIST, error('GET /pets/-1', 500)],
      ['GET-3 or GET-2: expected 404, or the pet -1; actual status 500 (#2 status 500)'],
    ],
    [
      'not with another pet',
      [LIST, { ask: 'GET /pets/8', json: rex }],
      ['GET-2: expected 404, or the pet 8; actual status 200 with the pet 7 (#2 status 200 with the pet 7)'],
    ],
    [
      'not with a list',
      [LIST, { ask: 'GET /pets/8', json: [rex] }],
      [
        'GET-2: expected 404, or the pet 8; actual status 200 with [{"id":7,"name":"Rex","categoryId":1,"status":"sold"}] (#2 status 200 with [{"id":7,"name":"Rex","categoryId":1,"status":"sold"}])',
      ],
    ],
    [
      'not with a crash where the pet was seen',
      [read(), error('GET /pets/7', 500)],
      ['GET-1 or DEPRECATION-1: expected 200 with pet 7; actual status 500 (#1 status 200; #2 status 500)'],
    ],
    [
      'not with 410 where the pet was seen',
      [read(), error('GET /pets/7', 410)],
      ['GET-1 or DEPRECATION-1: expected 200 with pet 7; actual status 410 (#2 status 410)'],
    ],
    [
      'not with a crash of each pet that lists show',
      [{ ...LIST, json: [rex, { ...rex, id: 8 }] }, error('GET /pets/7', 500), error('GET /pets/8', 500)],
      [
        'DEPRECATION-1 or GET-1: expected 200 with pet 7; actual status 500 (#1 status 200; #2 status 500)',
        'DEPRECATION-1 or GET-1: expected 200 with pet 8; actual status 500 (#1 status 200; #3 status 500)',
      ],
    ],
    [
      'not with a crash at a second address',
      [LIST, error('GET /pets/7', 500, { base: 'b' })],
      ['BASE-2 or GET-2: expected 404, or the pet 7; actual status 500 (#2 status 500)'],
    ],
    [
      'but what a seen pet is shown as is another matter',
      [read(), { ...read(), json: { ...rex, id: 8 } }],
      [],
    ],
    ['but not of an id in an unusual form', [LIST, error('GET /pets/07', 500)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(validIsServed, scenes)).toEqual(findings)
  })

  test('until it is removed', () => {
    const removal = Date.UTC(2030, 11, 5)
    const foundAt = (sent: number): number => {
      const all = story(LIST, error('GET /pets/7', 500)).map((one) => ({ ...one, sent, received: sent }))
      return validIsServed(historyOf({ exchanges: all })).length
    }
    expect([foundAt(removal - 5001), foundAt(removal - 5000)]).toEqual([1, 0])
    expect(EARLIEST_REMOVAL).toBe(removal - 14 * 3_600_000)
  })
})
