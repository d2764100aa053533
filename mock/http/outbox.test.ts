import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendNow, sendTogether } from './outbox.ts'

test('what a turn of the event loop decides is sent at its end, in its order', async () => {
  const sent: number[] = []
  for (const number of [1, 2, 3]) sendTogether(() => sent.push(number))
  await Promise.resolve()
  expect(sent).toEqual([])
  await endOfTurn()
  expect(sent).toEqual([1, 2, 3])
})

test('of many, some are sent before', () => {
  const sent: number[] = []
  for (let number = 1; number <= 40; number += 1) sendTogether(() => sent.push(number))
  expect(sent).toHaveLength(32)
  sendNow()
  expect(sent).toHaveLength(40)
})

test('what a reply that is sent decides is sent after it', async () => {
  const sent: string[] = []
  sendTogether(() => {
    sent.push('first')
    sendTogether(() => sent.push('second'))
  })
  await endOfTurn()
  await endOfTurn()
  expect(sent).toEqual(['first', 'second'])
})
