import { expect, test } from 'vitest'
import { MemorySink } from '../testing/manual-environment.ts'
import { arePrinted } from './are-printed.ts'

test('what is printed waits for a reader that is behind', async () => {
  const [slow, other] = [new MemorySink(), new MemorySink()]
  slow.readerIsBehind = true
  let isOver = false
  const printed = arePrinted([slow, other], new AbortController().signal).finally(() => (isOver = true))
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  slow.drain()
  expect(await printed).toBe(true)
})

test('what cannot be printed is not waited for', async () => {
  const broken = new MemorySink()
  broken.fails = new Error('no space')
  expect(await arePrinted([broken], new AbortController().signal)).toBe(true)
})

test('a signal ends the wait for a reader', async () => {
  const slow = new MemorySink()
  slow.readerIsBehind = true
  const stop = new AbortController()
  const printed = arePrinted([slow], stop.signal)
  stop.abort('SIGINT')
  expect(await printed).toBe(false)
})
