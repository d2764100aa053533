import { beforeEach, expect, test } from 'vitest'
import type { LocalWorld } from '../../core/world/control-types.ts'
import { Memory } from '../../core/memory/memory.ts'
import { testWorld } from '../../core/testing/test-world.ts'
import type { Snapshot } from '../../core/world/snapshot.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { restoreInTurns } from './restore-in-turns.ts'

const MANY = 9000

let world: LocalWorld
let saved: Snapshot

const begin = (names: readonly string[]): LocalWorld =>
  testWorld(
    { createPetStore: memoryPets, memory: new Memory() },
    { pets: names.map((name) => ({ name, categoryId: 1 })) },
  )

beforeEach(() => {
  saved = begin(Array.from({ length: MANY }, (_, at) => `Pet ${at}`)).snapshot()
  world = begin(['Rex'])
})

test.for([
  ['rise', (pets: Snapshot['pets']) => pets],
  ['fall', (pets: Snapshot['pets']) => pets.toReversed()],
] as const)(
  'a large snapshot whose ids %s is restored in turns with requests, which meet the state before until then',
  async ([_how, order]) => {
    const large = { ...saved, pets: order(saved.pets) }
    const restored = restoreInTurns(world, large, 'The body')
    await new Promise((resume) => setImmediate(resume))
    expect(world.pets.size).toBe(1)
    world.pets.add({ name: 'Kim', categoryId: 1 })
    await restored
    expect(world.snapshot()).toEqual(large)
    world.reset()
    expect(world.pets.list().map(({ name }) => name)).toEqual(['Rex'])
  },
)

test.for([0, 3999, 4000, 8999])('what is wrong with pet %d is reported with its place', async (place) => {
  const pets = saved.pets.map((one, at) => (at === place ? { ...one, pet: { ...one.pet, name: 5 } } : one))
  const problem = `^pets\\[${place}\\]\\.pet\\.name must be a string$`
  await expect(restoreInTurns(world, { ...saved, pets }, 'The body')).rejects.toThrow(new RegExp(problem))
  expect(world.pets.size).toBe(1)
})

test.for([
  ['in a row', (at: number) => (at < 2 ? 1 : at)],
  ['far apart', (at: number) => (at === MANY - 1 ? 1 : at + 1)],
] as const)('an id that two pets have is refused: %s', async ([_where, idOf]) => {
  const pets = saved.pets.map(({ createdAt, pet }, at) => ({ createdAt, pet: { ...pet, id: idOf(at) } }))
  await expect(restoreInTurns(world, { ...saved, pets }, 'The body')).rejects.toThrow('pets hold 1 twice')
})

test('pets whose ids do not rise are restored in their order, and found by their ids', async () => {
  const pets = saved.pets.toReversed()
  await restoreInTurns(world, { ...saved, pets }, 'The body')
  expect(world.snapshot().pets).toEqual(pets)
  expect(world.pets.change(17, { status: 'sold' }).name).toBe('Pet 16')
})

test('a world that starts from a large snapshot comes back to it, however it has changed', () => {
  world.startFrom(saved)
  world.pets.change(5, { name: 'Rex' })
  world.pets.remove(1)
  world.reset()
  expect(world.snapshot()).toEqual(saved)
})
