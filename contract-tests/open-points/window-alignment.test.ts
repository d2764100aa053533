import { expect, test } from 'vitest'
import type { Seen } from '../engine/check.ts'
import { Session } from '../engine/session.ts'
import { manualTime, rateLimit, reply, scripted } from '../testing/scripted.ts'
import { settingsFor } from '../../lab/proof/test-service.ts'
import { list } from '../probes/requests.ts'
import { windowAlignment } from './window-alignment.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** The observed variant, if the first request is sent at a time and two callers get these Resets; in seconds. */
async function readOff(time: number, ...resets: readonly number[]): Promise<Seen> {
  const clock = manualTime()
  await clock.pass(time * 1000)
  const transport = scripted(...resets.map((reset) => reply({ headers: rateLimit(59, reset) })))
  return windowAlignment(
    new Session(settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' }), transport, clock),
  )
}

test.for([
  [30, 60, 60, 'calendar'],
  [30, 90, 90, 'first-request'],
  [60, 120, 121, 'first-request'],
  [HOUR + 30, HOUR + 60, DAY, 'calendar'],
  [HOUR, HOUR + DAY, HOUR + DAY, 'first-request'],
  [DAY - HOUR, DAY, DAY, 'calendar'],
] as const)(
  'the first request at %i s, with Reset at %i and %i: %s',
  async ([time, first, second, variant]) => {
    expect(await readOff(time, first, second)).toBe(variant)
  },
)

test.for([
  [60, 120],
  [57, 120],
  [62, 120],
  [DAY, 2 * DAY],
] as const)(
  'is not guessed where both look alike: first asked at %i s, with Reset at %i',
  async ([time, reset]) => {
    await expect(readOff(time, reset, reset)).rejects.toThrow('the first requests came at a full minute')
  },
)

test('is neither where a key and whoever has none show two', async () => {
  expect(await readOff(30, 60, 90)).toMatchObject({
    variant: 'other',
    detail: 'the windows of a key and those without one begin in two ways',
  })
})

test('a Reset that moves while the window is open matches no variant', async () => {
  const replies = [60, 90, 91, 92, 93].map((reset) => reply({ headers: rateLimit(59, reset) }))
  const session = new Session(
    settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' }),
    scripted(...replies),
    manualTime(),
  )
  for (const _one of replies) await session.send(list())
  expect(await windowAlignment(session)).toMatchObject({ variant: 'other' })
})
