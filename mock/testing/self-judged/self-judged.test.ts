import { describe, expect, test } from 'vitest'
import { newPet } from '../../../fixtures/testing/new-pet.ts'
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { ask, testWorld, type Asked } from '../../core/testing/test-world.ts'
import type { LocalPets } from '../../core/pets/pet-store.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { findingsIn } from './findings.ts'
import { ServiceStory } from './service-story.ts'
import { watch } from './watch-worlds.ts'

const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)
const ALL = { keysAreShared: false, together: true }

describe('a story of what clients saw', () => {
  test('that fits together has no finding', () => {
    const story = storyOf([59, [1]], [58, [1, 2]])
    expect(findingsOf(story)).toEqual([])
  })

  test.for<[what: string, story: ServiceStory, clause: string]>([
    ['in which a pet is lost', storyOf([59, [1]], [58, []]), 'LIST-4'],
    ['in which a request costs nothing', storyOf([59, []], [59, []]), 'LIMIT-3'],
    ['in which one reply has no quota', storyOf([Number.NaN, []]), 'LIMIT-3'],
  ])('%s has a finding', ([_what, story, clause]) => {
    expect(findingsOf(story).join('\n')).toContain(`${clause}: expected`)
  })

  test('goes on apart after something else has changed the world', () => {
    const story = storyOf([59, [1]])
    story.interrupt()
    reply(story, 59, [])
    expect(story.parts).toHaveLength(2)
    expect(findingsOf(story)).toEqual([])
  })

  test('has none of what is answered after its clock was set back, until the world begins anew', () => {
    const story = storyOf([59, [1]])
    reply(story, 59, [], NOW - 1)
    reply(story, 59, [], NOW + 1)
    expect(story.parts).toHaveLength(1)
    story.renew()
    reply(story, 59, [], NOW - 1)
    expect(story.parts).toHaveLength(2)
  })
})

const CREATION: Asked = { key: 'free', method: 'POST', body: stringifyJson(newPet()) }

describe('a world in memory', () => {
  test('that loses its pets breaks a promise', async () => {
    const world = testWorld({ createPetStore: forgetfulPets })
    await world.answer(ask(CREATION))
    await world.answer(ask({ key: 'free' }))
    expect(watch.drain()).toEqual([expect.stringMatching(/^world test: LIST-7: .*without pet 1$/)])
  })

  test('may lose them to the control API, and in a reset', async () => {
    const world = testWorld({ createPetStore: memoryPets })
    await world.answer(ask(CREATION))
    world.pets.remove(1)
    await world.answer(ask(CREATION))
    world.reset()
    await world.answer(ask({ key: 'free' }))
    expect(watch.drain()).toEqual([])
  })

  test('counts what a fault answers, which is in no story', async () => {
    const world = testWorld({ createPetStore: memoryPets })
    world.keys.setRemaining('free', { minute: 3 })
    await world.answer(ask({ key: 'free' }))
    world.faults.add({ effect: { kind: 'not-json' }, times: 2 })
    for (let more = 0; more < 3; more += 1) await world.answer(ask({ key: 'free' }))
    expect(watch.drain()).toEqual([])
  })

  test('may answer anything where a fault is injected', async () => {
    const world = testWorld({ createPetStore: memoryPets })
    world.faults.add({ effect: { kind: 'not-json' } })
    await world.answer(ask({ key: 'free' }))
    expect(watch.drain()).toEqual([])
  })
})

/** Pets that are added, and found nowhere. */
function forgetfulPets(): LocalPets {
  const page = (): ReturnType<LocalPets['page']> => ({ pets: [], total: 0, next: undefined })
  return Object.defineProperties(memoryPets(), { page: { value: page } })
}

type List = readonly [remaining: number, ids: readonly number[]]

/** A story of lists, one after the other, each with what is left and the ids of the pets that it shows. */
function storyOf(...lists: readonly List[]): ServiceStory {
  const story = new ServiceStory()
  for (const [remaining, ids] of lists) reply(story, remaining, ids)
  return story
}

function reply(story: ServiceStory, remaining: number, ids: readonly number[], at = NOW): void {
  const headers = {
    'Content-Type': 'application/json',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(NOW / 1000 + 40),
  }
  const body = JSON.stringify(ids.map((id) => ({ id, name: 'Rex', categoryId: 1 })))
  const request = { method: 'GET', path: '/pets', headers: { authorization: 'Bearer free' } }
  story.begin(request, at)?.({ status: 200, headers, body }, undefined, at)
}

function findingsOf({ parts }: ServiceStory): readonly string[] {
  return parts.flatMap((part) => findingsIn(part, ALL))
}
