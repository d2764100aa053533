import { expect, test } from 'vitest'
import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import { waitOf } from '../../../spec/retry-after.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { ask, headerOf, NOW, retryAfterForms, testWorld } from '../testing/test-world.ts'

/** A client of the key `free`, which is refused at a time and comes back at another. */
function setUp(choices: Partial<Choices>) {
  let now = NOW
  const world = testWorld(
    { createPetStore: memoryPets, time: () => now },
    { choices: { ...defaultChoices, ...choices } },
  )
  /** Asks at a time, and returns the status and the instant that Retry-After names. */
  const askAt = async (at: number): Promise<{ readonly status: number; readonly until: number }> => {
    now = at
    const reply = await world.answer(ask({ key: 'free' }))
    await reply.delivery?.left()
    await reply.delivery?.read()
    const wait = waitOf(
      {
        retryAfter: headerOf(reply, 'Retry-After'),
        date: undefined,
        reset: Number(headerOf(reply, 'X-RateLimit-Reset')),
      },
      at,
    )
    return { status: reply.status, until: at + (wait ?? Number.NaN) }
  }
  return { world, askAt, report: () => world.keys.get('free').report }
}

test.for(retryAfterForms)(
  'Retry-After as %s is waited for at every millisecond of a second',
  async (form) => {
    for (const alignment of ['calendar', 'first-request'] as const) {
      const { world, askAt, report } = setUp({ 'retry-after-form': form, 'window-alignment': alignment })
      for (let phase = 0; phase < 1000; phase += 1) {
        const start = NOW + phase * 1_000_000 + phase
        await askAt(start)
        world.keys.setRemaining('free', { minute: 0 })
        const { status, until } = await askAt(start + 3)
        expect(status).toBe(429)
        const { earlyRetries } = report()
        expect((await askAt(until)).status).toBe(200)
        expect(report().earlyRetries, `${phase} ms`).toBe(earlyRetries)
      }
      expect(report()).toMatchObject({ refused: 1000, earlyRetries: 0 })
    }
  },
)

test.for(retryAfterForms)(
  'a millisecond before Retry-After as %s is early, at every millisecond',
  async (form) => {
    const { world, askAt, report } = setUp({ 'retry-after-form': form })
    for (let phase = 0; phase < 1000; phase += 1) {
      const start = NOW + phase * 1_000_000 + phase
      await askAt(start)
      world.keys.setRemaining('free', { minute: 0 })
      const { until } = await askAt(start + 3)
      await askAt(until - 1)
      expect(report().earlyRetries, `${phase} ms`).toBe(phase + 1)
      await askAt(until + 60_000)
    }
  },
)

test.for(['401', '403'] as const)(
  'a banned key that is answered %s is not refused by a 429',
  async (status) => {
    const { world, askAt, report } = setUp({ 'status-while-banned': status })
    world.keys.ban('free', 100)
    expect((await askAt(NOW)).status).toBe(Number(status))
    expect((await askAt(NOW + 1)).status).toBe(Number(status))
    expect(report()).toMatchObject({ requests: 2, refused: 0, earlyRetries: 1 })
  },
)

test('a served request ends the wait', async () => {
  const { world, askAt, report } = setUp({})
  world.keys.setRemaining('free', { minute: 0 })
  // Whole seconds end a little later than the window.
  expect((await askAt(NOW + 300)).until).toBe(NOW + 40_300)
  expect((await askAt(NOW + 40_000)).status).toBe(200)
  expect((await askAt(NOW + 40_100)).status).toBe(200)
  expect(report()).toMatchObject({ requests: 3, refused: 1, earlyRetries: 1 })
})

test('an OPTIONS request is not early and does not end a wait', async () => {
  const { world, askAt, report } = setUp({})
  world.keys.setRemaining('free', { minute: 0 })
  await askAt(NOW)
  await world.answer(ask({ key: 'free', method: 'OPTIONS' }))
  expect(report()).toMatchObject({ requests: 1, earlyRetries: 0 })
  await askAt(NOW + 1)
  expect(report()).toMatchObject({ requests: 2, earlyRetries: 1 })
})

test('with a fast clock the report says that it judges waits in world time', async () => {
  const { world, askAt, report } = setUp({})
  world.keys.setRemaining('free', { minute: 0 })
  world.clock.speed(60)
  expect(report().waitsIn).toBe('real-time')
  await askAt(NOW + 1)
  expect(report().waitsIn).toBe('world-time')
})
