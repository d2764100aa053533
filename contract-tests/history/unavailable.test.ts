import { describe, expect, test } from 'vitest'
import type { History } from './history.ts'
import { story, type Scene } from './testing/story.ts'
import { failedKinds, isOfGateway, isOfGatewayStatus } from './unavailable.ts'

const LIST: Scene = { ask: 'GET /pets' }
const CREATE: Scene = { ask: 'POST /pets', body: { name: 'Rex', categoryId: 1 }, status: 201 }
const READ: Scene = { ask: 'GET /pets/1', json: { id: 1, name: 'Rex', categoryId: 1 } }
const NOT_READ: Scene = { ask: 'GET /pets/7', status: 503 }

test.for<[status: number, isOne: boolean]>([
  [500, false],
  [501, false],
  [502, true],
  [503, true],
  [504, true],
  [505, false],
  [519, false],
  [521, true],
])('gateways answer %i for a service that does not: %s', ([status, isOne]) => {
  expect(isOfGatewayStatus({ status })).toBe(isOne)
})

/** A pet is read and another one fails, so many times. */
function inTurns(times: number): readonly Scene[] {
  return Array.from({ length: times }, () => [READ, NOT_READ]).flat()
}

function historyOf(scenes: readonly Scene[], more: Partial<History>): History {
  return { exchanges: story(...scenes), sharedKeys: new Set(), acceptedKeys: new Set(), ...more }
}

const IS_UP: Scene = { ask: 'GET /cats', key: 'c', status: 404 }

/** Whether the last reply may be a gateway's, where keys were given, and the service was up before and after. */
function isLastOfGateway(scenes: readonly Scene[], more: Partial<History> = { givenKeys: new Set() }) {
  const history = historyOf([IS_UP, ...scenes, IS_UP], more)
  const last = history.exchanges.at(-2)
  return last && isOfGateway(last, history)
}

describe('a 503 may be a gateway’s', () => {
  test.for<[what: string, scenes: readonly Scene[]]>([
    ['where a request like it was served', [LIST, { ...LIST, status: 503 }]],
    ['where a list with another limit was', [LIST, { ask: 'GET /pets?limit=5', status: 503 }]],
    [
      'where a creation with another name was',
      [CREATE, { ...CREATE, body: { name: 'Mia', categoryId: 1 }, status: 503 }],
    ],
    [
      'where the same without a key was refused',
      [
        { ...LIST, key: '', status: 401 },
        { ...LIST, key: '', status: 503 },
      ],
    ],
    [
      'where a wrong limit was refused',
      [
        { ask: 'GET /pets?limit=0', status: 400 },
        { ask: 'GET /pets?limit=101', status: 503 },
      ],
    ],
    [
      'where a wrong body was refused',
      [
        { ask: 'POST /pets', body: {}, status: 400 },
        { ask: 'POST /pets', body: 7, status: 503 },
      ],
    ],
    [
      'without a key, where a wrong limit was refused: whatever is wrong is answered alike',
      [
        { ask: 'GET /pets?limit=0', key: '', status: 401 },
        { ask: 'GET /pets', key: '', status: 503 },
      ],
    ],
    ['where one id of none was answered so, and pets were read', [READ, NOT_READ]],
    ['where the same failed on three occasions', inTurns(3)],
    ['where nothing was served between some of them', [...inTurns(3), NOT_READ]],
    ['where others failed on the fourth', [...inTurns(3), READ, { ...NOT_READ, ask: 'GET /pets/8' }]],
    [
      'where others fail as often, and are served at another time',
      [READ, { ...READ, status: 503 }, READ, { ...READ, status: 503 }, ...inTurns(4)],
    ],
    ['where it did not fail once', [{ ...NOT_READ, status: 404 }, ...inTurns(4)]],
    [
      'where the same path that the document lacks was answered',
      [
        { ask: 'GET /cats', status: 404 },
        { ask: 'GET /cats', status: 503 },
      ],
    ],
  ])('%s', ([_what, scenes]) => {
    expect(isLastOfGateway(scenes)).toBe(true)
  })

  test.for<[what: string, scenes: readonly Scene[]]>([
    ['before anything else was answered', [{ ...LIST, status: 503 }, READ]],
    ['as another one, after the last of anything else', [READ, { ...LIST, status: 503 }, NOT_READ]],
    ['as another one, where nothing else was answered', [{ ...LIST, status: 503 }, NOT_READ]],
  ])('%s', ([_what, scenes]) => {
    const history = historyOf(scenes, { givenKeys: new Set() })
    const failed = history.exchanges.filter(isOfGatewayStatus)
    expect(failed.map((one) => isOfGateway(one, history))).not.toContain(false)
  })

  test('where nothing like it was answered, and nearly half of all others fail', () => {
    const half = Array.from({ length: 9 }, () => [READ, { ...READ, status: 503 }]).flat()
    const lists = (count: number) => Array.from({ length: count }, () => ({ ...LIST, status: 503 }))
    expect(isLastOfGateway([...half, ...lists(13)])).toBe(true)
    expect(isLastOfGateway([...half, ...lists(14)])).toBe(false)
  })

  test('where it is not known who stands between', () => {
    expect(isLastOfGateway([{ ...LIST, status: 503 }], {})).toBe(true)
    expect(isLastOfGateway([{ ...LIST, status: 500 }], {})).toBe(false)
  })
})

describe('it is the service’s own', () => {
  const error = { code: 'unavailable', message: 'Later', status: 503 }
  const own = { status: 503, json: error, quota: [60, 9, 60] } as const
  const lists = Array.from({ length: 40 }, (): Scene => LIST)
  const often = (fails: Scene, spared = lists): readonly Scene[] => [
    ...spared,
    ...Array.from({ length: 4 }, (): readonly Scene[] => [READ, fails]).flat(),
  ]

  test('where one operation alone fails time and again, in the words of the service', () => {
    expect(isLastOfGateway(often({ ...READ, ...own }))).toBe(false)
  })

  const once = [...lists, READ, ...Array.from({ length: 6 }, (): Scene => ({ ...READ, ...own }))]

  test('where it fails from some moment on, and is not served after that', () => {
    expect(isLastOfGateway(once)).toBe(false)
  })

  test.for([
    ['once', [...once, READ]],
    ['twice', [...once, ...once, READ]],
  ] as const)('but not where it fails %s for a while, and is served after that', ([_times, scenes]) => {
    const { exchanges } = historyOf(scenes, {})
    const failed = exchanges.filter(isOfGatewayStatus)
    const history = { ...historyOf([], { givenKeys: new Set() }), exchanges }
    expect(failed.map((one) => isOfGateway(one, history))).toEqual(failed.map(() => true))
  })

  test.for<[what: string, scenes: readonly Scene[]]>([
    ['fails seldom', often({ ...READ, ...own }).slice(0, -2)],
    ['has few others beside it', often({ ...READ, ...own }, lists.slice(1))],
    ['is not the only one', [{ ...LIST, ...own }, ...often({ ...READ, ...own })]],
    ['fails without an Error', often({ ...READ, ...own, json: {} })],
    ['fails without the figures of the key', often({ ...READ, status: 503, json: error })],
  ])('but not where it %s', ([_what, scenes]) => {
    expect(isLastOfGateway(scenes)).toBe(true)
  })

  test.for<[what: string, scenes: readonly Scene[]]>([
    ['where nothing like it was answered', [{ ...LIST, status: 503 }]],
    [
      'where all like it were answered so',
      [
        { ...LIST, status: 502 },
        { ...LIST, status: 503 },
      ],
    ],
    [
      'where what can be served was refused',
      [
        { ...LIST, status: 500 },
        { ...LIST, status: 503 },
      ],
    ],
    [
      'where another key was served',
      [
        { ...LIST, key: 'b' },
        { ...LIST, status: 503 },
      ],
    ],
    [
      'where another address was',
      [
        { ...LIST, base: 'b' },
        { ...LIST, status: 503 },
      ],
    ],
    ['where another operation was', [{ ask: 'GET /pets/1' }, { ...LIST, status: 503 }]],
    ['where another method was', [{ ask: 'HEAD /pets' }, { ...LIST, status: 503 }]],
    [
      'where the same without a key was refused',
      [
        { ...LIST, key: '', status: 401 },
        { ...LIST, status: 503 },
      ],
    ],
    [
      'where another path that the document lacks was answered',
      [
        { ask: 'GET /cats', status: 404 },
        { ask: 'GET /dogs', status: 503 },
      ],
    ],
    [
      'where what is right was served, and what is wrong was not',
      [LIST, { ask: 'GET /pets?limit=0', status: 503 }],
    ],
    [
      'where what may be wrong was served, and what is wrong was not',
      [
        { ...CREATE, body: { name: 'Rex', categoryId: 1, status: null } },
        { ask: 'POST /pets', body: {}, status: 503 },
      ],
    ],
    ['where the same failed on four occasions, and others of its kind never', inTurns(4)],
    [
      'where what is wrong was refused, and what is right was not',
      [
        { ask: 'POST /pets', body: {}, status: 400 },
        { ...CREATE, status: 503 },
      ],
    ],
  ])('%s', ([_what, scenes]) => {
    expect(isLastOfGateway(scenes)).toBe(false)
  })
})

/** The ids of what is to be asked again, by kind, and of what was served of the kind, with a ! where that was since. */
function toAskAgain(scenes: readonly Scene[]): readonly (readonly [string, string])[] {
  return failedKinds(story(...scenes)).map(({ failed, usual, isServedSince }) => [
    failed.map(({ id }) => id).join(' '),
    `${usual?.id ?? 'none'}${isServedSince ? '!' : ''}`,
  ])
}

test('what was not served since is to be asked again, by its kinds', () => {
  const down = { status: 503 } as const
  const found = toAskAgain([
    LIST,
    { ...LIST, ...down },
    { ...LIST, ask: 'GET /pets?limit=3' },
    { ...LIST, ...down, base: 'b' },
    CREATE,
    { ...CREATE, ...down },
    { ask: 'POST /pets', body: {}, status: 400 },
    { ...CREATE, ...down, body: { name: 'Mia', categoryId: 1 } },
  ])
  expect(found).toEqual([
    ['4', 'none'],
    ['6 8', '5'],
  ])
})

test('what failed though its kind was served since is to be asked again, of each stretch and kind the simplest', () => {
  const down = { status: 502 } as const
  const found = toAskAgain([
    LIST,
    { ask: 'GET /pets?status=sold&limit=5', ...down },
    { ask: 'GET /pets?status=sold', ...down },
    { ...NOT_READ, ...down },
    LIST,
    { ask: 'GET /pets?status=sold', ...down },
    { ask: 'GET /pets?status=pending', ...down },
    READ,
    { ask: 'GET /pets?status=available', ...down },
    LIST,
    { ...LIST, ...down },
    LIST,
  ])
  expect(found).toEqual([
    ['6 9', '12!'],
    ['4', '8!'],
  ])
})
