import { expect, test } from 'vitest'
import { aKeyStaysValid } from './access.ts'
import { found } from './testing/findings.ts'
import type { Scene } from './testing/story.ts'

const created = (name: string): Scene => ({ ask: 'POST /pets', body: { name, categoryId: 1 }, status: 201 })
const blocked = (name: string): Scene => ({ ...created(name), status: 403 })

test.for<[what: string, scenes: readonly Scene[], clauses: readonly string[]]>([
  [
    'what all of them have in common',
    [created('Rex'), blocked('<b>'), created('Rex'), blocked('a > c'), created('Rex')],
    ['CREATE-1 or AUTH-1', 'CREATE-1 or AUTH-1'],
  ],
  ['what one has alone', [created('Rex'), blocked('<b>'), created('Rex')], ['AUTH-1']],
  [
    'what others are accepted with',
    [created('a > b'), blocked('b >'), created('Rex'), blocked('> c'), created('Rex')],
    ['AUTH-1', 'AUTH-1'],
  ],
  [
    'nothing that they have in common',
    [created('Rex'), blocked('<'), created('Rex'), blocked('>'), created('Rex')],
    ['AUTH-1', 'AUTH-1'],
  ],
])('valid bodies that are answered 403 for %s', ([_what, scenes, clauses]) => {
  expect(found(aKeyStaysValid, scenes).map((one) => one.split(':')[0])).toEqual(clauses)
})
