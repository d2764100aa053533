import { expect, test } from 'vitest'
import { clientReport, newStatistics, recordRequest } from './client-statistics.ts'
import { recordLeft, recordReadByBrowser } from './client-waits.ts'

const START = Date.UTC(2026, 0, 15)

test.for([
  ['early', 'asked for it just before', 1000, 970, 1],
  ['in flight', 'may have had it queued', 1000, -1000, 0],
  ['in flight', 'may not have read the refusal yet', 400, 370, 0],
] as const)(
  'the first retry of a page over the connection of a refusal is %s where it %s',
  ([, , at, askedAt, earlyRetries]) => {
    const statistics = newStatistics()
    const refusal = { status: 429, until: START + 60_000, earnedBan: false }
    const seen = { client: 'a page', speed: 1, refusal, deprecated: false }
    const first = { ...seen, now: START, arrival: { at: 0, askedAt: -30 } }
    const waiting = recordRequest(statistics, first)
    if (!waiting) throw new Error('It is not refused')
    recordLeft(waiting, 0, 1)
    recordReadByBrowser(waiting, 0, at)
    recordRequest(statistics, { ...seen, now: START + at, arrival: { at, askedAt } })
    expect(clientReport(statistics)).toMatchObject({ earlyRetries, inFlight: 1 - earlyRetries })
  },
)
