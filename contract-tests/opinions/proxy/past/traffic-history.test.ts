import { describe, expect, test } from 'vitest'
import type { ObservedExchange } from '../../judge.ts'
import { TrafficHistory } from './traffic-history.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }

function listed(pets: readonly unknown[], sent: number, received = sent + 50): ObservedExchange {
  return {
    method: 'GET',
    path: '/pets?limit=50',
    requestHeaders: { authorization: 'Bearer a-key' },
    requestBody: undefined,
    status: 200,
    headers: {},
    body: JSON.stringify(pets),
    at: { sent, received },
  }
}

function read(pet: object, sent: number, status = 200): ObservedExchange {
  return { ...listed([], sent), path: '/pets/7', status, body: JSON.stringify(pet) }
}

/** The clauses that each exchange breaks, one after the other. */
function brokenBy(
  exchanges: readonly ObservedExchange[],
  traffic = new TrafficHistory(),
): readonly (readonly (string | undefined)[])[] {
  return exchanges.map((one) => traffic.judge(one, false).contradictions.map(({ clause }) => clause))
}

test('a list that lacks a pet of an earlier one is a breach, with the earlier reply', () => {
  const traffic = new TrafficHistory()
  expect(traffic.judge(listed([rex], 1000), false).contradictions).toEqual([])
  const [finding] = traffic.judge(listed([], 3000), false).contradictions
  expect(finding).toMatchObject({ severity: 'error', clause: 'LIST-2' })
  expect(finding?.message).toMatch(
    /^LIST-2 .*actual 0 pets, without pet 7; GET \/pets 200, 2 s before: pet 7, sold$/,
  )
})

test.for<[why: string, first: ObservedExchange, second: ObservedExchange, isWrong: boolean]>([
  ['the two overlapped', listed([rex], 1000, 4000), listed([], 3000), false],
  ['the first is wrong by itself', listed([rex], 1000), listed([], 3000), true],
  [
    'nobody knows when the first passed',
    { ...listed([rex], 1000), at: undefined as never },
    listed([], 3000),
    false,
  ],
])('nothing is reported if %s', ([_why, first, second, isWrong]) => {
  const traffic = new TrafficHistory()
  traffic.judge(first, isWrong)
  expect(traffic.judge(second, false).contradictions).toEqual([])
})

test('the earlier reply is named, however many have passed since', () => {
  const traffic = new TrafficHistory()
  traffic.judge(listed([rex], 0), false)
  for (let at = 1; at <= 500; at += 1)
    traffic.judge({ ...listed([{ ...rex, id: 1 }], at * 100), path: '/pets?limit=1' }, false)
  const [finding] = traffic.judge(listed([{ ...rex, id: 1 }], 300_000), false).contradictions
  expect(finding?.message).toContain('GET /pets 200, 300 s before: pet 7, sold')
})

test.for<[what: string, ...exchanges: readonly ObservedExchange[]]>([
  ['a lost pet', listed([rex], 0), listed([], 1000), listed([], 2000)],
  ['a pet that is not found', read(rex, 0), read({}, 1000, 404), read({}, 2000, 404)],
  ['a changed pet', read(rex, 0), read({ ...rex, name: 'Tom' }, 1000), read({ ...rex, name: 'Tom' }, 2000)],
])('%s is reported once', ([_what, ...exchanges]) => {
  expect(brokenBy(exchanges).map(({ length }) => length)).toEqual([0, 1, 0])
})

test('a pet that changes back is reported again', () => {
  expect(brokenBy([read(rex, 0), read(tom, 1000), read(rex, 2000)])).toEqual([[], ['GET-1'], ['GET-1']])
})

test('each pet that a list lacks is missed, wherever it stood', () => {
  const pets = [1, 2, 3].map((id) => ({ ...rex, id }))
  for (const lost of pets) {
    const others = pets.filter((pet) => pet !== lost)
    expect(brokenBy([listed(pets, 0), listed(others, 1000)])).toEqual([[], ['LIST-2']])
  }
})

const tom = { ...rex, name: 'Tom' }
const mia = { ...rex, id: 8 }
const added: ObservedExchange = {
  ...listed([], 0),
  method: 'POST',
  path: '/pets',
  requestBody: JSON.stringify(rex),
  status: 201,
  body: JSON.stringify(rex),
}

describe('what others have done to pets', () => {
  test.for<[what: string, takenBack: readonly string[], ...exchanges: readonly ObservedExchange[]]>([
    ['a read and a list show a new name', ['GET-1'], listed([rex], 0), read(tom, 1000), listed([tom], 2000)],
    ['a list and a read do', ['LIST-7'], read(rex, 0), listed([tom], 1000), read(tom, 2000)],
    [
      'it is not found, nor listed',
      ['GET-1'],
      listed([rex, mia], 0),
      read({}, 1000, 404),
      listed([mia], 2000),
    ],
    [
      'it is not listed, nor found',
      ['LIST-2'],
      listed([rex, mia], 0),
      listed([mia], 1000),
      read({}, 2000, 404),
    ],
    [
      'another pet shows that others do such things',
      ['LIST-2', 'GET-1'],
      listed([rex, mia], 0),
      listed([rex], 500),
      read({}, 1000, 404),
      listed([], 2000),
    ],
  ])('is taken back: %s', ([_what, takenBack, ...exchanges]) => {
    const traffic = new TrafficHistory()
    const seen = exchanges.map((one) => traffic.judge(one, false))
    expect(seen.at(-1)?.contradictions).toEqual([])
    expect(
      seen
        .at(-1)
        ?.correction?.takenBack.map(({ clause }) => clause)
        .toSorted(),
    ).toEqual(takenBack.toSorted())
    expect(seen.at(-1)?.correction).toMatchObject({ severity: 'correction', takesBack: takenBack.length })
  })

  test('is no news any more, where only lists show another pet', () => {
    const known = [listed([rex, mia], 0), read(tom, 1000), listed([tom, mia], 2000)]
    expect(brokenBy([...known, listed([tom], 3000), listed([], 4000)])).toEqual([[], ['GET-1'], [], [], []])
  })

  test.for<[what: string, ...exchanges: readonly ObservedExchange[]]>([
    ['only reads show it', listed([rex], 0), read(tom, 1000), read(tom, 2000)],
    ['only lists do', listed([rex, mia], 0), listed([mia], 1000), listed([mia], 2000)],
    ['the list shows the old name again', listed([rex], 0), read(tom, 1000), listed([rex], 2000)],
    ['nobody else knew the pet', added, listed([rex], 500), read(tom, 1000), listed([tom], 2000)],
  ])('stays a breach: %s', ([_what, ...exchanges]) => {
    const traffic = new TrafficHistory()
    const seen = exchanges.map((one) => traffic.judge(one, false))
    expect(seen.flatMap(({ contradictions }) => contradictions)).not.toEqual([])
    expect(seen.flatMap(({ correction }) => correction ?? [])).toEqual([])
  })
})

const MINUTE = Date.UTC(2026, 0, 1)

/** So many requests that are served within one minute, ten a second. */
function served(count: number, limit: number): readonly ObservedExchange[] {
  return Array.from({ length: count }, (_, index) => ({
    ...listed([], MINUTE + index * 100),
    path: '/pets?limit=1',
    body: `[${JSON.stringify(rex)}]`,
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - index - 1)),
      'x-ratelimit-reset': String(MINUTE / 1000 + 60),
    },
  }))
}

const ownKeys = (): TrafficHistory => new TrafficHistory({ keysAreOwn: true })

/** A reply whose Reset is so many seconds ahead of its Date, by a clock that is so many seconds ahead of the proxy's. */
function dated(left: number, ahead: number, sent = MINUTE): ObservedExchange {
  const [one] = served(1, 60)
  const now = Math.floor(sent / 1000) + ahead
  const headers = {
    ...one?.headers,
    date: new Date(now * 1000).toUTCString(),
    'x-ratelimit-reset': String(now + left),
  }
  return { ...listed([rex], sent), headers }
}

describe.for([
  ['that of the proxy', 0],
  ['ahead', 300],
  ['behind', -300],
] as const)('a Reset, with the clock of the service %s', ([_what, ahead]) => {
  test('is no breach within a minute of its Date', () => {
    expect(brokenBy([dated(12, ahead)])).toEqual([[]])
  })

  test('is a breach more than a minute after its Date, whether the clock is known or not', () => {
    expect(brokenBy([dated(90, ahead)])).toEqual([['LIMIT-4']])
    expect(brokenBy([dated(12, ahead), dated(90, ahead, MINUTE + 13_000)])).toEqual([[], ['LIMIT-4']])
  })

  test('is judged by the clock of earlier replies in one without a Date', () => {
    const undated = (left: number): ObservedExchange => {
      const { date: _date, ...headers } = dated(left, ahead, MINUTE + 13_000).headers
      return { ...listed([rex], MINUTE + 13_000), headers }
    }
    expect(brokenBy([dated(12, ahead), undated(59)])).toEqual([[], []])
    expect(brokenBy([dated(12, ahead), undated(90)])).toEqual([[], ['LIMIT-4']])
  })
})

test('what is served over the limit is reported, whoever else uses the key', () => {
  const broken = brokenBy(served(63, 60), ownKeys())
  expect(broken.flatMap((clauses, index) => clauses.map((clause) => [index + 1, clause]))).toEqual([
    [61, 'LIMIT-5'],
  ])
  expect(brokenBy(served(63, 60)).flat()).toEqual(['LIMIT-5'])
})

test('a Reset that moves back is reported, however many replies have spoken of another window since', () => {
  const [day] = served(1, 1000)
  const reset = (seconds: number, at: number): ObservedExchange => ({
    ...listed([rex], at),
    headers: { ...day?.headers, 'x-ratelimit-reset': String(MINUTE / 1000 + seconds) },
  })
  const traffic = new TrafficHistory()
  const replies = [reset(7200, MINUTE - 100), ...served(200, 1_000_000), reset(3600, MINUTE + 30_000)]
  expect(brokenBy(replies, traffic).flat()).toEqual(['LIMIT-4'])
})

test('a key that is refused between two replies is reported, but for one that others have used too', () => {
  const refused = { ...listed([], 2000), status: 401, body: '{}' }
  expect(brokenBy([listed([], 0), refused, listed([], 4000)], ownKeys()).flat()).toEqual(['AUTH-1'])
  const left = (remaining: number, sent: number, status = 200): ObservedExchange => {
    const [one] = served(1, 60)
    const headers = { ...one?.headers, 'x-ratelimit-remaining': String(remaining) }
    return { ...listed([], MINUTE + sent), status, headers, ...(status === 401 && { body: '{}' }) }
  }
  const replies = [left(50, 0), left(40, 1000), left(39, 2000, 401), left(38, 3000)]
  expect(brokenBy(replies, ownKeys()).flat()).toEqual([])
})

test('an exchange is evidence for what it could have contradicted; for AUTH-1 only where nobody else uses the key', () => {
  const evidence = [new TrafficHistory(), ownKeys()].map((traffic) => {
    traffic.judge(listed([rex], 0), false)
    traffic.judge(listed([rex], 1000), false)
    return traffic.judge(listed([rex], 2000), false).evidence
  })
  expect(evidence[0]).toEqual(expect.arrayContaining(['LIST-7', 'PET-2']))
  expect(evidence.map((clauses) => clauses.includes('AUTH-1'))).toEqual([false, true])
})
