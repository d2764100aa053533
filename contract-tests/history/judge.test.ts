import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import { judge } from './judge.ts'
import { story, type Scene } from './testing/story.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const plain = { name: 'Rex', categoryId: 1, status: 'sold' }
const long = { ...plain, name: 'Rex'.repeat(400) }
const created = { ask: 'POST /pets', body: plain, status: 201, json: rex } as const

describe('lawful histories', () => {
  test.for<[what: string, scenes: readonly Scene[]]>([
    ['a pet is created, listed and read', [created, list([rex]), read(rex)]],
    [
      'a list that was sent before the creation was answered lacks the pet',
      [
        { ...created, at: [0, 3] },
        { ...list([]), at: [1, 4] },
      ],
    ],
    ['a full page lacks a pet', [created, { ask: 'GET /pets?limit=1', json: [{ ...rex, id: 1 }] }]],
    ['a list with a cursor lacks a pet', [created, { ask: 'GET /pets?cursor=abc', json: [] }]],
    ['another key has pets of its own', [created, { ...list([]), key: 'another' }]],
    [
      'half a surrogate pair comes back as something else',
      [{ ...created, body: { ...plain, name: 'Rex\ud800' }, json: { ...rex, name: 'Rex\ufffd' } }],
    ],
    ['a rule that is not shown refuses a valid body', [{ ...created, status: 400, json: {} }]],
    ['a long body is too large for the server', [{ ...created, body: long, status: 413, json: {} }]],
    ['two bodies that are nearly as a pet are refused', [list([rex]), refused('Rea'), refused('Reb')]],
    [
      'names that are there are refused, and one that is nearly so',
      [list([rex]), refused('Rex'), refused('Rex'), refused('Rex'), refused('Rea')],
    ],
    ['a key is banned with 401 after a 429', [list([]), status(429), status(401), list([])]],
    [
      'a calendar minute ends',
      [quota(60, 1, 20, 10), quota(60, 0, 20, 19), quota(60, 59, 80, 21), quota(60, 58, 80, 22)],
    ],
    [
      'the oldest requests leave a rolling minute',
      [quota(60, 10, 31, 10), quota(60, 9, 31, 30), quota(60, 11, 34, 32), quota(60, 12, 36, 35)],
    ],
    [
      'a bucket is refilled, one a second',
      [quota(60, 40, 21, 1), quota(60, 44, 21, 6), quota(60, 58, 22, 21)],
    ],
    [
      'errors are free',
      [
        quota(60, 59, 50, 1),
        { ...quota(60, 59, 50, 2, 400), ask: 'POST /pets', body: {} },
        quota(60, 58, 50, 3),
      ],
    ],
    [
      'an error that is under way is given back',
      [
        { ...quota(60, 57, 50, 1, 404), ask: 'GET /pets/9', at: [1, 2] },
        { ...quota(60, 56, 50, 1), at: [1.1, 1.9] },
        quota(60, 56, 50, 3),
      ],
    ],
    [
      'two at once get the last two, one of them back after an error beside',
      [
        { ...quota(60, 1, 50, 9), ask: 'GET /pets?limit=1' },
        { ...quota(60, 0, 50, 10, 404), ask: 'GET /pets/9', at: [10, 10.2] },
        { ...quota(60, 0, 50, 10), at: [10.3, 10.5] },
        { ...quota(60, 0, 50, 10, 429), at: [10.4, 10.6] },
      ],
    ],
    [
      'Reset moves back with an error beside that is given back',
      [
        quota(1000, 990, 1000, 8),
        { ...quota(1000, 988, 1173, 10), at: [10, 10.2] },
        { ...quota(1000, 989, 1087, 10, 404), ask: 'GET /pets/9', at: [10, 10.4] },
        quota(1000, 988, 1173, 11),
        quota(1000, 987, 1259, 12),
        { ...quota(1000, 985, 1432, 13), at: [13, 13.2] },
        { ...quota(1000, 986, 1346, 13, 404), ask: 'GET /pets/9', at: [13, 13.4] },
        { ...quota(1000, 986, 1346, 14, 404), ask: 'GET /pets/9' },
      ],
    ],
    [
      'a token comes back for one of two at once',
      [
        quota(60, 1, 51, 9),
        { ...quota(60, 0, 52, 10), at: [10, 10.5] },
        { ...quota(60, 0, 52, 10), at: [10, 10.6] },
      ],
    ],
    [
      'headers speak of the day when that is nearer',
      [quota(60, 3, 50, 1), quota(1000, 1, 40_000, 2), quota(60, 59, 110, 55)],
    ],
    [
      'two at once leave what is left when both are counted',
      [
        quota(60, 40, 50, 9),
        { ...quota(60, 38, 50, 10), at: [10, 10.5] },
        { ...quota(60, 38, 50, 10), at: [10, 10.6] },
      ],
    ],
    ['somebody else uses the key', [quota(60, 50, 50, 1), quota(60, 40, 50, 2), quota(60, 41, 50, 3)]],
  ])('%s', ([_what, scenes]) => {
    expect(judge({ exchanges: story(...scenes) })).toEqual([])
  })
})

describe('contradictions, with the fewest exchanges that show them', () => {
  test.for<[what: string, clause: ClauseId, exchanges: readonly number[], scenes: readonly Scene[]]>([
    ['a list lacks what was added', 'LIST-7', [2, 3], [list([]), created, list([])]],
    ['a short body is too large', 'CREATE-1', [2], [list([]), { ...created, status: 413, json: {} }]],
    [
      'a long body is too large, and taken later',
      'CREATE-1',
      [1, 2],
      [
        { ...created, body: long, status: 413, json: {} },
        { ...created, body: long, json: { ...rex, name: long.name } },
      ],
    ],
    ['a filter loses a pet', 'LIST-5', [1, 2], [list([rex]), list([], '&status=sold')]],
    [
      'a pet that was listed is not found',
      'GET-1',
      [1, 3],
      [list([rex]), list([rex]), { ...read(rex), status: 404, json: {} }],
    ],
    [
      'a pet that was listed is refused',
      'GET-1',
      [1, 2],
      [list([rex]), { ...read(rex), status: 400, json: {} }],
    ],
    [
      'an id is two pets’',
      'PET-2',
      [1, 2],
      [created, { ...created, body: { ...plain, name: 'Tom' }, json: { ...rex, name: 'Tom' } }],
    ],
    [
      'two creations at once have one id, which a list beside them shows first',
      'PET-2',
      [1, 3],
      [
        { ...created, at: [0, 3] },
        { ...list([rex]), at: [1, 2] },
        { ...created, body: { ...plain, name: 'Tom' }, json: { ...rex, name: 'Tom' }, at: [0, 4] },
      ],
    ],
    [
      'a pet is added twice, whose name may come back as that of another',
      'CREATE-1',
      [1, 3],
      [
        { ...created, body: { ...plain, name: 'Rex run\t<b>' }, json: { ...rex, name: 'Rex run\t<b>' } },
        {
          ...created,
          body: { ...plain, name: 'Rex run <b>', categoryId: 2 },
          json: { ...rex, id: 9, name: 'Rex run <b>', categoryId: 2 },
        },
        list([7, 8].map((id) => ({ ...rex, id, name: 'Rex run\t<b>' }))),
      ],
    ],
    [
      'all is refused, even what is nearly as a pet that is there',
      'CREATE-1',
      [1, 2, 4, 5],
      [list([rex]), refused('Rea'), refused('Rex'), refused('Reb'), refused('Rec')],
    ],
    ['another pet is read', 'GET-2', [1], [{ ask: 'GET /pets/8', json: rex }]],
    [
      'a creation shows another status',
      'CREATE-2',
      [1],
      [{ ...created, json: { ...rex, status: 'pending' } }],
    ],
    [
      'a body without a name is created',
      'CREATE-3',
      [2],
      [list([]), { ...created, body: { categoryId: 1 } }],
    ],
    [
      'a body without a category is refused with 422',
      'CREATE-3',
      [2],
      [list([]), { ...created, body: { name: 'x' }, status: 422, json: {} }],
    ],
    ['no key is needed', 'AUTH-2', [1], [{ ...list([]), key: '' }]],
    ['a key is denied in between', 'AUTH-1', [1, 2, 3], [list([]), status(401), list([])]],
    ['Reset jumps back', 'LIMIT-4', [1, 2], [quota(60, 50, 50, 1), quota(60, 49, 20, 2)]],
    [
      'each operation has its own counter',
      'LIMIT-3',
      [1, 2, 3],
      [
        quota(60, 50, 50, 10),
        { ...quota(60, 50, 50, 10.1), ask: 'GET /pets/1', json: { ...rex, id: 1 } },
        { ...quota(60, 50, 50, 10.2), ...created },
      ],
    ],
    [
      'Remaining rises within a window',
      'LIMIT-3',
      [2, 3],
      [quota(60, 50, 50, 10), quota(60, 49, 50, 10.1), quota(60, 51, 50, 10.2)],
    ],
    [
      'more is served than was left',
      'LIMIT-5',
      [1, 2, 3],
      [quota(60, 0, 50, 10), quota(60, 0, 50, 10.1), quota(60, 0, 50, 10.2)],
    ],
    [
      'three at once all get the last one',
      'LIMIT-5',
      [1, 2, 3, 4],
      [
        quota(60, 1, 50, 9.9),
        { ...quota(60, 0, 50, 10), at: [10, 10.02] },
        { ...quota(60, 0, 50, 10), at: [10.01, 10.03] },
        { ...quota(60, 0, 50, 10), at: [10.01, 10.04] },
        quota(60, 0, 50, 10.1, 429),
      ],
    ],
    [
      'three at once each leave as many as if they were alone',
      'LIMIT-3',
      [1, 2, 3, 4],
      [
        quota(60, 40, 50, 9.9),
        { ...quota(60, 39, 50, 10), at: [10, 10.02] },
        { ...quota(60, 39, 50, 10), at: [10, 10.03] },
        { ...quota(60, 39, 50, 10), at: [10, 10.04] },
      ],
    ],
    [
      'each operation has its own counter, in the minute before another one',
      'LIMIT-3',
      [1, 2, 3],
      [
        quota(60, 50, 50, 10),
        { ...quota(60, 50, 50, 10.1), ask: 'GET /pets/1', json: { ...rex, id: 1 } },
        { ...quota(60, 50, 50, 10.2), ...created },
        quota(60, 59, 110, 51),
      ],
    ],
  ])('%s: %s', ([_what, clause, ids, scenes]) => {
    const exchanges = story(...scenes)
    const findings = judge({ exchanges, ownNames: 'run' })
    expect(findings.map((one) => [one.clause, one.steps.map(({ exchange }) => exchange.id)])).toContainEqual([
      clause,
      ids,
    ])
  })
})

test('a body that is accepted later, sent alike, is not refused for its media type', () => {
  const [refusal] = judge({ exchanges: story({ ...created, status: 400, json: {} }, created) })
  expect(refusal).toMatchObject({ clause: 'CREATE-1', alternatives: ['CREATE-7'] })
})

test('a creation that shows the name of another one has not added a pet too many', () => {
  const sent = { ...created, body: { ...plain, name: 'run a' } }
  const pets = [7, 8, 9].map((id) => ({ ...rex, id, name: 'run a' }))
  const replies = pets.map((pet) => ({ ...sent, json: pet.id === 9 ? { ...pet, name: 'run b' } : pet }))
  const findings = judge({ exchanges: story(...replies, list(pets)), ownNames: 'run' })
  expect(findings.map(({ clause }) => clause)).not.toContain('CREATE-1')
  expect(findings).not.toEqual([])
})

test.for<[id: string, clauses: readonly ClauseId[]]>([
  ['0', ['GET-2']],
  ['2147483647', ['GET-2']],
  ['2147483648', ['GET-3', 'GET-2']],
  ['-1', ['GET-3', 'GET-2']],
])('an id that crashes the service may be too large for its integers: %s', ([id, clauses]) => {
  const [finding] = judge({ exchanges: story(list([]), { ask: `GET /pets/${id}`, status: 500, json: {} }) })
  expect([finding?.clause, ...(finding?.alternatives ?? [])]).toEqual(clauses)
})

function list(json: readonly unknown[], more = ''): Scene {
  return { ask: `GET /pets?limit=50${more}`, json }
}

function read(pet: { readonly id: number }): Scene {
  return { ask: `GET /pets/${pet.id}`, json: pet }
}

function refused(name: string): Scene {
  return { ...created, body: { ...plain, name }, status: 400, json: {} }
}

function status(code: number): Scene {
  return { ask: 'GET /pets', status: code, json: {} }
}

function quota(limit: number, remaining: number, reset: number, at: number, code = 200): Scene {
  return {
    ask: 'GET /pets?limit=100',
    status: code,
    json: [],
    quota: [limit, remaining, reset],
    at: [at, at + 0.05],
  }
}
