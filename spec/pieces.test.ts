import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Pieces } from './pieces.ts'

test('the pieces of one turn are handed over as one, at the end of the turn', async () => {
  const pieces = new Pieces()
  const handed: string[] = []
  const handOver = (): void => void handed.push(...pieces.take().map(String))
  for (const text of ['a', 'b', 'c']) expect(pieces.add(Buffer.from(text), handOver)).toBe(true)
  expect(handed).toEqual([])
  await setImmediate()
  pieces.add(Buffer.from('d'), handOver)
  await setImmediate()
  expect(handed).toEqual(['abc', 'd'])
})

test('a thousand pieces are enough for one turn', () => {
  const pieces = new Pieces()
  const more = Array.from({ length: 1000 }, () => pieces.add(Buffer.from('a'), () => undefined))
  expect([more.indexOf(false), pieces.isShredded]).toEqual([999, false])
})

test.for([
  { fact: 'of a byte', size: 1, isShredded: true },
  { fact: 'of some size', size: 20, isShredded: false },
])('more than a thousand pieces $fact: shredded $isShredded', ({ size, isShredded }) => {
  const pieces = new Pieces()
  for (let at = 0; at <= 1000; at += 1) pieces.add(Buffer.alloc(size), () => undefined)
  expect(pieces.isShredded).toBe(isShredded)
})
