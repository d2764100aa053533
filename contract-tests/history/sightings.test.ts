import { describe, expect, test } from 'vitest'
import { askedId, listQuery, sightingsIn, sightingsOf, soleParameter, wholeList } from './sightings.ts'
import { story, type Scene } from './testing/story.ts'
import { exchangeOf } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }

test.for<[path: string, query: object | undefined]>([
  ['/pets', { limit: 20 }],
  ['/pets?limit=1', { limit: 1 }],
  ['/pets?limit=100', { limit: 100 }],
  ['/pets?status=sold', { limit: 20, status: 'sold' }],
  ['/pets?status=pending&limit=7', { limit: 7, status: 'pending' }],
  ['/pets?limit=0', undefined],
  ['/pets?limit=101', undefined],
  ['/pets?limit=05', undefined],
  ['/pets?limit=5x', undefined],
  ['/pets?limit=x5', undefined],
  ['/pets?limit=', undefined],
  ['/pets?limit=1000', undefined],
  ['/pets?limit=5&limit=5', undefined],
  ['/pets?status=lost', undefined],
  ['/pets?status=', undefined],
  ['/pets?limit=5&page=2', undefined],
  ['/pets/1', undefined],
])('what GET %s asks for is %j', ([path, query]) => {
  const asked = listQuery(exchangeOf({ ask: `GET ${path}` }))
  expect(asked).toEqual(query && { status: undefined, ...query })
})

test.for<[ask: string, id: string | undefined]>([
  ['GET /pets/0', '0'],
  ['GET /pets/-12', '-12'],
  ['GET /pets/120', '120'],
  ['GET /pets/012', undefined],
  ['GET /pets/-0', undefined],
  ['GET /pets/1?a=b', undefined],
  ['GET /pets/1/', undefined],
  ['GET /pets', undefined],
  ['HEAD /pets/1', undefined],
  ['POST /pets', undefined],
])('%s asks for the pet %s', ([ask, id]) => {
  expect(askedId(exchangeOf({ ask }))).toBe(id)
})

test('HEAD asks for no list', () => {
  expect(listQuery(exchangeOf({ ask: 'HEAD /pets' }))).toBeUndefined()
})

test.for<[path: string, value: string | undefined]>([
  ['/pets?limit=5&status=sold', '5'],
  ['/pets?limit=5&limit=6', undefined],
  ['/pets?status=sold', undefined],
  ['/pets', undefined],
])('the one limit of %s is %s', ([path, value]) => {
  expect(soleParameter({ path }, 'limit')).toBe(value)
})

test.for<[what: string, scene: Scene, isWhole: boolean]>([
  ['a page that is not full', { ask: 'GET /pets?limit=2', json: [rex] }, true],
  ['a full page', { ask: 'GET /pets?limit=1', json: [rex] }, false],
  ['a list with a cursor', { ask: 'GET /pets?cursor=a', json: [] }, false],
  ['an object', { ask: 'GET /pets?limit=2', json: { length: 1 } }, false],
  ['a list in an error', { ask: 'GET /pets?limit=2', status: 400, json: [] }, false],
])('%s shows all there are of its kind: %3$s', ([_what, scene, isWhole]) => {
  const expected = isWhole ? { limit: 2, status: undefined } : undefined
  expect(wholeList(exchangeOf(scene))).toEqual(expected)
})

describe('the pets that a reply shows', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => ({ ...rex, id: at + 1 }))

  test.for<[what: string, scene: Scene, ids: readonly string[]]>([
    ['of a list', { ask: 'GET /pets', json: [rex, { ...rex, id: 8 }] }, ['7', '8']],
    ['of a read', { ask: 'GET /pets/7', json: rex }, ['7']],
    ['of a creation', { ask: 'POST /pets', status: 201, json: rex }, ['7']],
    ['of a creation with another status of success', { ask: 'POST /pets', status: 200, json: rex }, ['7']],
    ['beyond int32', { ask: 'GET /pets/7', json: { ...rex, id: 4_815_162_342_108 } }, ['4815162342108']],
    ['without a status', { ask: 'GET /pets/7', json: { ...rex, status: undefined } }, ['7']],
    ['of as long a page as there may be', { ask: 'GET /pets', json: hundred }, hundred.map((p) => `${p.id}`)],
    ['but not of a longer one', { ask: 'GET /pets', json: [...hundred, rex] }, []],
    ['but not of a list with another status', { ask: 'GET /pets', status: 206, json: [rex] }, []],
    ['but not of a read with another status', { ask: 'GET /pets/7', status: 203, json: rex }, []],
    ['but not of a refused creation', { ask: 'POST /pets', status: 400, json: rex }, []],
    ['but not of an object in the place of a list', { ask: 'GET /pets', json: rex }, []],
    ['but not of another path', { ask: 'GET /cats', json: [rex] }, []],
    ['but for those without an id', { ask: 'GET /pets', json: [{ ...rex, id: undefined }, rex] }, ['7']],
    ['but for those with a name that is no text', { ask: 'GET /pets', json: [{ ...rex, name: 7 }] }, []],
    [
      'but for those with a category that is a text',
      { ask: 'GET /pets', json: [{ ...rex, categoryId: '1' }] },
      [],
    ],
    ['but for those with an unknown status', { ask: 'GET /pets', json: [{ ...rex, status: 'lost' }] }, []],
    ['but for what is no pet', { ask: 'GET /pets', json: [null, 7, 'Rex'] }, []],
  ])('%s', ([_what, scene, ids]) => {
    expect(sightingsIn(exchangeOf(scene)).map(({ id }) => id)).toEqual(ids)
  })

  test('are named by their id, at a second base address together with that', () => {
    const [first, second] = story(
      { ask: 'GET /pets/7', json: rex },
      { ask: 'GET /pets/7', base: 'staging', json: rex },
    ).flatMap((one) => sightingsIn(one))
    expect([first?.pet, second?.pet]).toEqual(['7', 'staging 7'])
    expect(first).toMatchObject({ id: '7', name: 'Rex', categoryId: 1, status: 'sold' })
  })
})

test('what is wrong by itself, another pet than was asked for, and a changed pet count for nothing', () => {
  const exchanges = story(
    { ask: 'GET /pets/8', json: rex },
    { ask: 'GET /pets/7', json: rex },
    { ask: 'GET /pets', json: [rex, { ...rex, id: 8 }] },
  )
  const seen = (more: object): readonly string[] =>
    sightingsOf({ exchanges, ...more }).map(({ id, exchange }) => `#${exchange.id} ${id}`)
  expect(seen({})).toEqual(['#2 7', '#3 7', '#3 8'])
  expect(seen({ discredited: new Set([3]) })).toEqual(['#2 7'])
  expect(seen({ changedPets: new Map([['7', []]]) })).toEqual(['#3 8'])
  expect(seen({ changedPets: new Map() })).toEqual(['#2 7', '#3 7', '#3 8'])
})
