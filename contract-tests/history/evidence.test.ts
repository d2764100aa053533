import { expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import { evidenceFor } from './evidence.ts'
import type { History } from './history.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const LIST: Scene = { ask: 'GET /pets', json: [] }
const LISTED: Scene = { ...LIST, json: [rex] }
const CREATED: Scene = { ask: 'POST /pets', body: rex, status: 201, json: rex }
const READ: Scene = { ask: 'GET /pets/7', json: rex }
const NOBODY: Scene = { ...LIST, key: '', status: 401 }

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ...LIST, at: [second, second], quota: [60, remaining, reset], ...more }
}

function refused(second: number, wait: number, reset: number): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(wait) })
}

const SPENT = at(10, 0, 60)

test.for<[clause: ClauseId, what: string, scenes: readonly Scene[], ids: readonly number[]]>([
  [
    'AUTH-1',
    'three requests with a key that is accepted',
    [LIST, { ...LIST, status: 404 }, LIST, NOBODY],
    [1, 2, 3],
  ],
  [
    'AUTH-1',
    'not two, nor those of a key that never is',
    [LIST, LIST, { ...LIST, key: 'b', status: 404 }],
    [],
  ],
  [
    'AUTH-2',
    'requests without a key, for what the document has',
    [LIST, NOBODY, { ...NOBODY, ask: 'GET /cats' }],
    [2],
  ],
  [
    'AUTH-2',
    'not those with something else in its place',
    ['Bearer', 'Bearer no-such-key', 'Basic eA=='].map((Authorization) => ({
      ...NOBODY,
      sends: { Authorization },
    })),
    [],
  ],
  ['CREATE-1', 'creations with a key', [CREATED, LIST, { ...CREATED, key: '', status: 401 }], [1]],
  ['CREATE-2', 'creations with a key', [LIST, { ...CREATED, status: 400 }], [2]],
  [
    'GET-1',
    'reads that show a pet',
    [READ, LISTED, { ...READ, status: 404 }, { ...READ, ask: 'GET /pets/07' }],
    [1],
  ],
  ['LIMIT-3', 'replies that speak of a window, where there are two', [LIST, SPENT, at(20, 0, 60)], [2, 3]],
  ['LIMIT-4', 'not one that does', [SPENT, LIST], []],
  [
    'LIMIT-5',
    'a first refusal, by the window that the reply before speaks of',
    [at(10, 30, 60), refused(11, 49, 60), refused(12, 48, 60)],
    [2],
  ],
  ['LIMIT-7', 'requests that surely came over the limit', [LIST, SPENT, at(11, 0, 60), at(70, 59, 120)], [3]],
  [
    'LIMIT-9',
    'what was asked after the wait',
    [SPENT, refused(11, 9, 60), at(20, 0, 60), at(21, 0, 60)],
    [3],
  ],
  ['LIMIT-9', 'not after going on', [SPENT, refused(11, 49, 60), refused(12, 600, 612), at(613, 9, 672)], []],
  ['LIMIT-10', 'what was asked after the Reset', [SPENT, refused(11, 49, 60), at(66, 59, 120)], [3]],
  ['LIMIT-10', 'not what was asked before', [SPENT, refused(11, 9, 60), at(20, 0, 60)], []],
  [
    'LIMIT-10',
    'not after going on',
    [SPENT, refused(11, 49, 60), refused(12, 600, 612), at(700, 9, 760)],
    [],
  ],
  [
    'LIMIT-12',
    'what was asked after a ban',
    [SPENT, refused(11, 49, 60), refused(12, 600, 612), at(613, 9, 672)],
    [4],
  ],
  ['LIMIT-12', 'not after one refusal', [SPENT, refused(11, 9, 60), at(20, 0, 60)], []],
  [
    'LIST-7',
    'lists that show all there are, and some',
    [LISTED, LIST, { ...LISTED, ask: 'GET /pets?limit=1' }, READ],
    [1],
  ],
  ['PET-2', 'replies that show a pet again', [LISTED, { ...LIST, json: [{ ...rex, id: 8 }] }, READ], [1, 3]],
  ['ERROR-1', 'nothing, of which the judge says nothing', [LIST, { ...LIST, status: 400 }], []],
])('evidence for %s are %s', ([clause, _what, scenes, ids]) => {
  const { changedPets: _none, ...history } = historyOf({ exchanges: story(...scenes) })
  const found = (more: Partial<History> = {}): readonly number[] =>
    evidenceFor(clause, { ...history, ...more }).map(({ id }) => id)
  expect(found()).toEqual(ids)
  expect(found({ lacksKeys: true })).toEqual([])
})
