import { expect, it } from 'vitest'
import { ControlClient } from '../client/control-client.ts'
import { seededRandom } from '../core/settings/random.ts'
import { play, playOut } from './testing/play.ts'

const BUSY = { timeout: 60_000 }
const FAST = 30

it('a polite client is not early where somebody slows the clock down just before its wait ends', async () => {
  const waits: Promise<unknown>[] = []
  const { mock, time, report } = await play({
    clients: ['polite'],
    speed: FAST,
    requests: 70,
    publish: (event) => {
      if (event.kind === 'waiting') waits.push(slowDownBefore(event.until - event.at))
    },
  })
  const { clock } = new ControlClient(`${mock.origin}/_mock`, time.fetch).world('default')
  /** 100 real milliseconds before, which is sooner than the client looks at the clock again while it waits. */
  async function slowDownBefore(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => time.after(milliseconds / FAST - 100, resolve))
    await clock.change({ speed: 1 })
    await new Promise<void>((resolve) => time.after(200, resolve))
    await clock.change({ speed: FAST })
  }
  const { results } = await report
  await Promise.all(waits)
  await mock.stop()
  expect(waits).toHaveLength(1)
  expect(results[0]).toMatchObject({ refused: 1, assessment: { words: 'honoured Retry-After' } })
})

it.each([1, 2, 3, 4, 5])(
  'a polite client is not early where its machine changes the speed of a fast clock: %d',
  BUSY,
  async (seed) => {
    const random = seededRandom(seed)
    const latency = (): number => (random() < 0.5 ? 0 : random() * 60)
    const { results } = await playOut({ clients: ['stampede', 'polite'], speed: FAST, latency })
    expect(results[1]).toMatchObject({ client: 'polite', assessment: { words: 'honoured Retry-After' } })
  },
)
