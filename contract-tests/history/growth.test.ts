import { expect, test } from 'vitest'
import { diagnose } from './diagnosis.ts'
import type { RecordedExchange } from './history.ts'
import { historyOf, judgeWhole } from './judge.ts'
import { story, type Scene } from './testing/story.ts'

const FEW = 300
const TIMES = 4
// A little more than n log n, and far less than the square.
const MOST = TIMES * 1.5
const MINUTE = 60

const error = { code: 'a', message: 'b' }
const page = Array.from({ length: 100 }, (_, at) => pet(at + 1))

test.for<[what: string, sceneAt: (at: number) => Scene]>([
  ['creations', created],
  ['creations of one name', (at) => ({ ...created(at), json: { ...pet(at), name: 'Rex' } })],
  ['refused creations', refused],
  ['refused creations of what is nearly as the pets', (at) => (at === 0 ? list(page) : refused(at % 10))],
  ['creations of which half is refused', (at) => (at % 2 === 0 ? created(at) : refused(at))],
  ['creations that were refused before', (at) => (at % 20 < 10 ? refused(at % 10) : created(at % 10))],
  ['crashing creations', (at) => ({ ...refused(at), status: 500 })],
  ['lists', () => list(page)],
  ['lists of ever other pets', (at) => list(Array.from({ length: 20 }, (_, more) => pet(at + more)))],
  ['lists of ever fewer pets', (at) => list(page.slice(at % 100))],
  ['lists that lack some pets by chance', (at) => list(page.slice((at * 37) % 100))],
  ['lists of pets that change', (at) => list([{ ...pet(1), name: `Rex ${at}` }])],
  ['lists that lack what was created', (at) => (at % 2 === 0 ? created(at) : list([]))],
  ['reads of what is not found', (at) => (at < 10 ? created(at) : read(at % 10, 404))],
  ['crashing reads', (at) => (at < 10 ? created(at) : read(at % 10, 500))],
  ['a gateway in between', (at) => (at % 3 === 0 ? { ...list([]), status: 503 } : list(page))],
  ['refusals over the limit', (at) => (at % 3 === 0 ? limited('1') : metered(at, 'a-key'))],
  ['nothing but refusals', (at) => (at === 0 ? list([]) : limited('30'))],
  ['a key that is refused at times', (at) => (at % 3 === 0 ? status(401) : list([]))],
  ['a key that is refused for long', (at) => (at % 100 === 0 ? list([]) : status(401))],
  ['a key that is banned at times', (at) => [list([]), limited('1'), status(403)][at % 3] ?? list([])],
  ['requests without a key', () => ({ ...list([]), key: '' })],
  ['a key for each request', (at) => metered(at, `key-${at}`)],
  ['keys that are refused', (at) => ({ ...(at % 9 === 0 ? limited('1') : list([])), key: `key-${at % 50}` })],
  ['a key over many windows', (at) => metered(at, 'a-key')],
  ['a key whose Remaining stays', (at) => ({ ...list([]), quota: [60, 59, endOfMinute(at)] })],
  ['requests that are under way together', (at) => ({ ...created(at), at: [at, at + 20] })],
  ['requests that are all under way at once', (at) => ({ ...list(page), at: [at / 1e6, 10 + at] })],
])('%s are judged in time that grows no faster than their number', ([, sceneAt]) => {
  const [few, many] = [workFor(FEW, sceneAt), workFor(FEW * TIMES, sceneAt)]
  expect(many / few).toBeLessThan(MOST)
})

test('more findings than a call takes arguments are diagnosed', () => {
  const [first] = judgeWhole(historyOf({ exchanges: story(created(1), read(1, 404)) }))
  expect(diagnose(Array.from({ length: 700_000 }, () => first ?? []).flat())).toEqual([first])
})

/** How often the judge looks at an exchange of a history. */
function workFor(requests: number, sceneAt: (at: number) => Scene): number {
  let work = 0
  const watched = (exchange: RecordedExchange): RecordedExchange =>
    new Proxy(exchange, {
      get: (target, name, receiver): unknown => {
        work += 1
        return Reflect.get(target, name, receiver)
      },
    })
  const scenes = Array.from({ length: requests }, (_, at) => sceneAt(at))
  judgeWhole(historyOf({ exchanges: story(...scenes).map(watched) }))
  return work
}

function pet(id: number) {
  return { id, name: `Pet ${id}`, categoryId: 1 + (id % 5), status: 'sold' }
}

function created(at: number): Scene {
  const { id: _id, ...body } = pet(at)
  return { ask: 'POST /pets', body, status: 201, json: pet(at) }
}

function refused(at: number): Scene {
  return { ...created(at), status: 400, json: error }
}

function list(json: readonly unknown[]): Scene {
  return { ask: 'GET /pets?limit=100', json }
}

function read(id: number, code: number): Scene {
  return { ask: `GET /pets/${id}`, status: code, json: error }
}

function status(code: number): Scene {
  return { ask: 'GET /pets', status: code, json: error }
}

function limited(retryAfter: string): Scene {
  return { ...status(429), retryAfter }
}

function metered(at: number, key: string): Scene {
  return { ...list([]), key, quota: [60, 59 - (at % MINUTE), endOfMinute(at)] }
}

function endOfMinute(at: number): number {
  return Math.floor(at / MINUTE + 1) * MINUTE
}
