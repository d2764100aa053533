import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Snapshot } from '../../mock/core/world/snapshot.ts'
import { lengthOf, longestReplyDuring } from './longest-reply.ts'
import { Petstore, times } from './petstore.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

test('Large worlds are reset, read as a snapshot, restored from one and created: no request waits for 100 ms of processor time', async ({
  task,
}) => {
  const pets = times(1_000_000)
  const others = times(400_000)
  const size = ['--memory', String(Math.max(100, times(2000))), '--limits', 'off', '--pets', String(pets)]
  await using petstore = await Petstore.start(size, { isTimed: true })
  const worlds = `${petstore.origin}/_mock/worlds`
  const send = async (path: string, method = 'GET', body?: string | Blob): Promise<number> => {
    const reply = await fetch(worlds + path, { method, ...(body && { body, headers: JSON_TYPE }) })
    expect(reply.ok).toBe(true)
    return await lengthOf(reply)
  }
  const figures: string[] = []
  const waits = async (beside: string, work: () => Promise<unknown>): Promise<void> => {
    await petstore.longestTurn()
    const reply = await longestReplyDuring(petstore, work())
    const turn = await petstore.longestTurn()
    figures.push(`${reply} ms (${turn} ms) beside ${beside}`)
    expect.soft(turn, beside).toBeLessThan(100)
    // On a machine that others keep busy, a turn takes longer.
    expect.soft(reply, beside).toBeLessThan(500)
  }
  // Loads the control API, and faker, as the first requests for them do.
  await send('', 'POST', JSON.stringify({ name: 'first', pets: 1, seed: 2 }))
  await waits('a reset', () => send('/default/reset', 'POST'))
  await waits('a snapshot', () => send('/default/snapshot'))
  const creation = JSON.stringify({ name: 'many', pets: others, seed: 2 })
  await waits('the creation of a world', () => send('', 'POST', creation))
  const saved = await (await fetch(`${worlds}/many/snapshot`)).text()
  const world = JSON.parse(saved) as Snapshot
  const falling = JSON.stringify({ ...world, pets: world.pets.toReversed() })
  await waits('its restore', () => send('/many/snapshot', 'PUT', new Blob([saved])))
  await waits('one whose ids fall', () => send('/many/snapshot', 'PUT', new Blob([falling])))
  expect((await petstore.control.world('many').read()).pets).toBe(others)
  task.meta.figures = `${pets.toLocaleString('en')} pets, from the creation on ${others.toLocaleString('en')}: the longest reply took, and the longest turn of the event loop in processor time, ${figures.join(', ')}`
})

test('Snapshots of a large world that hundreds of clients ask for and do not read: others are served, and its memory is not taken for each', async ({
  task,
}) => {
  await using petstore = await Petstore.start(['--pets', '250000'])
  const clients = times(300)
  await using readers = new AsyncDisposableStack()
  for (let at = 0; at < clients; at += 1) {
    const socket = connect(petstore.port, '127.0.0.1').on('error', () => undefined)
    readers.defer(() => void socket.destroy())
    socket.pause().write('GET /_mock/worlds/default/snapshot HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  }
  const longest = await longestReplyDuring(petstore, new Promise((resolve) => setTimeout(resolve, 5000)))
  expect(longest).toBeLessThan(2000)
  const { peak } = await petstore.memory()
  expect(peak).toBeLessThan(700)
  task.meta.figures = `${clients} clients; the longest reply took ${longest} ms; peak ${peak} MB`
})
