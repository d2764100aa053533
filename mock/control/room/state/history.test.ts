import { describe, expect, it } from 'vitest'
import { COLUMNS, History, spanBetween, spanUpTo, sum } from './history.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const SPAN = spanUpTo(NOW, 1)

const quota = (left: number, isBanned = false) => ({ left, isBanned })

describe('a span', () => {
  it.each([
    [1, 3],
    [30, 3],
    [60, 6],
    [3600, 360],
  ])('without requests at speed %i has columns of %i s, the current one last', (speed, width) => {
    const { starts, ...span } = spanUpTo(NOW + 1500, speed)
    expect([span.width, starts.at(-1)]).toEqual([width, NOW / 1000])
    expect(Math.abs(starts.length - COLUMNS)).toBeLessThanOrEqual(1)
  })

  it.each([
    [0, 1, 10],
    [9, 1, 10],
    [59, 1, 60],
    [180, 2, 91],
    [359, 3, 121],
    // Older requests leave it.
    [1000, 3, 121],
  ])('that the first request began %i s ago has columns of %i s, %i of them', (ago, width, count) => {
    const history = new History()
    history.count('a', 'admitted', NOW - ago * 1000)
    if (ago > 360) history.count('a', 'admitted', NOW - 359_000)
    const { starts, ...span } = spanUpTo(NOW, 1, history)
    expect([span.width, starts.length]).toEqual([width, count])
  })

  it('of a run fits the run', () => {
    const { starts, width } = spanBetween(NOW, NOW + 282_000)
    expect([starts[0], width, (starts.at(-1) ?? 0) + width]).toEqual([NOW / 1000, 3, NOW / 1000 + 285])
  })
})

describe('a history', () => {
  it('counts by key and second of the world', () => {
    const history = new History()
    history.count('a', 'admitted', NOW - 3000)
    history.count('a', 'refused', NOW)
    history.count('b', 'admitted', NOW)
    expect(history.lane('a', SPAN).admitted.slice(-2)).toEqual([1, 0])
    expect(history.lane('a', SPAN).refused.slice(-2)).toEqual([0, 1])
    expect(history.lane('b', SPAN).admitted.slice(-2)).toEqual([0, 1])
  })

  it('has neither quota nor ban while the limits are off', () => {
    const history = new History()
    history.record('a', quota(0, true), NOW)
    history.switchLimits(false, NOW + 1000)
    history.record('a', quota(0, true), NOW + 1000)
    history.switchLimits(true, NOW + 3000)
    const { left, banned, limitsOff } = history.lane('a', spanUpTo(NOW + 3000, 1))
    expect(left.slice(-2)).toEqual([null, 0])
    expect(banned.slice(-2)).toEqual([false, true])
    expect(limitsOff.slice(-2)).toEqual([true, false])
  })

  it('has the last quota of each column, and whether the key was banned', () => {
    const history = new History()
    history.record('a', quota(59, false), NOW)
    history.record('a', quota(58, true), NOW + 1000)
    const { left, banned } = history.lane('a', spanUpTo(NOW + 1000, 1))
    expect([left.slice(-2), banned.slice(-2)]).toEqual([
      [null, 58],
      [false, true],
    ])
  })

  it('has a ban without gaps where not every second was read, and none after the last reading', () => {
    const history = new History()
    for (const [ago, isBanned] of [
      [30, false],
      [21, true],
      [9, true],
      [3, false],
    ] as const)
      history.record('a', quota(0, isBanned), NOW - ago * 1000)
    history.count('a', 'refused', NOW - 15_000)
    const banned = history.lane('a', SPAN).banned.slice(-11)
    expect(banned.map((is) => (is ? 'x' : '.')).join('')).toBe('...xxxxxx..')
  })

  it('knows where a ban began, unless the key was banned at its first reading', () => {
    const history = new History()
    history.record('a', quota(60, false), NOW - 9000)
    history.record('a', quota(0, true), NOW)
    history.record('b', quota(0, true), NOW - 9000)
    history.record('b', quota(60, false), NOW - 3000)
    history.record('b', quota(0, true), NOW)
    history.record('found', quota(0, true), NOW)
    const [last] = SPAN.starts.slice(-1)
    expect(history.lane('a', SPAN).banStarts).toEqual([last])
    expect(history.lane('b', SPAN).banStarts).toEqual([last])
    expect(history.lane('found', SPAN).banStarts).toEqual([])
  })

  it('knows where a ban began in the first column of a key', () => {
    const history = new History()
    history.record('a', quota(0), NOW)
    history.record('a', quota(0, true), NOW)
    history.count('served', 'admitted', NOW)
    history.record('served', quota(0, true), NOW)
    history.record('found', quota(0, true), NOW)
    history.count('found', 'refused', NOW)
    const starts = ['a', 'served', 'found'].map((key) => history.lane(key, SPAN).banStarts)
    expect(starts).toEqual([SPAN.starts.slice(-1), SPAN.starts.slice(-1), []])
  })

  it('knows what becomes of a quota by itself, up to the end of the span or an earlier time, and its last request', () => {
    const history = new History()
    history.record('a', quota(0, true), NOW - 9000, [
      { from: NOW - 3000, ...quota(0) },
      { from: NOW + 3000, ...quota(60) },
    ])
    const lane = (to: number, end?: number) =>
      history.lane('a', spanBetween(NOW - 9000, to), end && end / 1000)
    expect(lane(NOW).left).toEqual([0, ...none(5), 0, null, null, 0])
    expect(lane(NOW).banned.lastIndexOf(true)).toBe(5)
    expect(lane(NOW + 4000).left.slice(8)).toEqual([null, null, null, null, 60, null])
    expect(lane(NOW + 4000, NOW - 6000).left.slice(0, 5)).toEqual([0, null, null, 0, null])
    history.count('a', 'admitted', NOW - 5000)
    expect(lane(NOW + 4000, NOW - 6000).left.slice(0, 6)).toEqual([0, null, null, null, 0, null])
  })

  it('forgets what would have become of a quota where another one is recorded', () => {
    const history = new History()
    history.record('a', quota(40), NOW - 3000)
    history.record('a', quota(0, true), NOW - 9000, [{ from: NOW - 2000, ...quota(60) }])
    expect(history.lane('a', spanBetween(NOW - 9000, NOW)).left).toEqual([0, ...none(5), 40, null, null, 40])
  })

  it('lists the keys with requests in the span, the busiest first', () => {
    const history = new History()
    history.count('old', 'admitted', NOW - (COLUMNS + 1) * 3000)
    history.count('later', 'admitted', NOW + 60_000)
    history.record('idle', quota(60, false), NOW)
    history.count('a', 'admitted', NOW)
    history.count('b', 'admitted', NOW)
    history.count('b', 'refused', NOW)
    expect(history.activeKeys(SPAN)).toEqual(['b', 'a'])
  })

  it('moves the counts of a renamed key', () => {
    const history = new History()
    history.count('#1', 'admitted', NOW - 3000)
    history.count('#1', 'refused', NOW)
    history.count('a', 'admitted', NOW)
    history.record('a', quota(58, true), NOW)
    const { version } = history
    history.rename('#1', 'a')
    expect(history.version).not.toBe(version)
    expect(history.activeKeys(SPAN)).toEqual(['a'])
    const { admitted, refused, left, banned } = history.lane('a', SPAN)
    expect([admitted.slice(-2), refused.slice(-2)]).toEqual([
      [1, 1],
      [0, 1],
    ])
    expect([left.slice(-2), banned.slice(-2)]).toEqual([
      [null, 58],
      [false, true],
    ])
  })

  it('has a new version only when it has changed', () => {
    const history = new History()
    history.record('a', quota(60, false), NOW)
    const { version } = history
    history.record('a', quota(60, false), NOW)
    expect(history.version).toBe(version)
    history.count('a', 'admitted', NOW)
    expect(history.version).not.toBe(version)
  })

  it('stores at most 5,000 seconds', () => {
    const history = new History()
    for (let second = 0; second < 5001; second += 1) history.count('a', 'admitted', NOW + second * 1000)
    const all = spanUpTo(NOW + 5_000_000, 1000)
    expect(sum(history.lane('a', all).admitted)).toBe(5000)
  })

  it('stores at most fifty markers, and returns those of the span', () => {
    const history = new History()
    history.addMarker('before', NOW - (COLUMNS + 1) * 3000)
    for (let at = 0; at < 60; at += 1) history.addMarker(`marker ${at}`, NOW)
    const labels = history.markers(SPAN).map(({ label }) => label)
    expect([labels.length, labels[0], labels.at(-1)]).toEqual([50, 'marker 10', 'marker 59'])
  })
})

function none(count: number): readonly null[] {
  return Array.from({ length: count }, () => null)
}
