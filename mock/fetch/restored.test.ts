import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../spec/exact-json/json.ts'
import { NOW } from '../http/testing/start.ts'
import { createMock, type FetchMock } from './index.ts'
import { forSequences, seen, type Step } from './testing/sequences.ts'

const noSleep = (): Promise<void> => Promise.resolve()

async function perform(mock: FetchMock, step: Step): Promise<unknown> {
  if (step.kind === 'ask')
    return await seen(mock.fetch(`https://pets.test${step.asked.path}`, step.asked.init))
  step.change(mock.world)
  return undefined
}

// Two at the same time, because a refusal is held back in real time.
test.concurrent.for([1, 2])('a restored mock continues as the saved one does (%i)', async (seed) => {
  await forSequences(25, async (steps) => {
    const saved = createMock({ pets: 20, time: () => NOW }, noSleep)
    const other = createMock({ pets: 3, vary: seed, time: () => NOW + 5 }, noSleep)
    const middle = Math.ceil(steps.length / 2)
    for (const step of steps.slice(0, middle)) await perform(saved, step)
    for (const { name } of saved.worlds.list()) {
      const file = stringifyJson(saved.worlds.get(name).snapshot())
      other.worlds.get(name).restore(parseJson(file))
      expect(stringifyJson(other.worlds.get(name).snapshot())).toBe(file)
    }
    for (const step of steps.slice(middle)) {
      expect(await perform(other, step)).toEqual(await perform(saved, step))
    }
  })
})

test('saving and restoring a world of 10,000 pets each need less than a second of processor time', async () => {
  const mock = createMock({ pets: 1, control: true })
  const [first] = mock.snapshot().pets
  const pets = Array.from({ length: 10_000 }, (_, at) => ({ ...first, pet: { ...first?.pet, id: at + 1 } }))
  mock.restore({ ...mock.snapshot(), pets })
  const address = 'https://pets.test/_mock/worlds/default/snapshot'

  const before = process.threadCpuUsage()
  const body = await (await mock.fetch(address)).text()
  const saving = process.threadCpuUsage(before)
  // More than the control API accepts in its other bodies.
  expect(body.length).toBeGreaterThan(1_000_000)
  mock.reset()
  const between = process.threadCpuUsage()
  const headers = { 'Content-Type': 'application/json' }
  const { status } = await mock.fetch(address, { method: 'PUT', headers, body })
  const restoring = process.threadCpuUsage(between)
  expect([status, mock.pets.size]).toEqual([200, 10_000])
  for (const { user, system } of [saving, restoring]) expect(user + system).toBeLessThan(1_000_000)
})
