import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('one goes on at a time, and as many turns later as it took milliseconds the next', async () => {
  let [now, turn] = [0, 0]
  const turns = new Turns(() => now)
  const wentOn: number[] = []
  const all = [5, 0, 0].map(async (milliseconds) => {
    await turns.next()
    wentOn.push(turn)
    now += milliseconds
  })
  for (; turn < 20; turn += 1) await setImmediate()
  await Promise.all(all)
  const [first = 0, second = 0, third = 0] = wentOn
  expect([second - first, third - second]).toEqual([6, 1])
  await turns.next()
})
