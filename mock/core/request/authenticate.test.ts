import { afterEach, expect, test, vi } from 'vitest'
import { memoryPets } from '../../stores/memory-pets.ts'
import { BoundedMap } from '../limits/bounded-map.ts'
import { ask, testWorld } from '../testing/test-world.ts'
import type { World } from '../world/world.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A world with a demo key, which is in use, and as many others as it can have. */
async function crowdedWorld(): Promise<World> {
  const others = Array.from({ length: 9_999 }, (_, at) => ({ key: `other-${at}`, plan: 'free' as const }))
  const keys = [{ key: 'free-demo-key', plan: 'free' as const }, ...others]
  const world = testWorld({ createPetStore: memoryPets }, { keys })
  await world.answer(ask({ key: 'free-demo-key' }))
  return world
}

test('a mistyped demo key gets a hint, however many other keys there are and whichever was used last', async () => {
  const world = await crowdedWorld()
  const { status, reason } = await world.answer(ask({ key: 'free-demo-kye' }))
  expect(status).toBe(401)
  expect(reason.sentence).toBe('the key free…ye is not known. Did you mean free…ey?')
})

test.each([
  [['team-a-key', 'team-b-key'], 'team-bb-key', 'the key team-bb… is not known. Did you mean team-b…?'],
  [['team-a-key'], 'team-b-key', 'the key team-b… is not known. Did you mean te…?'],
  // More letters would show too much.
  [['team-key-on-key'], 'team-key-oon-key', 'the key team…ey is not known'],
  [['short'], 'shorts', 'the key sh… is not known'],
])('with the keys %j the reason for %s is: %s', async (keys, sent, sentence) => {
  const world = testWorld(
    { createPetStore: memoryPets },
    { keys: keys.map((key) => ({ key, plan: 'free' as const })) },
  )
  expect((await world.answer(ask({ key: sent }))).reason.sentence).toBe(sentence)
})

test('an unknown key costs the same with 10,000 keys as with 20', async () => {
  const world = await crowdedWorld()
  let read = 0
  vi.spyOn(BoundedMap.prototype, 'keys').mockImplementation(function* () {
    while (read < 10_000) yield `another ${(read += 1)}`
  })
  expect((await world.answer(ask({ key: 'nobody' }))).status).toBe(401)
  expect(read).toBeLessThanOrEqual(20)
})
