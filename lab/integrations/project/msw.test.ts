import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMock, petstoreHandlers } from 'petstore-mock/msw'
import where from './where.json' with { type: 'json' }

const mock = createMock({ baseUrl: 'https://api.example.com/v1', pets: 3 })
const server = setupServer(...petstoreHandlers(mock))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => mock.reset())
afterAll(() => server.close())

const headers = { Authorization: 'Bearer free-demo-key' }

test('pets are listed, until the limit is exceeded', async () => {
  mock.keys.setRemaining('free-demo-key', { minute: 1 })
  const served = await fetch(`${mock.baseUrl}/pets`, { headers })
  expect([served.status, await served.json()]).toEqual([200, expect.objectContaining({ length: 3 })])
  const refused = await fetch(`${mock.baseUrl}/pets`, { headers })
  expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true])
  expect(mock.report('free-demo-key').refused).toBe(1)
})

test('a connection that is cut is a network error', async () => {
  mock.faults.add({ effect: { kind: 'cut', at: 'before-reply' } })
  await expect(fetch(`${mock.baseUrl}/pets`, { headers })).rejects.toThrow(TypeError)
})

test('random sequences of requests get the same replies as without MSW, byte for byte', async () => {
  const { forSequences, seen } = await import(where.sequences)
  const noSleep = () => Promise.resolve()
  const options = { baseUrl: mock.baseUrl, pets: 20, time: () => Date.UTC(2026, 0, 15, 10, 30, 20) }
  const [behind, twin] = [createMock(options, noSleep), createMock(options, noSleep)]
  server.resetHandlers(...petstoreHandlers(behind))
  await forSequences(where.runs, async (steps: readonly any[]) => {
    for (const { worlds } of [behind, twin]) for (const world of worlds.list()) world.reset()
    for (const step of steps) {
      if (step.kind === 'change') {
        for (const { world } of [behind, twin]) step.change(world)
        continue
      }
      const { path, init } = step.asked
      const url = `https://api.example.com${path}`
      if (!twin.answers(url)) continue
      const expected: any = await seen(twin.fetch(url, init))
      const actual = await seen(fetch(url, init))
      // MSW may read ahead, and then has no reply if the body is cut off.
      if (expected.body !== 'cut' || actual !== 'cut') expect(actual).toEqual(expected)
    }
  })
}, 120_000)
