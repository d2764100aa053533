import { describe, expect, test } from 'vitest'
import { historyOf } from './judge.ts'
import { readsIn } from './outcomes.ts'
import { story, type Scene } from './testing/story.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const LIST: Scene = { ask: 'GET /pets', json: [] }
const error = (ask: string, status: number, more: Partial<Scene> = {}): Scene => ({
  ask,
  status,
  json: {},
  ...more,
})
const read = (): Scene => ({ ask: 'GET /pets/7', json: rex })

describe('no pet is read any more', () => {
  const DAY = 86_400
  const late = (ask: string, status: number, at = 2 * DAY): Scene => error(ask, status, { at: [at, at] })
  const meanwhile = (more: Partial<Scene>): Scene => ({ ...read(), at: [1.5 * DAY, 1.5 * DAY], ...more })
  const soon = (ask: string, status: number): Scene => late(ask, status, DAY - 10)

  test.for<[what: string, scenes: readonly Scene[], isGone: boolean, isGoneForLast: boolean]>([
    ['where none of two was', [late('GET /pets/7', 404), late('GET /pets/8', 404)], true, true],
    [
      'not where the same was not found twice',
      [late('GET /pets/7', 404), late('GET /pets/7', 404)],
      false,
      false,
    ],
    ['not where one was', [read(), late('GET /pets/7', 404), late('GET /pets/8', 404)], false, false],
    [
      'where two crash a day after one was',
      [read(), late('GET /pets/7', 500), late('GET /pets/8', 500)],
      false,
      true,
    ],
    ...[LIST, { ...LIST, json: [rex, { ...rex, id: 8 }] }].map(
      (list, at): [string, readonly Scene[], boolean, boolean] => [
        `where neither is found a day after one was, only if lists still show them: ${at === 1}`,
        [read(), { ...list, at: [2 * DAY, 2 * DAY] }, late('GET /pets/7', 404), late('GET /pets/8', 404)],
        false,
        at === 1,
      ],
    ),
    [
      'where one was answered with no pet, or not with 200',
      [
        { ...read(), json: {} },
        { ...read(), status: 203 },
        late('GET /pets/7', 404),
        late('GET /pets/8', 404),
      ],
      true,
      true,
    ],
    [
      'where two crash a day after one was, though no pet came meanwhile',
      [read(), meanwhile({ json: {} }), late('GET /pets/7', 500), late('GET /pets/8', 500)],
      false,
      true,
    ],
    [
      'nor one with 200',
      [read(), meanwhile({ status: 203 }), late('GET /pets/7', 500), late('GET /pets/8', 500)],
      false,
      true,
    ],
    [
      'not where one was meanwhile',
      [read(), meanwhile({}), late('GET /pets/7', 500), late('GET /pets/8', 500)],
      false,
      false,
    ],
    [
      'not where they do a day later to the second',
      [read(), late('GET /pets/7', 500, DAY + 0.5), late('GET /pets/8', 500, DAY + 0.5)],
      false,
      false,
    ],
    [
      'which says nothing of a list',
      [
        read(),
        late('GET /pets/7', 500),
        late('GET /pets/8', 500),
        { ...LIST, at: [2 * DAY + 1, 2 * DAY + 1] },
      ],
      false,
      false,
    ],
    ['not where they do sooner', [read(), soon('GET /pets/7', 500), soon('GET /pets/8', 500)], false, false],
    ['not where one does', [read(), late('GET /pets/7', 500), late('GET /pets/7', 500)], false, false],
    [
      'not without a key',
      [error('GET /pets/7', 404, { key: '' }), error('GET /pets/8', 404, { key: '' })],
      false,
      false,
    ],
  ])('%s', ([_what, scenes, isGone, isGoneForLast]) => {
    const history = historyOf({ exchanges: story(...scenes) })
    const reads = readsIn(history)
    const last = history.exchanges.at(-1)
    expect([reads.isGone, last && reads.isGoneFor(last)]).toEqual([isGone, isGoneForLast])
  })

  test('though a pet was seen first elsewhere', () => {
    const { seen } = readsIn(
      historyOf({ exchanges: story({ ...LIST, json: [rex] }, read(), { ...read(), base: 'b' }) }),
    )
    expect([...seen].map(([pet, { id }]) => [pet, id])).toEqual([
      ['7', 1],
      ['b 7', 3],
    ])
  })
})
