import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { Memory } from '../memory/memory.ts'
import { ask, testWorld } from '../testing/test-world.ts'
import type { LocalWorld } from './control-types.ts'
import type { Snapshot } from './snapshot.ts'

const begin = (memory = new Memory()): LocalWorld =>
  testWorld(
    { createPetStore: memoryPets, memory },
    { pets: [{ id: 2n ** 60n, name: 'Rex', categoryId: 1 }], keys: [{ key: 'free', plan: 'free' }] },
  )

test('the text of a snapshot is that of the moment it was asked for, whatever changes before it is read', () => {
  const world = testWorld(
    { createPetStore: memoryPets, memory: new Memory() },
    { pets: Array.from({ length: 5000 }, (_, at) => ({ name: `Pet ${at} "Ж"`, categoryId: 2n ** 60n })) },
  )
  world.clock.freeze()
  world.pets.change(5, { name: 'Rex' })
  const [saved, text] = [world.snapshot(), world.snapshotText()]
  world.pets.remove(1)
  world.pets.change(2, { name: 'Rex' })
  world.pets.add({ name: 'Rex', categoryId: 1 })
  expect([...text].length).toBeGreaterThan(2)
  for (let times = 0; times < 2; times += 1) expect(parseJson([...text].join(''))).toEqual(saved)
})

test('a saved world without times starts at the present, and so do its pets', () => {
  const world = begin()
  const before = world.snapshot()
  const { clock: _clock, ...saved } = before
  world.clock.advance({ seconds: 5 })
  world.startFrom({ ...saved, pets: saved.pets.map(({ pet }) => ({ pet })) })
  expect(world.snapshot()).toEqual(before)
})

describe('a snapshot that does not fit is refused, and nothing is changed:', () => {
  const bad: Readonly<Record<string, (saved: Snapshot) => unknown>> = {
    'version 2 is of a later mock: this one reads 1': (saved) => ({ ...saved, version: 2 }),
    'clock.now must be between 1970 and 9900': (saved) => ({
      ...saved,
      clock: { ...saved.clock, now: '1969-12-31T00:00:00Z' },
    }),
    'keys[0].quota.minute.used must be an integer': (saved) => {
      const [key] = saved.keys
      return { ...saved, keys: [{ ...key, quota: { ...key?.quota, minute: { used: 'many' } } }] }
    },
    'keys[0]: The plan free has its own figures': (saved) => ({
      ...saved,
      keys: saved.keys.map((key) => ({ ...key, perDay: 5 })),
    }),
    'keys: has "free" twice': (saved) => ({ ...saved, keys: [...saved.keys, ...saved.keys] }),
    'pets[0].pet.id must be': (saved) => ({
      ...saved,
      pets: saved.pets.map(({ pet, createdAt }) => ({ createdAt, pet: { ...pet, id: 1.5 } })),
    }),
    'pets: has 1152921504606846976 twice': (saved) => ({ ...saved, pets: [...saved.pets, ...saved.pets] }),
    'faults[0]: A delay goes from some milliseconds to no fewer': (saved) => ({
      ...saved,
      faults: [{ id: 1, hits: 0, passed: 0, effect: { kind: 'delay', from: 5, to: 1 } }],
    }),
    'no open point "list-ordr"': (saved) => ({ ...saved, choices: { 'list-ordr': 'newest' } }),
    'The argument must be an object': () => 'a world',
  }
  test.for(Object.entries(bad))('%s', ([message, change]) => {
    const world = begin()
    const before = world.snapshot()
    expect(() => {
      world.restore(change(before))
    }).toThrow(message)
    expect(world.snapshot()).toEqual(before)
  })

  test('more pets than there is room for, and the room stays the same', () => {
    const memory = new Memory(32_000_000)
    const world = begin(memory)
    const saved = world.snapshot()
    const [first] = saved.pets
    const before = memory.worlds.allocated
    const pets = Array.from({ length: 100_000 }, (_, at) => ({
      ...first,
      pet: { id: at + 1, name: 'x'.repeat(100), categoryId: 1 },
    }))
    expect(() => {
      world.restore({ ...saved, pets })
    }).toThrow('There is no room for 100,000 pets of a world')
    expect(memory.worlds.allocated).toBe(before)
    expect(world.snapshot()).toEqual(saved)
  })
})

test('a reset restores the starting pets, and their room stays reserved', async () => {
  const memory = new Memory()
  const [world, other] = [begin(memory), begin()]
  const started = memory.worlds.allocated
  const empty = testWorld({ createPetStore: memoryPets }).snapshot()
  for (const saved of [empty, other.snapshot(), empty]) world.restore(saved)
  expect(world.pets.size).toBe(0)
  expect((await world.answer(ask({ key: 'free' }))).status).toBe(200)
  world.reset()
  expect(world.snapshot()).toEqual(other.snapshot())
  expect(memory.worlds.allocated).toBe(started)
})
