import { describe, expect, test } from 'vitest'
import type { WorldEvent } from '../journal/events.ts'
import { ask, NOW } from '../testing/test-world.ts'
import { thrownBy, untyped, watchedWorld } from '../testing/watched-world.ts'

const REX = { name: 'Rex', categoryId: 1 }

test('a world is read with all that can be counted in it', async () => {
  const { world } = watchedWorld({ pets: [REX, REX] })
  world.faults.add({ effect: { kind: 'not-json' } })
  world.limits.switch(false)
  await world.answer(ask({ key: 'free' }))
  expect(world.read()).toEqual({
    name: 'test',
    metrics: world.metrics,
    pets: 2,
    keys: 1,
    clock: { now: NOW, frozen: false, speed: 1 },
    limits: false,
    faults: 1,
  })
  expect(world.time).toBe(NOW)
})

describe('each exchange', () => {
  test('is reported to whoever listens to its world, until they leave', async () => {
    const { world } = watchedWorld()
    const heard: WorldEvent[] = []
    const leave = world.subscribe((event) => heard.push(event))
    await world.answer(ask({ key: 'free' }))
    await world.answer(ask({ path: '/cats', key: 'free' }))
    const change = { world: 'another', time: 0, what: 'pets', sentence: 'a pet was added' } as const
    world.events.emit({ kind: 'change', change })
    leave()
    await world.answer(ask({ key: 'free' }))
    const reported = heard.map((event) =>
      event.kind === 'change' ? event : [event.exchange.id, event.exchange.reply.status, event.exchange.key],
    )
    expect(reported).toEqual([
      [1, 200, 'free'],
      [2, 404, 'free'],
    ])
    expect(thrownBy(() => world.subscribe(untyped('{}')))).toBe('invalid: listener must be a function')
  })

  test('is recorded with its body where that was read, and counted', async () => {
    const { world } = watchedWorld()
    await world.answer(ask({ key: 'free', method: 'POST', body: '{"name":7}' }))
    await world.answer(ask({ address: '::1' }))
    await world.answer(ask({ path: '/cats', key: 'free' }))
    const [lost, anonymous, refused] = world.journal.list()
    expect([lost?.request.body, anonymous?.request.body, refused?.request.body]).toEqual([
      null,
      null,
      '{"name":7}',
    ])
    expect([lost?.key, anonymous?.key, anonymous?.address]).toEqual(['…', null, '::1'])
    expect(world.metrics.replies()).toEqual([
      { operation: 'createPet', status: 400, count: 1 },
      { operation: 'listPets', status: 401, count: 1 },
      { operation: 'other', status: 404, count: 1 },
    ])
  })
})

test('a ban that a client has earned, who goes on after refusals, is counted and reported once', async () => {
  const { world, changes } = watchedWorld()
  world.choices.set({ ban: 'after-3-strikes-for-90-seconds' })
  world.keys.setRemaining('free', { minute: 0 })
  const bans: number[] = []
  for (let each = 0; each < 5; each += 1) {
    const { delivery } = await world.answer(ask({ key: 'free' }))
    await delivery?.left()
    await delivery?.read()
    bans.push(world.metrics.bans)
  }
  expect(bans).toEqual([0, 0, 1, 1, 1])
  expect(changes.slice(2)).toEqual([expect.stringMatching(/^ban: key … is banned /)])
})

describe('a world that is put back', () => {
  test('by a reset has its pets, keys and limits again, and an empty journal', async () => {
    const { world, changes } = watchedWorld({ pets: [REX] })
    const before = world.snapshot()
    await world.answer(ask({ key: 'free', method: 'POST', body: '{"name":"Tom","categoryId":1}' }))
    world.keys.add({ key: 'other', plan: 'free' })
    world.reset()
    expect([world.snapshot(), world.journal.list()]).toEqual([before, []])
    expect(changes.at(-1)).toBe('reset: reset to 1 pet and 1 key')
  })

  test('to a saved state says so, and a reset comes back to where it began', () => {
    const { world, changes } = watchedWorld({ pets: [REX] })
    const [begin, empty] = [world.snapshot(), { ...world.snapshot(), pets: [], keys: [] }]
    world.restore(empty)
    expect(world.snapshot()).toEqual(empty)
    world.reset()
    expect(world.snapshot()).toEqual(begin)
    world.startFrom(empty)
    world.pets.add(REX)
    world.reset()
    expect(world.snapshot()).toEqual(empty)
    expect(changes.filter((change) => !change.startsWith('pets'))).toEqual([
      'restore: restored to 0 pets and 0 keys',
      'reset: reset to 1 pet and 1 key',
      'restore: restored to 0 pets and 0 keys',
      'reset: reset to 0 pets and 0 keys',
    ])
  })

  test('to another seed starts with that from then on', () => {
    const { world, changes } = watchedWorld({ pets: [REX] })
    world.reseed({ pets: [REX, REX, REX] })
    world.pets.remove(1)
    world.reset()
    expect([world.pets.size, changes.at(-1)]).toEqual([3, 'reset: reset to 3 pets and 1 key'])
  })

  test('to what is no saved state stays as it is', () => {
    const { world } = watchedWorld({ pets: [REX] })
    expect(
      thrownBy(() => {
        world.restore({}, 'The file')
      }),
    ).toMatch(/^invalid: .*version is required/)
    expect(
      thrownBy(() => {
        world.restore(7, 'The file')
      }),
    ).toBe('invalid: The file must be an object')
    expect(world.pets.size).toBe(1)
  })
})
