import { expect, it } from 'vitest'
import { assess, type ClientResult } from '../../mock/scenarios/scenario-report.ts'
import { scenarioOf } from '../../mock/scenarios/scenario.ts'
import { createPaint } from '../environment/paint.ts'
import { endReport } from './end-report.ts'
import { resultOf } from './testing/events.ts'

const naive = resultOf('naive', {
  refused: 1962,
  bans: 2,
  seconds: 287,
  servedPerSecond: 0.5226,
  assessment: { wellBehaved: false, words: 'banned twice, 1,970 too early' },
})

function reportOf(...results: readonly ClientResult[]): string {
  return endReport({ scenario: scenarioOf({}), results, speed: 10 }, createPaint(false))
}

it('has a line for each client, and compares two, in 80 columns', () => {
  const text = reportOf(naive, resultOf('polite'))
  expect(text).toMatchInlineSnapshot(`
    "client  served/s  refused  bans  time  client report
    Naive       0.52    1,962     2  4:47  ✗ banned twice, 1,970 too early
    Polite      1.16        2     0  2:09  ✓ honoured Retry-After

    Polite was done 2:38 sooner, with 1,960 fewer refused.
    "
  `)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

it.each([
  [
    'fewer',
    [resultOf('backoff', { refused: 9, seconds: 140 })],
    'Polite was done 0:11 sooner, with 7 fewer refused.',
  ],
  [
    'more',
    [resultOf('backoff', { refused: 1, seconds: 140 })],
    'Polite was done 0:11 sooner, with 1 more refused.',
  ],
  [
    'as many',
    [resultOf('backoff', { seconds: 140 })],
    'Polite was done 0:11 sooner, with as many requests refused.',
  ],
  [
    'fewer, at the same time,',
    [resultOf('backoff', { refused: 3, seconds: 129.49 })],
    'Both were done at the same time, Polite with 1 fewer refused.',
  ],
  [
    'fewer, in another second that is shown,',
    [resultOf('backoff', { refused: 3, seconds: 129.6 })],
    'Polite was done 0:01 sooner, with 1 fewer refused.',
  ],
] as const)('the faster one had %s refused', (_what, others, sentence) => {
  expect(reportOf(resultOf('polite'), ...others)).toContain(`\n\n${sentence}\n`)
})

it.each([
  ['one client', [naive]],
  ['a client that was stopped', [naive, resultOf('polite', { ending: 'stopped' })]],
])('compares nothing with %s', (_what, results) => {
  expect(reportOf(...results)).not.toContain('sooner')
})

it.each([
  ['one', [resultOf('polite', { refused: 0 })]],
  ['two', [resultOf('polite', { refused: 0 }), resultOf('naive', { refused: 0 })]],
])('reports that none of %s reached the limit', (_count, results) => {
  expect(reportOf(...results)).toContain('\n\nNo client reached the limit: choose a lower speed.\n')
})

it.each([
  [{ requests: 60 }, 10, 'No client reached the limit: increase the number of requests.'],
  [{}, 1, 'No client reached the limit: this machine is too busy.'],
])('reports %j at speed %i as: %s', (given, speed, sentence) => {
  const results = [resultOf('polite', { refused: 0 })]
  expect(endReport({ scenario: scenarioOf(given), results, speed }, createPaint(false))).toContain(sentence)
})

it('reports a clock that ran slower than requested', () => {
  const report = { scenario: scenarioOf({}), results: [naive], speed: 3 }
  expect(endReport(report, createPaint(false))).toContain(
    'The clock was slowed down to ×3 for a while, because this machine was busy. The figures are nearly the same at any speed.',
  )
})

it('the comparison is the last line, as a presenter announces it', () => {
  const report = { scenario: scenarioOf({}), results: [naive, resultOf('polite')], speed: 3 }
  expect(endReport(report, createPaint(false))).toMatch(/any speed\.\nPolite was done .* fewer refused\.\n$/)
})

it('a client that did not finish has no time', () => {
  expect(reportOf(resultOf('polite', { ending: 'out-of-time' }))).toMatch(/ not done {2}✓/)
})

it('is broken between words at the width of the terminal, and explains what is in flight', () => {
  const stampede = resultOf('stampede', {
    assessment: assess({ bans: 0, earlyRetries: 62, inFlight: 12, refused: 74 }),
    refused: 74,
    bans: 0,
    seconds: 281,
  })
  const report = { scenario: scenarioOf({}), results: [stampede], speed: 3 }
  const text = endReport(report, createPaint(false), 60)
  expect(text).toMatchInlineSnapshot(`
    "client    served/s  refused  bans  time  client report
    Stampede      1.16       74     0  4:41  ✗ 62 requests too
                                               early, 12 in
                                               flight

    In flight: may have been sent before the first refusal
    arrived, which is no fault.
    The clock was slowed down to ×3 for a while, because this
    machine was busy. The figures are nearly the same at any
    speed.
    "
  `)
})

it('has lines for each client where there is no room for the table, and breaks no word', () => {
  const report = { scenario: scenarioOf({}), results: [naive, resultOf('polite')], speed: 10 }
  const widthOf = (columns: number): number =>
    Math.max(
      ...endReport(report, createPaint(false), columns)
        .split('\n')
        .map((line) => line.length),
    )
  expect([widthOf(50) <= 50, widthOf(30) <= 30]).toEqual([true, true])
  expect(endReport(report, createPaint(false), 50)).toMatchInlineSnapshot(`
    "Naive
      served/s 0.52, refused 1,962, bans 2, time 4:47
      ✗ banned twice, 1,970 too early
    Polite
      served/s 1.16, refused 2, bans 0, time 2:09
      ✓ honoured Retry-After

    Polite was done 2:38 sooner, with 1,960 fewer
    refused.
    "
  `)
})
