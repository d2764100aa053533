import { expect, test } from 'vitest'
import { breach, nothingSeen, StoredStream } from './testing/seen.ts'
import { type Every, MOST_FINDINGS, Updates } from './updates.ts'

/** Updates that are sent by hand. */
function byHand() {
  const ticks = new Set<() => void>()
  const every: Every = (_milliseconds, tick) => {
    ticks.add(tick)
    return () => void ticks.delete(tick)
  }
  const seen = nothingSeen()
  const tick = (): void => {
    for (const run of ticks) run()
  }
  return { seen, ticks, tick, updates: new Updates(seen, every) }
}

test('a page gets everything at first, and then what has changed', () => {
  const { seen, tick, updates } = byHand()
  updates.add(breach(' before'))
  const stream = new StoredStream()
  updates.open(stream)
  tick()
  updates.add(breach(' after'))
  seen.tally.add({ evidence: ['PET-3', 'PET-1'], broken: ['PET-3'] })
  tick()
  const [first, second, ...others] = stream.updates
  expect(others).toEqual([])
  expect(first).toMatchObject({ isWhole: true, tone: 'fair' })
  expect(first?.parts['upstream']).toBe('http://upstream.test/v1')
  expect(first?.findings).toContain('none before')
  expect(second).toMatchObject({ isWhole: false, tone: 'bad' })
  expect(Object.keys(second?.parts ?? {}).toSorted()).toEqual(
    ['PET-1', 'PET-3', 'cell-PET-1', 'cell-PET-3', 'counts', 'headline'].toSorted(),
  )
  expect(second?.findings).toContain('none after')
  expect(second?.findings).not.toContain('none before')
})

test('the latest findings alone are stored, the last one first', () => {
  const { updates } = byHand()
  for (let index = 0; index < MOST_FINDINGS + 5; index += 1) updates.add(breach(` of ${index}.`))
  const stream = new StoredStream()
  updates.open(stream)
  const shown = Array.from(stream.updates[0]?.findings.matchAll(/none of (\d+)\./g) ?? [], ([, index]) =>
    Number(index),
  )
  expect(shown).toHaveLength(MOST_FINDINGS)
  expect([shown[0], shown.at(-1)]).toEqual([MOST_FINDINGS + 4, 5])
})

test('findings of one kind are one card, which stays in its place', () => {
  const { tick, updates } = byHand()
  const stream = new StoredStream()
  updates.open(stream)
  updates.add(breach(' often', { id: 7001, times: 1 }))
  updates.add(breach(' seldom', { id: 7002, times: 1 }))
  updates.add(breach(' often', { id: 7001, times: 56 }))
  tick()
  const later = new StoredStream()
  updates.open(later)
  for (const { findings } of [stream.updates[1], later.updates[0]].flatMap((one) => one ?? [])) {
    expect(Array.from(findings.matchAll(/id="kind-(\d+)"/g), ([, id]) => id)).toEqual(['7002', '7001'])
    expect(findings).toContain('56 times')
  }
})

test('a page that does not read is cut off, and the others go on', () => {
  const { tick, updates } = byHand()
  const [slow, quick] = [new StoredStream(), new StoredStream()]
  updates.open(slow)
  updates.open(quick)
  slow.writableLength = 5_000_000
  updates.add(breach())
  tick()
  expect([slow.ended, quick.ended, quick.updates.length]).toEqual(['destroyed', 'no', 2])
})

test('nothing ticks without an open page', () => {
  const { ticks, updates } = byHand()
  const leave = [updates.open(new StoredStream()), updates.open(new StoredStream())]
  expect(ticks.size).toBe(1)
  for (const one of leave) one()
  expect(ticks.size).toBe(0)
})

test('what is found last is shown before the end', () => {
  const { ticks, updates } = byHand()
  const stream = new StoredStream()
  updates.open(stream)
  updates.add(breach(' at last'))
  updates.close()
  expect(stream.updates.at(-1)?.findings).toContain('none at last')
  expect([stream.ended, ticks.size]).toEqual(['ended', 0])
})
