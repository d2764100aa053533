import { describe, expect, it } from 'vitest'
import { COLUMNS, History, spanUpTo, sum } from './history.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const SPAN = spanUpTo(NOW, 1)

describe('a span', () => {
  it.each([
    [1, 3],
    [30, 3],
    [60, 6],
    [3600, 360],
  ])('at speed %i has columns of %i s, the current one last', (speed, width) => {
    const { starts, ...span } = spanUpTo(NOW + 1500, speed)
    expect([span.width, starts.length, starts.at(-1)]).toEqual([width, COLUMNS, NOW / 1000])
  })
})

describe('a history', () => {
  it('counts by key and second of the world', () => {
    const history = new History()
    history.count('a', true, NOW - 3000)
    history.count('a', false, NOW)
    history.count('b', true, NOW)
    expect(history.lane('a', SPAN).admitted.slice(-2)).toEqual([1, 0])
    expect(history.lane('a', SPAN).refused.slice(-2)).toEqual([0, 1])
    expect(history.lane('b', SPAN).admitted.slice(-2)).toEqual([0, 1])
  })

  it('has the last quota of each column, and whether the key was banned', () => {
    const history = new History()
    history.record('a', 59, false, NOW)
    history.record('a', 58, true, NOW + 1000)
    const { left, banned } = history.lane('a', SPAN)
    expect([left.slice(-2), banned.slice(-2)]).toEqual([
      [null, 58],
      [false, true],
    ])
  })

  it('lists the keys with requests in the span, the busiest first', () => {
    const history = new History()
    history.count('old', true, NOW - COLUMNS * 3000)
    history.count('later', true, NOW + 60_000)
    history.record('idle', 60, false, NOW)
    history.count('a', true, NOW)
    history.count('b', true, NOW)
    history.count('b', false, NOW)
    expect(history.activeKeys(SPAN)).toEqual(['b', 'a'])
  })

  it('moves the counts of a renamed key', () => {
    const history = new History()
    history.count('#1', true, NOW - 3000)
    history.count('#1', false, NOW)
    history.count('a', true, NOW)
    history.record('a', 58, true, NOW)
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
    history.record('a', 60, false, NOW)
    const { version } = history
    history.record('a', 60, false, NOW)
    expect(history.version).toBe(version)
    history.count('a', true, NOW)
    expect(history.version).not.toBe(version)
  })

  it('stores at most 5,000 seconds', () => {
    const history = new History()
    for (let second = 0; second < 5001; second += 1) history.count('a', true, NOW + second * 1000)
    const all = spanUpTo(NOW + 5_000_000, 1000)
    expect(sum(history.lane('a', all).admitted)).toBe(5000)
  })

  it('stores at most fifty markers, and returns those of the span', () => {
    const history = new History()
    history.addMarker('before', NOW - COLUMNS * 3000)
    for (let at = 0; at < 60; at += 1) history.addMarker(`marker ${at}`, NOW)
    const labels = history.markers(SPAN).map(({ label }) => label)
    expect([labels.length, labels[0], labels.at(-1)]).toEqual([50, 'marker 10', 'marker 59'])
  })
})
