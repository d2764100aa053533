import { expect, test } from 'vitest'
import { lengthOf, longestReplyDuring } from './longest-reply.ts'
import { Petstore, times } from './petstore.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

test('Large worlds are reset, read as a snapshot, restored from one and created: requests are answered meanwhile', async ({
  task,
}) => {
  const pets = times(1_000_000)
  const others = times(250_000)
  const size = ['--memory', String(Math.max(100, times(2000))), '--limits', 'off', '--pets', String(pets)]
  await using petstore = await Petstore.start(size)
  const worlds = `${petstore.origin}/_mock/worlds`
  const send = async (
    path: string,
    method = 'GET',
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<number> => {
    const reply = await fetch(worlds + path, { method, ...(body && { body, headers: JSON_TYPE }) })
    expect(reply.ok).toBe(true)
    return await lengthOf(reply)
  }
  // Loads the control API, and faker, as the first requests for them do.
  await send('', 'POST', JSON.stringify({ name: 'first', pets: 1, seed: 2 }))
  const reset = await longestReplyDuring(petstore, send('/default/reset', 'POST'))
  const snapshot = await longestReplyDuring(petstore, send('/default/snapshot'))
  const creation = JSON.stringify({ name: 'many', pets: others, seed: 2 })
  const created = await longestReplyDuring(petstore, send('', 'POST', creation))
  const saved = new Uint8Array(await (await fetch(`${worlds}/many/snapshot`)).arrayBuffer())
  const restored = await longestReplyDuring(petstore, send('/many/snapshot', 'PUT', saved))
  expect((await petstore.control.world('many').read()).pets).toBe(others)
  expect([reset, snapshot, created, restored].filter((longest) => longest > 500)).toEqual([])
  task.meta.figures = `${pets.toLocaleString('en')} pets: the longest reply took ${reset} ms beside a reset, ${snapshot} ms beside a snapshot; ${others.toLocaleString('en')} pets: ${created} ms beside the creation of the world, ${restored} ms beside its restore`
})
