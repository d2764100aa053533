import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendNow, sendTogether } from './outbox.ts'

test('the replies of a turn of the event loop are sent at its end, in order', async () => {
  const sent: number[] = []
  for (const number of [1, 2, 3]) sendTogether(() => sent.push(number))
  await Promise.resolve()
  expect(sent).toEqual([])
  await endOfTurn()
  expect(sent).toEqual([1, 2, 3])
})

test('a full batch is sent at once', () => {
  const sent: number[] = []
  for (let number = 1; number <= 40; number += 1) sendTogether(() => sent.push(number))
  expect(sent).toHaveLength(32)
  sendNow()
  expect(sent).toHaveLength(40)
})

test('a reply that is queued while others are sent is sent after them', async () => {
  const sent: string[] = []
  sendTogether(() => {
    sent.push('first')
    sendTogether(() => sent.push('second'))
  })
  await endOfTurn()
  await endOfTurn()
  expect(sent).toEqual(['first', 'second'])
})
