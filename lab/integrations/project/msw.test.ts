import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMock, petstoreHandlers } from 'petstore-mock/msw'
import where from './where.json' with { type: 'json' }

// Where no time passes, no minute ends between two requests.
const time = () => Date.UTC(2026, 0, 15, 10, 30, 20)
const mock = createMock({ baseUrl: 'https://api.example.com/v1', pets: 3, time })
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

test('a body that is cut in the middle is one too, after its status', async () => {
  mock.faults.add({ effect: { kind: 'cut', at: 'mid-body' } })
  const reply = await fetch(`${mock.baseUrl}/pets`, { headers })
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow(TypeError)
})

test('requests that are aborted at any time, and large bodies, leave the mock as it was', async () => {
  const all = { Authorization: 'Bearer enterprise-demo-key', 'Content-Type': 'application/json' }
  const add = async (init: RequestInit): Promise<unknown> => {
    const reply = await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers: all, ...init })
    await reply.text()
    return reply.status
  }
  const body = '{"name":"Rex","categoryId":1}'
  mock.faults.add({ effect: { kind: 'trickle', over: 10 } })
  const ends = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => {
      const leaving = new AbortController()
      if (at % 4 > 0) setTimeout(() => leaving.abort(), at % 40)
      return add({ body, signal: leaving.signal }).catch(({ name }) => name)
    }),
  )
  expect([...new Set(ends)].sort()).toEqual([201, 'AbortError'])
  expect(await add({ body: new Uint8Array(100_000_000) })).toBe(413)
  expect(await add({ body })).toBe(201)
  expect(mock.pets.size - 3).toBe(mock.journal.list().filter(({ status }) => status === 201).length)
})

test('random sequences of requests get the same replies as without MSW, byte for byte', async () => {
  const { forSequences, seen } = await import(where.sequences)
  const noSleep = () => Promise.resolve()
  const options = { baseUrl: mock.baseUrl, pets: 20, time }
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
      expect(actual).toEqual(expected)
    }
  })
}, 120_000)
