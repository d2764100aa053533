import { STATUS_CODES } from 'node:http'
import { expect, test } from 'vitest'
import { NOW, startOn } from '../http/testing/start.ts'
import type { ClientReport } from '../index.ts'
import { createMock } from './index.ts'
import { phraseOf } from './status-phrases.ts'
import { forSequences, seen } from './testing/sequences.ts'

const noSleep = (): Promise<void> => Promise.resolve()

/** A client report, as far as connections do not decide it: over HTTP, fetch alternates between two. */
function onEitherWay({ earlyRetries, inFlight, ...report }: ClientReport) {
  return { ...report, earlyRetries: earlyRetries + inFlight, inFlight: 0, backoff: 'unknown' }
}

test.concurrent.for([1, 2, 3, 4])(
  'the same requests get the same replies, byte for byte, as over HTTP (%i)',
  async () => {
    await using mock = await startOn({ sleep: noSleep }, { pets: 20 })
    const twin = createMock({ pets: 20, time: () => NOW }, noSleep)
    await forSequences(50, async (steps) => {
      for (const { worlds } of [mock, twin]) for (const world of worlds.list()) world.reset()
      for (const step of steps) {
        if (step.kind === 'change') {
          step.change(mock.world)
          step.change(twin.world)
          continue
        }
        const { path, init } = step.asked
        const real = await seen(fetch(mock.origin + path, init))
        expect(await seen(twin.fetch(`https://api.example.com${path}`, init))).toEqual(real)
      }
      const reasons = [mock, twin].map(({ journal }) => journal.list().map(({ id, reason }) => [id, reason]))
      expect(reasons[1]).toEqual(reasons[0])
      expect(onEitherWay(twin.report('free-demo-key'))).toEqual(onEitherWay(mock.report('free-demo-key')))
    })
  },
)

test('a status has the same phrase as in Node', () => {
  const statuses = Array.from({ length: 400 }, (_, at) => at + 200)
  expect(statuses.map(phraseOf)).toEqual(statuses.map((status) => STATUS_CODES[status] ?? 'unknown'))
})
