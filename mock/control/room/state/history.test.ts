import { describe, expect, it } from 'vitest'
import { History, SPAN } from './history.ts'

const NOW = 1_000_000_500

describe('a history', () => {
  it('counts by second and key', () => {
    const history = new History()
    history.count('a', true, NOW - 1000)
    history.count('a', false, NOW)
    history.count('b', true, NOW)
    expect(history.columns(NOW, undefined, []).admitted.slice(-2)).toEqual([1, 1])
    expect(history.columns(NOW, undefined, []).refused.slice(-2)).toEqual([0, 1])
    expect(history.columns(NOW, 'b', []).admitted.slice(-2)).toEqual([0, 1])
  })

  it('has a column for each second of the span, the present one last', () => {
    const { seconds, admitted } = new History().columns(NOW, undefined, [])
    expect([seconds.length, admitted.length, seconds.at(-1)]).toEqual([SPAN, SPAN, 1_000_000])
  })

  it('keeps the last that was left in each second, of keys that are in use', () => {
    const history = new History()
    history.note('idle', 60, NOW)
    history.count('a', true, NOW)
    history.note('a', 59, NOW)
    history.note('a', 58, NOW)
    expect(history.columns(NOW, undefined, ['a', 'idle']).left.map((left) => left.at(-1))).toEqual([58, null])
  })

  it('names the busiest key first, and forgets what is older than the span', () => {
    const history = new History()
    history.count('old', true, NOW - SPAN * 1000)
    history.count('a', true, NOW)
    history.count('b', true, NOW)
    history.count('b', false, NOW)
    expect(history.activeKeys(NOW)).toEqual(['b', 'a'])
  })

  it('remembers no more than fifty marks, and only those of the span', () => {
    const history = new History()
    history.mark('before', NOW - SPAN * 1000)
    for (let at = 0; at < 60; at += 1) history.mark(`mark ${at}`, NOW)
    const labels = history.marks(NOW).map(({ label }) => label)
    expect([labels.length, labels[0], labels.at(-1)]).toEqual([50, 'mark 10', 'mark 59'])
  })
})
