import { describe, expect, test } from 'vitest'
import { defaultChoices } from '../../../spec/choices.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { beginInMemory } from '../../stores/memory-worlds.ts'
import type { WorldEvent } from '../journal/events.ts'
import { MOST } from '../memory/bounds.ts'
import { Memory } from '../memory/memory.ts'
import { ask, NOW } from '../testing/test-world.ts'
import { thrownBy, untyped } from '../testing/watched-world.ts'
import type { LocalWorlds } from './control-types.ts'
import { MockControls } from './mock-controls.ts'
import type { WorldSeed } from './world-state.ts'
import { basePathOf, isLasting } from './worlds.ts'

const REX = { name: 'Rex', categoryId: 1 }
const SEED: WorldSeed = {
  seed: 1,
  pets: [REX],
  keys: [{ key: 'free', plan: 'free' }],
  choices: defaultChoices,
  faults: [],
  limits: true,
}

interface Watched {
  readonly worlds: LocalWorlds
  readonly changes: readonly string[]
  readonly pass: (milliseconds: number) => void
}

function begin(): Watched {
  let now = NOW
  const worlds = beginInMemory(SEED, { time: () => now, createPetStore: memoryPets, memory: new Memory() })
  const changes: string[] = []
  worlds.events.subscribe((event) => {
    if (event.kind !== 'change') return
    const { world, what, sentence, time } = event.change
    changes.push(`${world} ${time - NOW} ${what}: ${sentence}`)
  })
  return {
    worlds,
    changes,
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

const names = ({ worlds }: Watched): readonly string[] => worlds.list().map(({ name }) => name)

test('the worlds at the two addresses of the document are always there', () => {
  const watched = begin()
  const { worlds } = watched
  expect([names(watched), worlds.default.name]).toEqual([['default', 'staging'], 'default'])
  expect([isLasting('default'), isLasting('staging'), isLasting('other')]).toEqual([true, true, false])
  expect(['default', 'staging'].map(basePathOf)).toEqual(['/v1', '/staging/v1'])
  for (const name of ['default', 'staging'])
    expect(
      thrownBy(() => {
        worlds.remove(name)
      }),
    ).toBe(`conflict: The world ${name} cannot be removed: reset it instead`)
})

test('a world is added, found, and removed', () => {
  const watched = begin()
  const { worlds, changes } = watched
  const other = worlds.create('other')
  expect([
    other.pets.size,
    names(watched),
    worlds.get('other') === other,
    worlds.cached('other') === other,
  ]).toEqual([1, ['default', 'staging', 'other'], true, true])
  other.pets.add(REX)
  worlds.remove('other')
  expect([names(watched), worlds.find('other'), worlds.cached('other')]).toEqual([
    ['default', 'staging'],
    undefined,
    undefined,
  ])
  expect(worlds.create('other').pets.size).toBe(1)
  expect(changes).toEqual([
    'other 0 world-created: world other created',
    'other 0 pets: pet 2 added',
    'other 0 world-removed: world other removed',
    'other 0 world-created: world other created',
  ])
})

test('changes are reported with the time of their world', () => {
  const { worlds, changes, pass } = begin()
  pass(5000)
  worlds.default.limits.switch(false)
  worlds.get('staging').clock.set(NOW + 7)
  expect(changes.map((change) => change.slice(0, change.indexOf(':')))).toEqual([
    'default 5000 limits',
    'staging 7 clock',
  ])
})

test('a world is added with options of its own', async () => {
  const { worlds } = begin()
  const { name } = await worlds.createWith('other', { pets: [REX, REX], limits: false })
  const other = worlds.get(name)
  expect([other.pets.size, other.limits.on, worlds.default.limits.on]).toEqual([2, false, true])
  await expect(worlds.createWith('other', {})).rejects.toThrow('The world other exists already')
})

describe('what cannot be is refused:', () => {
  test('a name that is taken, is none, or is not known', () => {
    const { worlds } = begin()
    worlds.create('other')
    expect([
      thrownBy(() => worlds.create('other')),
      thrownBy(() => worlds.create('Not a name')),
      thrownBy(() => worlds.create('more', untyped('{}'))),
      thrownBy(() => worlds.get('othr')),
      thrownBy(() => worlds.get('a'.repeat(40))),
      thrownBy(() => worlds.get(untyped('null'))),
    ]).toEqual([
      'conflict: The world other exists already: remove or reset it',
      'invalid: name must be 1 to 40 lower-case letters (a to z), digits and hyphens, but not v1',
      'invalid: create has no options: await createWith',
      'not-found: There is no world "othr". Did you mean other?',
      `not-found: There is no world "${'a'.repeat(40)}".`,
      'invalid: world must be a string',
    ])
  })

  test('more worlds than there may be', () => {
    const { worlds } = begin()
    for (let at = worlds.list().length; at < MOST.worlds; at += 1) worlds.create(`world-${at}`)
    expect(thrownBy(() => worlds.create('one-more'))).toBe(
      'conflict: There are 100 worlds already: remove one first',
    )
  })
})

test('all worlds are put back to another seed', () => {
  const watched = begin()
  const { worlds, changes } = watched
  worlds.create('other')
  worlds.reseed({ pets: [REX, REX] })
  expect(worlds.list().map(({ pets }) => pets.size)).toEqual([2, 2, 2])
  expect(changes.slice(1).map((change) => change.slice(0, change.indexOf(':')))).toEqual([
    'default 0 reset',
    'staging 0 reset',
    'other 0 reset',
  ])
  expect(worlds.create('more').pets.size).toBe(2)
})

test('the time since the start counts outside, and never backwards', () => {
  const { worlds, pass } = begin()
  worlds.default.clock.advance({ days: 1 })
  pass(1500)
  expect(worlds.uptime).toBe(1500)
  pass(-2000)
  expect(worlds.uptime).toBe(0)
})

describe('the controls of a mock', () => {
  test('are those of the default world', () => {
    const { worlds } = begin()
    const controls = new MockControls(worlds)
    const { default: world } = worlds
    expect([controls.world, controls.worlds]).toEqual([world, worlds])
    for (const part of ['pets', 'clock', 'keys', 'limits', 'choices', 'faults', 'journal'] as const)
      expect(controls[part]).toBe(world[part])
  })

  test('put it back, save and restore it', async () => {
    const { worlds } = begin()
    const controls = new MockControls(worlds)
    const saved = await controls.snapshot()
    worlds.default.pets.remove(1)
    await controls.restore(saved)
    expect(worlds.default.pets.size).toBe(1)
    worlds.default.pets.remove(1)
    await controls.reset()
    expect(worlds.default.snapshot()).toEqual(saved)
  })

  test('report on a key, count all worlds, and listen to all', async () => {
    const { worlds } = begin()
    const controls = new MockControls(worlds)
    const heard: WorldEvent[] = []
    const leave = controls.subscribe((event) => heard.push(event))
    await worlds.default.answer(ask({ key: 'free' }))
    await worlds.get('staging').answer(ask({ key: 'free' }))
    leave()
    await worlds.default.answer(ask({ key: 'free' }))
    expect(heard).toHaveLength(2)
    expect(await controls.report('free')).toMatchObject({ requests: 2 })
    const metrics = await controls.metrics()
    expect(metrics).toContain('petstore_replies_total{world="default",operation="listPets",status="200"} 2\n')
    expect(metrics).toContain('petstore_replies_total{world="staging",operation="listPets",status="200"} 1\n')
    expect(thrownBy(() => controls.subscribe(untyped('{}')))).toBe('invalid: listener must be a function')
  })
})
