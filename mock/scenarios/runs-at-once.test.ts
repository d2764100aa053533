import { expect, it } from 'vitest'
import { ControlClient } from '../client/control-client.ts'
import type { Fetch } from '../client/operation.ts'
import { startMock } from '../index.ts'
import { runScenario, type Stage } from './run-scenario.ts'
import { scenarioOf } from './scenario.ts'
import { START } from './testing/play.ts'
import { VirtualTime } from './testing/virtual-time.ts'

/** The keys that every mock starts with. */
const DEMO_KEYS = 5
const POLITE = scenarioOf({ clients: ['polite'], requests: 70, speed: 30 })
const ALONE = { results: [{ ending: 'done', served: 70, refused: 1 }] }

/** A mock, and runs in its default world whose requests go through a function. */
async function stageRuns() {
  const time = new VirtualTime()
  const mock = await startMock({ port: 0, pets: 1, time: () => START + Math.floor(time.now()) })
  const run = (more: Partial<Stage> = {}, fetch: Fetch = time.fetch) => {
    const control = new ControlClient(`${mock.origin}/_mock`, fetch)
    const { signal } = new AbortController()
    const stage = { control, world: 'default', signal, publish: () => undefined, ...more }
    return runScenario(POLITE, stage, { now: time.now, after: time.after, random: time.random, fetch })
  }
  return { mock, time, run }
}

it.each([false, true])(
  'two runs that begin at the same instant have keys of their own, of which none stays; frozen: %s',
  async (frozen) => {
    const { mock, run } = await stageRuns()
    mock.clock.freeze(frozen)
    expect(await Promise.all([run(), run()])).toMatchObject([ALONE, ALONE])
    expect(mock.keys.list()).toHaveLength(DEMO_KEYS)
    expect(mock.clock.read()).toMatchObject({ speed: 1, frozen })
    await mock.stop()
  },
)

it('a run does not move the clock of another one that has started it a moment before', async () => {
  const { mock, time, run } = await stageRuns()
  const isUnderWay = Promise.withResolvers<undefined>()
  const starts: number[] = []
  let isLate = false
  const late: Fetch = async (url, init) => {
    if (!isLate && init.method === 'PUT' && url.endsWith('/clock')) {
      isLate = true
      await isUnderWay.promise
    }
    return time.fetch(url, init)
  }
  const second = run({ waits: (start) => void starts.push(start) }, late)
  await expect.poll(() => isLate).toBe(true)
  const first = run({
    publish: ({ kind }) => {
      if (kind === 'served') isUnderWay.resolve(undefined)
    },
  })
  expect(await Promise.all([first, second])).toMatchObject([ALONE, ALONE])
  expect(starts).toEqual([START + 97_000])
  expect(mock.clock.read()).toMatchObject({ speed: 1, frozen: false })
  await mock.stop()
})
