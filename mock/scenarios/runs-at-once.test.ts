import { expect, it } from 'vitest'
import { ControlClient } from '../client/control-client.ts'
import type { Fetch } from '../client/operation.ts'
import { startMock } from '../index.ts'
import { runScenario, type Stage } from './run-scenario.ts'
import { scenarioOf, type Scenario } from './scenario.ts'
import { START } from './testing/play.ts'
import { VirtualTime } from './testing/virtual-time.ts'

/** The keys that every mock starts with. */
const DEMO_KEYS = 5
const POLITE = { clients: ['polite'], requests: 70, speed: 30 } as const
const ALONE = { results: [{ ending: 'done', served: 70, refused: 1 }] }

/** A mock, and runs in its default world whose requests go through a function. */
async function stageRuns() {
  const time = new VirtualTime()
  const mock = await startMock({ port: 0, pets: 1, time: () => START + Math.floor(time.now()) })
  const run = (given: Partial<Scenario> = {}, more: Partial<Stage> = {}, fetch: Fetch = time.fetch) => {
    const control = new ControlClient(`${mock.origin}/_mock`, fetch)
    const { signal } = new AbortController()
    const stage = { control, world: 'default', signal, publish: () => undefined, ...more }
    const scenario = scenarioOf({ ...POLITE, ...given })
    return runScenario(scenario, stage, { now: time.now, after: time.after, random: time.random, fetch })
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
  const [isLate, isUnderWay] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const starts: number[] = []
  const late: Fetch = async (url, init) => {
    if (init.method === 'PUT' && url.endsWith('/clock')) {
      isLate.resolve(undefined)
      await isUnderWay.promise
    }
    return time.fetch(url, init)
  }
  const second = run({}, { waits: (start) => void starts.push(start) }, late)
  await isLate.promise
  let began = Infinity
  const first = run(
    {},
    {
      publish: ({ at }) => {
        began = Math.min(began, at)
        isUnderWay.resolve(undefined)
      },
    },
  )
  expect(await Promise.all([first, second])).toMatchObject([ALONE, ALONE])
  expect(starts).toEqual([began + 60_000])
  expect(mock.clock.read()).toMatchObject({ speed: 1, frozen: false })
  await mock.stop()
})

it.each([1, 10])(
  'a run at the speed of real time waits for one at speed %d, and does not move its clock',
  async (speed) => {
    const { mock, time, run } = await stageRuns()
    const first = run({ speed })
    await new Promise<void>((resolve) => time.after(3000, resolve))
    const starts: number[] = []
    const second = run({ speed: 1 }, { waits: (start) => void starts.push(start) })
    expect(await Promise.all([first, second])).toMatchObject([ALONE, ALONE])
    expect(starts).toEqual([START + 97_000])
    await mock.stop()
  },
)
