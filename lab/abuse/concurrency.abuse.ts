import { expect, test } from 'vitest'
import { Petstore, times } from './petstore.ts'

const FREE = 'free-demo-key'
const PER_MINUTE = 60

test('1,000 requests at once with one Free key, minute after minute: exactly 60 of each minute are admitted', async ({
  task,
}) => {
  await using petstore = await Petstore.start(['--choice', 'ban=none'])
  const { clock } = petstore.world
  await clock.freeze()
  const minutes = times(10)
  for (let minute = 0; minute < minutes; minute += 1) {
    const replies = await Promise.all(
      Array.from({ length: 1000 }, () => petstore.client(FREE).list('?limit=1')),
    )
    const counted = Object.groupBy(replies, ({ status }) => status)
    expect([counted[200]?.length, counted[429]?.length]).toEqual([PER_MINUTE, 1000 - PER_MINUTE])
    await clock.advance({ minutes: 1 })
  }
  task.meta.figures = `${minutes} minutes; peak ${(await petstore.memory()).peak} MB`
})

test('The clock is advanced while requests come at once: no two requests get the same place in a minute', async ({
  task,
}) => {
  await using petstore = await Petstore.start(['--choice', 'ban=none'])
  const { clock } = petstore.world
  await clock.freeze()
  const asked = times(5000)
  const moves = Math.ceil(asked / 100)
  const requests = Array.from({ length: asked }, async (_none, at) => {
    if (at % 100 === 0) await clock.advance({ seconds: 7 })
    return petstore.client(FREE).create({ name: `Pet ${at}`, categoryId: 1 })
  })
  const created = (await Promise.all(requests)).filter(({ status }) => status === 201)
  const places = created.map((reply) => `${reply.header('X-RateLimit-Reset')} ${reply.rateLimit.remaining}`)
  expect(new Set(places).size).toBe(places.length)
  expect(new Set(created.map(({ pet }) => pet.id)).size).toBe(created.length)
  expect(created.length).toBeLessThanOrEqual(PER_MINUTE * Math.ceil((moves * 7) / 60 + 1))
  expect(await petstore.world.read()).toMatchObject({ pets: 100 + created.length })
  task.meta.figures = `${asked} creations, ${created.length} admitted, ${moves} steps of the clock`
})

test('The world is reset again and again under load: every request is answered, and the last reset restores the starting pets', async ({
  task,
}) => {
  await using petstore = await Petstore.start(['--limits', 'off'])
  let isOver = false
  const statuses = new Map<number, number>()
  const workers = Array.from({ length: 20 }, async (_none, at) => {
    const client = petstore.client()
    for (let turn = at; !isOver; turn += 1) {
      const ask = [() => client.list('?limit=100'), () => client.get(turn % 120), () => client.create()][
        turn % 3
      ]
      const { status } = (await ask?.()) ?? { status: 0 }
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const resets = times(300)
  for (let reset = 0; reset < resets; reset += 1) await petstore.world.reset()
  isOver = true
  await Promise.all(workers)
  expect([...statuses.keys()].filter((status) => ![200, 201, 404].includes(status))).toEqual([])
  await petstore.world.reset()
  expect(await petstore.world.read()).toMatchObject({ pets: 100 })
  const sum = [...statuses.values()].reduce((one, other) => one + other, 0)
  task.meta.figures = `${resets} resets, ${sum} requests; peak ${(await petstore.memory()).peak} MB`
})
