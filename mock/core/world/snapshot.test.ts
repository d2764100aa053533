import { describe, expect, test } from 'vitest'
import { defaultChoices } from '../../../spec/choices.ts'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { Memory } from '../memory/memory.ts'
import { ask, NOW, testWorld } from '../testing/test-world.ts'
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

test('a snapshot has all that clients can observe, and gives it back', async () => {
  let now = NOW
  const keys = [
    { key: 'free', plan: 'free' },
    { key: 'own', plan: 'enterprise', perMinute: 7, perDay: 9 },
  ] as const
  const worldOf = (): LocalWorld =>
    testWorld(
      { createPetStore: memoryPets, memory: new Memory(), time: () => now },
      {
        pets: [{ name: 'Rex', categoryId: 2 }],
        keys,
        choices: { ...defaultChoices, 'id-numbering': 'random' },
      },
    )
  const world = worldOf()
  world.choices.set({ 'unauthenticated-meter': 'by-address' })
  world.faults.add({ effect: { kind: 'not-json' }, operation: 'getPet', times: 3, seconds: 60 })
  world.faults.add({ effect: { kind: 'delay', from: 1 }, probability: 0 })
  await world.answer(ask({ key: 'own' }))
  await world.answer(ask({ address: '10.0.0.1' }))
  world.keys.setRemaining('free', { minute: 0 })
  await world.answer(ask({ key: 'free' }))
  world.keys.ban('own', 90)
  world.pets.add({ id: 5, name: 'Tom', categoryId: 2n ** 60n, status: 'sold' })
  world.pets.remove(5)
  world.clock.change({ speed: 2, frozen: true })
  world.limits.switch(false)
  const saved = world.snapshot()
  expect(saved).toMatchObject({
    version: 1,
    clock: { now: '2026-01-15T10:30:20.000Z', frozen: true, speed: 2 },
    limits: false,
    keys: [
      { key: 'free', plan: 'free', quota: { strikes: 1, strikesUntil: '2026-01-15T10:31:00.000Z' } },
      {
        key: 'own',
        plan: 'enterprise',
        perMinute: 7,
        perDay: 9,
        quota: {
          minute: { opened: '2026-01-15T10:30:00.000Z', used: 1 },
          bannedUntil: '2026-01-15T10:31:50.000Z',
        },
      },
    ],
    addresses: [{ address: '10.0.0.1', quota: { minute: { used: 1 }, strikes: 0 } }],
    faults: [
      { id: 1, hits: 0, passed: 0, operation: 'getPet', times: 3, healsAt: '2026-01-15T10:31:20.000Z' },
      { id: 2, probability: 0 },
    ],
    ids: { gone: [5] },
  })
  expect(saved.keys[0]?.quota).not.toHaveProperty('bannedUntil')
  expect(saved.keys[1]?.quota).not.toHaveProperty('strikesUntil')
  expect(saved.faults[1]).toEqual({
    id: 2,
    effect: { kind: 'delay', from: 1 },
    probability: 0,
    hits: 0,
    passed: 1,
  })
  now += 5000
  const other = worldOf()
  other.restore(saved)
  expect(other.snapshot()).toEqual(saved)
  // What is random goes on where it was.
  const next = (one: LocalWorld): unknown => one.pets.add({ name: 'Mia', categoryId: 1 }).id
  expect(next(other)).toBe(next(world))
  expect(parseJson([...world.snapshotText()].join(''))).toEqual(world.snapshot())
})

test.for([
  ['1970-01-01T00:00:00.000Z', true],
  ['9900-01-01T00:00:00.000Z', true],
  ['9900-01-01T00:00:00.001Z', false],
] as const)('a snapshot of %s can be restored: %s', ([now, isOne]) => {
  const world = begin()
  const saved = { ...world.snapshot(), clock: { now, frozen: true, speed: 1 } }
  const restored = (): string => {
    world.restore(saved)
    return world.snapshot().clock.now
  }
  if (isOne) expect(restored()).toBe(now)
  else expect(restored).toThrow('clock.now must be between 1970 and 9900')
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
    'keys hold "free" twice': (saved) => ({ ...saved, keys: [...saved.keys, ...saved.keys] }),
    'pets[0].pet.id must be': (saved) => ({
      ...saved,
      pets: saved.pets.map(({ pet, createdAt }) => ({ createdAt, pet: { ...pet, id: 1.5 } })),
    }),
    'pets hold 1152921504606846976 twice': (saved) => ({ ...saved, pets: [...saved.pets, ...saved.pets] }),
    'faults[0].effect.to must be >= 5, which is effect.from': (saved) => ({
      ...saved,
      faults: [{ id: 1, hits: 0, passed: 0, effect: { kind: 'delay', from: 5, to: 1 } }],
    }),
    'faults hold 1 twice': (saved) => {
      const fault = { id: 1, hits: 0, passed: 0, effect: { kind: 'not-json' } }
      return { ...saved, faults: [fault, fault] }
    },
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
