import { expect, test } from 'vitest'
import { clientReport, newStatistics, noteRequest, type ClientReport } from './client-statistics.ts'

/** One request: seconds since the one before, and the Retry-After that it was refused with. */
type Step = readonly [wait: number, retryAfter?: number]

function reportOf(steps: readonly Step[]): ClientReport {
  const statistics = newStatistics()
  let now = Date.UTC(2026, 0, 15)
  for (const [wait, retryAfter] of steps) {
    now += wait * 1000
    noteRequest(statistics, { now, retryAfter, earnedBan: false, deprecated: false })
  }
  return clientReport(statistics)
}

test('a client that was never heard of has a clean record', () => {
  expect(reportOf([])).toEqual({
    requests: 0,
    refused: 0,
    earlyRetries: 0,
    backoff: 'unknown',
    bans: 0,
    deprecatedCalls: 0,
  })
})

test.for<{ fact: string; steps: readonly Step[]; early: number }>([
  { fact: 'a request before Retry-After has passed is early', steps: [[0, 40], [39.999]], early: 1 },
  { fact: 'a request when it has passed is not', steps: [[0, 40], [40]], early: 0 },
  { fact: 'each early request counts', steps: [[0, 40], [1, 39], [1, 38], [38]], early: 2 },
  { fact: 'an early request that is served counts too', steps: [[0, 40], [1]], early: 1 },
  { fact: 'the last Retry-After is the one that holds', steps: [[0, 40], [40, 90], [60]], early: 1 },
  { fact: 'requests before the first refusal are never early', steps: [[0], [0], [0]], early: 0 },
])('$fact', ({ steps, early }) => {
  expect(reportOf(steps).earlyRetries).toBe(early)
})

test.for<{ fact: string; steps: readonly Step[]; backoff: ClientReport['backoff'] }>([
  { fact: 'one refusal tells nothing of backoff', steps: [[0, 1]], backoff: 'unknown' },
  {
    fact: 'one wait tells nothing of backoff',
    steps: [
      [0, 1],
      [1, 1],
    ],
    backoff: 'unknown',
  },
  {
    fact: 'waits that double grow',
    steps: [
      [0, 1],
      [1, 1],
      [2, 1],
      [4, 1],
    ],
    backoff: 'growing',
  },
  { fact: 'the wait before success counts too', steps: [[0, 1], [1, 1], [2]], backoff: 'growing' },
  {
    fact: 'waits that stay the same do not grow',
    steps: [
      [0, 1],
      [5, 1],
      [5, 1],
    ],
    backoff: 'not-growing',
  },
  {
    fact: 'waits that shrink do not grow',
    steps: [
      [0, 1],
      [5, 1],
      [2, 1],
    ],
    backoff: 'not-growing',
  },
  {
    fact: 'success begins a new row of waits',
    steps: [[0, 1], [9, 1], [0], [0, 1], [1, 1], [0], [0, 1], [2, 1], [0]],
    backoff: 'not-growing',
  },
  {
    fact: 'what a client does more often decides',
    steps: [[0, 1], [1, 1], [2, 1], [4, 1], [3, 1], [9]],
    backoff: 'growing',
  },
])('$fact', ({ steps, backoff }) => {
  expect(reportOf(steps).backoff).toBe(backoff)
})

test('bans and calls of the deprecated operation are counted', () => {
  const statistics = newStatistics()
  noteRequest(statistics, { now: 0, retryAfter: undefined, earnedBan: false, deprecated: true })
  noteRequest(statistics, { now: 1, retryAfter: 60, earnedBan: true, deprecated: false })
  noteRequest(statistics, { now: 2, retryAfter: 60, earnedBan: false, deprecated: true })
  expect(clientReport(statistics)).toMatchObject({ requests: 3, refused: 2, bans: 1, deprecatedCalls: 2 })
})
