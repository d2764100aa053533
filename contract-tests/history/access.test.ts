import { expect, test } from 'vitest'
import { onlyKeysAreLetIn } from './access.ts'
import { historyOf, judge, judgementOf } from './judge.ts'
import type { RecordedExchange } from './history.ts'
import { story } from './testing/story.ts'
import { reported } from './testing/findings.ts'

const served = { ask: 'GET /pets?limit=50', key: 'a-key' }

/** A read of a pet that is not there, with a key that was made of a valid one. */
function altered(key: string, status: number): RecordedExchange {
  const [exchange] = story({ ask: 'GET /pets/9', key, status, json: {} })
  if (exchange === undefined) throw new Error('no exchange')
  return { ...exchange, probe: { ...exchange.probe, caller: 'nobody', alteration: 'its beginning' } }
}

test.for<[what: string, exchanges: readonly RecordedExchange[], clauses: readonly string[]]>([
  ['may be another customer’s', [altered('a-ke', 404)], []],
  ['is nobody’s where a second one is let in too', [altered('a-ke', 404), altered('a-k', 404)], ['AUTH-3']],
  ['is nobody’s where it was refused before', [altered('a-ke', 401), altered('a-ke', 400)], ['AUTH-3']],
  ['is refused', [altered('a-ke', 401), altered('a-k', 401)], []],
])('a key that is nearly a valid one %s', ([_what, exchanges, clauses]) => {
  const all = [...story(served), ...exchanges].map((one, at) => ({ ...one, id: at + 1, after: at }))
  expect([...new Set(judge({ exchanges: all }).map(({ clause }) => clause))]).toEqual(clauses)
})

test('a second key that was altered in the same way, and was not let in, shows nothing of the first', () => {
  const exchanges = [altered('a-ke', 404), altered('a-k', 414)].map((one, at) => ({ ...one, id: at + 1 }))
  expect(onlyKeysAreLetIn(historyOf({ exchanges }))).toEqual([])
})

test('a key that is neither let in nor refused with 401 needs no other one to show that', () => {
  const exchanges = [altered('a-ke', 403), altered('a-k', 404)].map((one, at) => ({ ...one, id: at + 1 }))
  expect(reported(onlyKeysAreLetIn(historyOf({ exchanges })))).toEqual([
    'AUTH-3: expected 401: the key is not valid; actual status 403 (#1 status 403)',
  ])
})

const error = (status: number): unknown => ({ code: 'no', message: 'No.', status })

test('what looks at a limit or a body before the key breaks no other clause', () => {
  const [limit, body] = [{ ask: 'GET /pets?limit=0' }, { ask: 'POST /pets', body: {} }]
  const refused = { status: 400, json: error(400) }
  const all = story(
    served,
    { ...limit, key: 'a-key', ...refused },
    { ...limit, key: '', ...refused },
    { ...body, key: 'a-key', ...refused },
    { ...body, key: '', ...refused },
  )
  expect(judge({ exchanges: all }).map(({ clause, alternatives }) => [clause, alternatives])).toEqual([
    ['AUTH-2', []],
    ['AUTH-2', []],
  ])
})

test('what is refused with the same status with a key may break the clause of the operation alone', () => {
  const refused = { ask: 'GET /pets?limit=5', status: 400, json: error(400) }
  const all = story(served, { ...refused, key: 'a-key' }, { ...refused, key: '' })
  expect(judge({ exchanges: all }).map(({ clause }) => clause)).toEqual(['LIST-3', 'LIST-3'])
})

test('one wrong status for all invalid bodies is one breach, also of a field that is not documented', () => {
  const refused = { ask: 'POST /pets', status: 422, json: error(422) }
  const all = story(
    served,
    { ...refused, body: { name: 'Rex', categoryId: 1, colour: 'blue' } },
    { ...refused, body: { name: 'Rex', categoryId: 'one' } },
  )
  expect([...new Set(judge({ exchanges: all }).map(({ clause }) => clause))]).toEqual(['CREATE-4'])
})

test('a key that is refused for good, though no 429 had come, may have been revoked', () => {
  const exchanges = story(
    { ask: 'GET /pets' },
    { ask: 'GET /pets', status: 403, json: {} },
    { ask: 'GET /pets', status: 403, json: {} },
  )
  const { findings, unsure } = judgementOf(historyOf({ exchanges }))
  expect(findings.filter(({ clause }) => clause === 'AUTH-1')).toEqual([])
  expect(
    unsure.map(({ finding, reason }) => [
      finding.clause,
      finding.steps.map(({ exchange }) => exchange.id),
      reason,
    ]),
  ).toEqual([['AUTH-1', [1, 2], 'precondition missing: a key that nobody revokes meanwhile']])
})

test('a ban later on says nothing of the scheme in lower case', () => {
  const [first, bare, last, ...others] = story(
    served,
    { ...served, status: 401, json: error(401) },
    served,
    { ...served, status: 429, json: error(429), retryAfter: '60' },
    { ...served, status: 403, json: error(403), at: [100, 100.5] },
  )
  if (first === undefined || bare === undefined || last === undefined) throw new Error('no exchanges')
  const inLowerCase = { ...bare, probe: { ...bare.probe, headers: { Authorization: 'bearer a-key' } } }
  const [finding] = judge({ exchanges: [first, inLowerCase, last, ...others] })
  expect(finding).toMatchObject({ clause: 'AUTH-7', alternatives: [] })
})

test.for<[what: string, at: number, clauses: readonly string[]]>([
  ['is no ban where it is served within a second again', 0.5, ['AUTH-1']],
  ['may be a ban where it is not', 3, []],
])('what refuses a key once after a 429 %s', ([_what, seconds, clauses]) => {
  const limited = { ...served, status: 429, json: error(429), retryAfter: '1' }
  const at = (start: number): [number, number] => [start, start + 0.1]
  const exchanges = story(
    { ...served, at: at(0) },
    { ...limited, at: at(1) },
    { ...served, at: at(60) },
    { ask: 'GET /pets/9', key: 'a-key', status: 401, json: error(401), at: at(60.2) },
    { ...served, at: at(60 + seconds) },
  )
  expect(judge({ exchanges }).map(({ clause }) => clause)).toEqual(clauses)
})
