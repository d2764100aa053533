import { MOST } from '../memory/bounds.ts'
import { describe, expect, test } from 'vitest'
import {
  clientReport,
  forgetWaits,
  newStatistics,
  recordRequest,
  type ClientReport,
  type ClientStatistics,
} from './client-statistics.ts'
import { recordLeft, recordRead } from './client-waits.ts'

/**
 * The outcome of a request: `undefined` if admitted, the instant in seconds that a 429 named, or another refusal. `closed` is no
 * request: the client closes the connection.
 */
type Met = number | { readonly status: number; readonly until: number } | 'closed' | undefined

/**
 * A recorded request: seconds since the start by the world's clock, the connection that it came by (`worker 2/b` is b of
 * another program), what it met, and when its connection was opened, where that was not just then.
 */
type Recorded = readonly [at: number, by: string, met?: Met, opened?: number]
type Trace = readonly Recorded[]

const START = Date.UTC(2026, 0, 15)

/** How long a refusal takes to leave, in milliseconds. */
const SENDING = 1

/** A refusal on its connection, which the client has not read as far as is known. */
interface Unread {
  readonly client: string
  readonly refusedAt: number
}

class Recording {
  readonly statistics: ClientStatistics = newStatistics()
  /** The connections so far, with the last refusal on each. */
  readonly #connections = new Map<string, Unread | undefined>()
  readonly #speed: number
  #sending: Unread[] = []
  /** How far real time is ahead of the trace's, in milliseconds: it goes on where the world's clock is set back. */
  #ahead = 0
  #lastArrival = -Infinity

  constructor(speed = 1) {
    this.#speed = speed
  }

  replay(trace: Trace): this {
    for (const recorded of trace) this.#replayOne(recorded)
    return this
  }

  #replayOne([at, by, met, opened = at]: Recorded): void {
    this.#ahead = Math.max(this.#ahead, this.#lastArrival - at * 1000)
    const arrivedAt = at * 1000 + this.#ahead
    this.#lastArrival = arrivedAt
    this.#send(arrivedAt)
    const client = by.includes('/') ? by.slice(0, by.indexOf('/')) : 'worker 1'
    const before = this.#connections.get(by)
    if (before) this.#notify(before, recordRead, arrivedAt)
    if (met === 'closed') {
      this.#connections.delete(by)
      return
    }
    const { status, until } = typeof met === 'object' ? met : { status: 429, until: met }
    const askedAt = this.#connections.has(by) ? undefined : opened * 1000 + this.#ahead
    const waiting = recordRequest(this.statistics, {
      client,
      now: START + at * 1000,
      arrival: { at: arrivedAt, askedAt },
      speed: this.#speed,
      refusal:
        until === undefined ? undefined : { status, until: START + until * 1000, earnedBan: until > 100 },
      deprecated: false,
    })
    const unread = waiting && { client, refusedAt: arrivedAt }
    this.#connections.set(by, unread)
    if (unread) this.#sending.push(unread)
  }

  /** All refusals that have left until then leave. */
  #send(until: number): void {
    const leaving = this.#sending.filter(({ refusedAt }) => refusedAt + SENDING <= until)
    this.#sending = this.#sending.filter((one) => !leaving.includes(one))
    for (const one of leaving) this.#notify(one, recordLeft, one.refusedAt + SENDING)
  }

  #notify({ client, refusedAt }: Unread, record: typeof recordLeft, at: number): void {
    const waiting = this.statistics.waiting?.get(client)
    if (waiting) record(waiting, refusedAt, at)
  }

  get report(): ClientReport {
    return clientReport(this.statistics)
  }
}

function reportOf(trace: Trace): ClientReport {
  return new Recording().replay(trace).report
}

/** Waits of one client, each followed by a 429 that asks for one second. */
function backingOff(...waits: readonly number[]): Trace {
  let at = 0
  return [0, ...waits].map((wait) => [(at += wait), 'a', at + 1])
}

test('a client without requests has empty statistics', () => {
  expect(reportOf([])).toEqual({
    requests: 0,
    refused: 0,
    earlyRetries: 0,
    inFlight: 0,
    backoff: 'unknown',
    waitsIn: 'real-time',
    bans: 0,
    deprecatedCalls: 0,
  })
})

interface Case {
  readonly fact: string
  readonly trace: Trace
  readonly early: number
  readonly inFlight?: number
}

// prettier-ignore
const oneByOne: readonly Case[] = [
  { fact: 'a request before the instant is early', trace: [[0, 'a', 40], [39.999, 'a', 40]], early: 1 },
  { fact: 'a request at the instant is not', trace: [[0, 'a', 40], [40, 'a']], early: 0 },
  { fact: 'the instant is that of the reply, not of the whole seconds until then', trace: [[0.3, 'a', 40], [40, 'a', 100]], early: 0 },
  { fact: 'each early request counts', trace: [[0, 'a', 40], [1, 'a', 40], [2, 'a', 40], [40, 'a']], early: 2 },
  { fact: 'an early request that is served counts too', trace: [[0, 'a', 40], [1, 'a']], early: 1 },
  { fact: 'an early request that is served ends the wait', trace: [[0, 'a', 40], [1, 'a'], [2, 'a'], [3, 'a', 40]], early: 1 },
  { fact: 'the last reply names the instant', trace: [[0, 'a', 40], [40, 'a', 90], [60, 'a', 90]], early: 1 },
  { fact: 'requests before the first refusal are never early', trace: [[0, 'a'], [0, 'a'], [0, 'a']], early: 0 },
  { fact: 'a retry over the same connection is early, as soon as it arrives', trace: [[0, 'a', 40], [0.0001, 'a', 40]], early: 1 },
  { fact: 'a retry over another open connection may have been in flight', trace: [[-1, 'b'], [0, 'a', 40], [0.012, 'b', 40]], early: 0, inFlight: 1 },
  { fact: 'two seconds later it was not', trace: [[-1, 'b'], [0, 'a', 40], [2.002, 'b', 40]], early: 1 },
  { fact: 'a second retry over that connection is early', trace: [[-1, 'b'], [0, 'a', 40], [0.012, 'b', 40], [0.013, 'b', 40]], early: 1, inFlight: 1 },
  { fact: 'retries over a new connection each may have been in flight', trace: [[0, 'a', 40], [0.012, 'b', 40], [0.014, 'c', 40]], early: 0, inFlight: 2 },
  { fact: 'they are early where the refused connection was closed before they were opened', trace: [[0, 'a', 40], [0.001, 'a', 'closed'], [0.002, 'b', 40], [0.003, 'c', 40]], early: 2 },
  { fact: 'a connection that was opened before that close may have been in flight', trace: [[0, 'a', 40], [0.002, 'a', 'closed'], [0.003, 'b', 40, 0.001]], early: 0, inFlight: 1 },
  { fact: 'after an early request nothing is in flight', trace: [[0, 'a', 40], [1, 'a', 40], [1.005, 'b', 40]], early: 2 },
  { fact: 'a refusal that is read after its wait says nothing of the next one', trace: [[-1, 'a'], [-1, 'b'], [0, 'a', 40], [0, 'b', 40], [40, 'a', 100], [40.0001, 'b', 100], [40.0002, 'c', 100]], early: 0, inFlight: 2 },
  { fact: 'one that waited and does not wait again is early, though others waited too', trace: [[-1, 'a'], [-1, 'b'], [0, 'a', 40], [0, 'b', 40], [40, 'a', 100], [40.0001, 'b', 100], [40.0002, 'a', 100]], early: 1, inFlight: 1 },
  { fact: 'a retry over a new connection after the wait is not early', trace: [[0, 'a', 40], [40, 'b', 100], [100, 'c']], early: 0 },
  { fact: 'setting the clock back to before the refusal ends the wait', trace: [[0, 'a', 40], [-60, 'a', 0], [-10, 'a', 0]], early: 1 },
  { fact: 'that wait does not start again when the clock reaches the refusal', trace: [[0, 'a', 40], [-60, 'a'], [1, 'a', 40], [40, 'a']], early: 0 },
]

// Six requests at once with two left, as fetch sends them from a process that has just started.
const SIX: Trace = [
  [-0.001, 'a'],
  [-0.001, 'b'],
  [0, 'c', 40],
  [0.00065, 'd', 40],
  [0.004, 'e', 40],
  [0.0162, 'f', 40, 0.001],
]

// prettier-ignore
const parallel: readonly Case[] = [
  { fact: 'six at once: those behind the first refusal were in flight', trace: SIX, early: 0, inFlight: 3 },
  { fact: 'their retries on time are not early, over whichever connection', trace: [...SIX, [40, 'f'], [40.001, 'd'], [40.001, 'a'], [40.002, 'b']], early: 0, inFlight: 3 },
  { fact: 'their retries three seconds later are early', trace: [...SIX, [3, 'a', 40], [3, 'd', 40], [3, 'e', 40], [3, 'f', 40]], early: 4, inFlight: 3 },
  { fact: 'the first request of a connection that was open is not in flight for three seconds', trace: [[0, 'a', 40], [3, 'b', 40, -1]], early: 1 },
  { fact: 'a second burst is judged as the first', trace: [...SIX, [40, 'a'], [40, 'b', 100], [40.001, 'c', 100], [40.002, 'd', 100]], early: 0, inFlight: 5 },
  { fact: 'waits in whole seconds end at different instants: each is waited for', trace: [[0, 'a', 40], [0.009, 'b', 40.9], [40, 'b', 100], [40.9, 'a', 101]], early: 0, inFlight: 1 },
]

// prettier-ignore
const workers: readonly Case[] = [
  { fact: 'a refusal of another program does not prolong my wait', trace: [[0, 'a', 40], [1, 'worker 2/b', 40], [2, 'worker 2/b', 160], [40, 'a', 160]], early: 1 },
  { fact: 'nor does that of a worker with the same identity', trace: [[0, 'a', 40], [0.005, 'b', 40], [2, 'b', 160], [40, 'a', 160]], early: 1, inFlight: 1 },
  { fact: 'nor do they over a new connection', trace: [[0, 'a', 40], [0.005, 'b', 160], [40, 'c', 160]], early: 0, inFlight: 1 },
  { fact: 'a refusal of one program is no wait for another', trace: [[0, 'a', 40], [10, 'worker 2/b', 40]], early: 0 },
  { fact: 'one that is served does not end the wait of another program', trace: [[0, 'a', 40], [1, 'worker 2/b'], [2, 'a', 40]], early: 1 },
]

describe('early and in flight', () => {
  test.for([...oneByOne, ...parallel, ...workers])('$fact', ({ trace, early, inFlight = 0 }) => {
    expect(reportOf(trace)).toMatchObject({ earlyRetries: early, inFlight })
  })

  test('freeing the key ends every wait', () => {
    const recording = new Recording().replay([[0, 'a', 40]])
    forgetWaits(recording.statistics)
    const later: Trace = [
      [1, 'a'],
      [2, 'b', 40],
    ]
    expect(recording.replay(later).report.earlyRetries).toBe(0)
  })

  test('a request whose body was being read during the refusal neither counts as a wait nor ends one', () => {
    const recording = new Recording().replay([
      [0, 'a', 40],
      [3, 'b', 43],
    ])
    const admitted = {
      client: 'worker 1',
      now: START - 1,
      arrival: { at: -1, askedAt: undefined },
      speed: 1,
    }
    recordRequest(recording.statistics, { ...admitted, refusal: undefined, deprecated: false })
    expect(recording.replay([[4, 'a', 43]]).report).toMatchObject({ earlyRetries: 2, inFlight: 0 })
  })

  test.for<{ name: string; before: Trace; inFlight: number }>([
    { name: 'one wait', before: [[0, 'a', 60]], inFlight: 0 },
    {
      name: 'two waits',
      before: [
        [0, 'a', 60],
        [0.005, 'b', 60],
      ],
      inFlight: 1,
    },
  ])(
    'after $name, a refusal during the reading of a body begins a row that the served request does not end',
    ({ before, inFlight }) => {
      const recording = new Recording().replay([...before, [61.5, 'a', 120]])
      const arrival = {
        client: 'worker 1',
        now: START + 61_000,
        arrival: { at: 61_000, askedAt: undefined },
      }
      recordRequest(recording.statistics, { ...arrival, speed: 1, refusal: undefined, deprecated: false })
      const { report } = recording.replay([[62, 'a', 120]])
      expect(report).toMatchObject({ earlyRetries: 1, inFlight, backoff: 'unknown' })
    },
  )

  test('the memory of two thousand clients and of two thousand refusals is bounded', () => {
    const hammering: Trace = Array.from({ length: 2000 }, (_, at) => [at / 1e6, `${at}`, 40])
    const crowd: Trace = Array.from({ length: 2000 }, (_, at) => [1, `worker ${at + 2}/a`, 40])
    const { report } = new Recording().replay([...hammering, ...crowd])
    expect(report).toMatchObject({ requests: 4000, refused: 4000 })
  })

  test.for([
    { others: 10, early: 1 },
    { others: MOST.waitingClients, early: 0 },
  ])('a program is recorded while $others others of its key wait: $early', ({ others, early }) => {
    const recording = new Recording().replay([[0, 'a', 40]])
    const crowd: Trace = Array.from({ length: others }, (_, at) => [1 + at / 1000, `worker ${at + 2}/b`, 40])
    recording.replay(crowd)
    expect(recording.replay([[12, 'a', 40]]).report.earlyRetries).toBe(early)
  })
})

test('`refused` counts 429s only; other refusals with Retry-After also set a wait', () => {
  const banned = { status: 401, until: 160 }
  const trace: Trace = [[0, 'a', 40], [1, 'a', 160], [2, 'a', banned], [160, 'a', { status: 403, until: 200 }]] // prettier-ignore
  expect(reportOf(trace)).toMatchObject({ requests: 4, refused: 2, earlyRetries: 2 })
})

describe('backoff', () => {
  test.for<{ fact: string; trace: Trace; backoff: ClientReport['backoff'] }>([
    { fact: 'one refusal shows no trend', trace: backingOff(), backoff: 'unknown' },
    { fact: 'one wait shows no trend', trace: backingOff(1), backoff: 'unknown' },
    { fact: 'waits that double grow', trace: backingOff(1, 2, 4), backoff: 'growing' },
    { fact: 'the wait before success counts too', trace: [[0, 'a', 1], [1, 'a', 2], [3, 'a']], backoff: 'growing' }, // prettier-ignore
    { fact: 'waits that stay the same do not grow', trace: backingOff(5, 5), backoff: 'not-growing' },
    {
      fact: 'waits do not grow by the milliseconds of a timer',
      trace: backingOff(5, 5.002, 5.005, 5.011),
      backoff: 'not-growing',
    },
    {
      fact: 'waits do not grow by the load of a processor',
      trace: backingOff(0.011, 0.014, 0.022, 0.05),
      backoff: 'not-growing',
    },
    { fact: 'waits that shrink do not grow', trace: backingOff(5, 2), backoff: 'not-growing' },
    {
      fact: 'success starts a new row of waits',
      trace: [[0, 'a', 1], [5, 'a', 6], [8, 'a'], [9, 'a', 10], [18, 'a'], [19, 'a', 20], [49, 'a']],
      backoff: 'not-growing',
    }, // prettier-ignore
    {
      fact: 'the more frequent behaviour decides',
      trace: backingOff(1, 2, 4, 3, 9),
      backoff: 'growing',
    },
    {
      fact: 'each of several parallel requests has its own row',
      trace: [
        [0, 'a', 1], [0.001, 'b', 1],
        [1, 'a', 2], [1.001, 'b', 2],
        [3, 'a', 4], [3.001, 'b', 4],
        [7, 'a'],
      ],
      backoff: 'growing',
    }, // prettier-ignore
    { fact: 'a burst shows no trend', trace: SIX, backoff: 'unknown' },
  ])('$fact', ({ trace, backoff }) => {
    expect(reportOf(trace).backoff).toBe(backoff)
  })

  test('the tolerance for noise grows with the speed of the clock', () => {
    const { report } = new Recording(60).replay(backingOff(5, 6, 7.5))
    expect(report.backoff).toBe('not-growing')
  })
})

describe('the time in which waits are judged', () => {
  test.for<{ fact: string; speed: number; trace: Trace; waitsIn: ClientReport['waitsIn'] }>([
    { fact: 'real time, at speed 1', speed: 1, trace: backingOff(1), waitsIn: 'real-time' },
    { fact: 'world time, with a fast clock', speed: 60, trace: backingOff(), waitsIn: 'world-time' },
    { fact: 'world time, with a slow clock', speed: 0.5, trace: backingOff(), waitsIn: 'world-time' },
    { fact: 'real time, without waits', speed: 60, trace: [[0, 'a'], [1, 'a']], waitsIn: 'real-time' }, // prettier-ignore
  ])('$fact', ({ speed, trace, waitsIn }) => {
    expect(new Recording(speed).replay(trace).report.waitsIn).toBe(waitsIn)
  })
})

test('bans and calls of the deprecated operation are counted', () => {
  const statistics = newStatistics()
  const request = {
    client: 'w',
    arrival: { at: 0, askedAt: undefined },
    speed: 1,
    now: 0,
    refusal: undefined,
  }
  recordRequest(statistics, { ...request, deprecated: true })
  const refusal = { status: 429, until: 60_000, earnedBan: true }
  recordRequest(statistics, { ...request, now: 1, refusal, deprecated: false })
  recordRequest(statistics, {
    ...request,
    now: 2,
    refusal: { ...refusal, earnedBan: false },
    deprecated: true,
  })
  expect(clientReport(statistics)).toMatchObject({ requests: 3, refused: 2, bans: 1, deprecatedCalls: 2 })
})
