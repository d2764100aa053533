import { describe, expect, test } from 'vitest'
import type { SeedPet } from '../../../fixtures/pets.ts'
import { defaultChoices } from '../../../spec/choices.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { beginInMemory } from '../../stores/memory-worlds.ts'
import { Memory } from '../memory/memory.ts'
import { ask, headerOf, NOW } from '../testing/test-world.ts'
import type { Local, LocalWorlds } from './control-types.ts'
import type { WorldSeed } from './world-state.ts'
import type { World } from './world.ts'

const LONG = 'x'.repeat(1_000)

function pets(count: number): readonly SeedPet[] {
  return Array.from({ length: count }, () => ({ name: LONG, categoryId: 1 }))
}

/** Worlds with 750 kB for pets. Each starts with `count` long ones. */
function worldsOf(count: number): LocalWorlds {
  const seed: WorldSeed = {
    seed: 1,
    pets: pets(count),
    keys: [{ key: 'big', plan: 'enterprise' }],
    choices: defaultChoices,
    faults: [],
    limits: false,
  }
  const ports = { time: () => NOW, createPetStore: memoryPets, memory: new Memory(1_000_000) }
  return beginInMemory(seed, ports)
}

async function create(world: Local<World>): Promise<number> {
  const body = JSON.stringify({ name: LONG, categoryId: 1 })
  return (await world.answer(ask({ key: 'big', method: 'POST', body }))).status
}

/** Adds pets until there is no room; returns how many there are then. */
async function fill(world: Local<World>): Promise<number> {
  for (;;) {
    const status = await create(world)
    if (status !== 201) {
      expect(status).toBe(507)
      return world.pets.size
    }
  }
}

describe('the memory of the pets', () => {
  test('is shared by all worlds: when it is full, creations in all of them are refused, with what to do', async () => {
    const worlds = worldsOf(0)
    expect(await fill(worlds.default)).toBeGreaterThan(400)
    const other = worlds.get('staging')
    const { body } = await other.answer(
      ask({ key: 'big', method: 'POST', body: `{"name":"${LONG}","categoryId":1}` }),
    )
    expect(JSON.parse(body)).toEqual({
      code: 'storage_full',
      message:
        'No more pets can be kept: the memory that all worlds share is full; reset or remove a world, or give it more (--memory; in Redis, maxmemory)',
      status: 507,
    })
    const refusal = 'There is no room for another pet in the memory that all worlds share'
    expect(() => other.pets.add({ name: LONG, categoryId: 1 })).toThrow(refusal)
    expect(() => worlds.default.pets.change(1, { name: LONG.repeat(10) })).toThrow(
      'no room for the longer pet',
    )
    expect([other.pets.size, worlds.default.pets.list({ limit: 100 }).length]).toEqual([0, 100])
  })

  test('has room again after a pet or a world is removed, and after a reset', async () => {
    const worlds = worldsOf(0)
    const before = worlds.memory.worlds.allocated
    const extra = worlds.create('extra')
    await fill(extra)
    extra.pets.remove(1)
    expect([await create(worlds.default), await create(worlds.default)]).toEqual([201, 507])
    worlds.default.reset()
    expect([await create(extra), await create(extra)]).toEqual([201, 507])
    worlds.remove('extra')
    expect(worlds.memory.worlds.allocated).toBe(before)
    expect(await fill(worlds.default)).toBeGreaterThan(400)
  })

  test('a reset always has room for the starting pets', async () => {
    const worlds = worldsOf(50)
    for (const { id } of worlds.default.pets.list({ limit: 100 })) worlds.default.pets.remove(id)
    await fill(worlds.get('staging'))
    worlds.default.reset()
    expect(worlds.default.pets.size).toBe(50)
  })

  test('a request during a reset frees what it allocates', async () => {
    const worlds = worldsOf(10)
    const before = worlds.memory.worlds.allocated
    const underWay = create(worlds.default)
    worlds.default.reset()
    expect(await underWay).toBe(201)
    worlds.default.reset()
    expect([worlds.default.pets.size, worlds.memory.worlds.allocated]).toEqual([10, before])
  })

  test('a new world or seed that does not fit is refused before anything is changed', async () => {
    const worlds = worldsOf(100)
    await expect(worlds.createWith('more', { pets: pets(500) })).rejects.toThrow(
      'no room for 500 starting pets',
    )
    await expect(worlds.createWith('more', { pets: 100_000 })).rejects.toThrow(
      'no room for 100,000 starting pets',
    )
    expect(() => {
      worlds.reseed({ pets: pets(300) })
    }).toThrow('no room for 300 starting pets of a world')
    expect(worlds.list().map(({ name, pets }) => [name, pets.size])).toEqual([
      ['default', 100],
      ['staging', 100],
    ])
    worlds.reseed({ pets: pets(150) })
    expect(worlds.list().map((world) => world.pets.size)).toEqual([150, 150])
  })

  test('a world that a new seed leaves as it is keeps its pets and its memory', () => {
    const worlds = worldsOf(100)
    worlds.reseed({ pets: pets(190) }, 'default')
    expect(worlds.list().map((world) => world.pets.size)).toEqual([100, 190])
    expect(() => {
      worlds.reseed({ pets: pets(300) }, 'default')
    }).toThrow('no room for 300 starting pets of a world')
    worlds.default.reset()
    expect(worlds.list().map((world) => world.pets.size)).toEqual([100, 190])
  })

  test('a mock does not start with more pets than fit', () => {
    expect(() => worldsOf(400)).toThrow('There is no room for 400 starting pets of a world')
  })
})

describe('the memory of keys and addresses', () => {
  test('is limited: a key that does not fit is refused, and a removed key makes room', async () => {
    const worlds = worldsOf(0)
    await fill(worlds.default)
    const { keys } = worlds.get('staging')
    let added = 0
    const add = (): void => {
      for (;;) keys.add({ key: `key-${(added += 1)}`, plan: 'free' })
    }
    expect(add).toThrow('There is no room for another key in the memory that all worlds share')
    keys.remove('big')
    expect(keys.add({ key: 'other', plan: 'free' })).toMatchObject({ key: 'other' })
    const many = Array.from({ length: 2_000 }, (_, at) => ({ key: `team-${at}`, plan: 'free' }) as const)
    await expect(worlds.createWith('more', { keys: many })).rejects.toThrow(
      'There is no room for 2,001 keys of a world',
    )
  })

  test('an address that does not fit evicts the least recently used one', async () => {
    const worlds = worldsOf(0)
    await fill(worlds.default)
    const { limits } = worlds.default
    limits.switch(true)
    const left = async (address: string): Promise<string> =>
      headerOf(await worlds.default.answer(ask({ address })), 'X-RateLimit-Remaining')
    for (let at = 0; at < 1_000; at += 1) expect(await left(`10.0.0.${at}`)).toBe('59')
    expect([await left('10.0.0.999'), await left('10.0.0.0')]).toEqual(['58', '59'])
    expect(worlds.memory.worlds.allocated).toBeLessThanOrEqual(worlds.memory.worlds.bytes)
  })
})

test('resetting or removing a world frees its journal', async () => {
  const worlds = worldsOf(0)
  const extra = worlds.create('extra')
  for (const world of [extra, worlds.default]) for (let each = 0; each < 5; each += 1) await create(world)
  worlds.default.reset()
  worlds.remove('extra')
  expect(worlds.memory.journals.allocated).toBe(0)
})
