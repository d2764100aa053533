import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMock } from './fetch/index.ts'
import { startMock } from './index.ts'

// The recipes of docs/in-code.md with a client that honours Retry-After, at every second of a minute.

const KEY = 'free-demo-key'
const SECONDS = Array.from({ length: 60 }, (_, second) => second)
const SOME_SECONDS = [0, 1, 30, 58, 59]

/** Gets two requests served and waits as Retry-After says; resolves with the seconds that it waited. */
async function client(baseUrl: string, sleep: (milliseconds: number) => Promise<void>): Promise<number> {
  let waited = 0
  for (let served = 0; served < 2;) {
    const { status, headers } = await fetch(`${baseUrl}/pets`, {
      headers: { Authorization: `Bearer ${KEY}` },
    })
    if (status === 200) {
      served += 1
      continue
    }
    const seconds = Number(headers.get('Retry-After'))
    waited += seconds
    await sleep(seconds * 1000)
  }
  return waited
}

function byTimer(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a client that waits is right at every second of a minute', () => {
  test('two seconds before the window ends, whatever the time outside: it waits for two', async () => {
    const tryAt = async (second: number): Promise<void> => {
      let outside = Date.UTC(2026, 2, 1, 12, 0, second)
      await using mock = await startMock({ port: 0, time: () => outside })
      mock.clock.set('2030-01-01T12:00:58Z')
      mock.keys.setRemaining(KEY, { minute: 1 })
      const waited = await client(mock.baseUrl, (milliseconds) => {
        outside += milliseconds
        return Promise.resolve()
      })
      expect([waited, mock.report(KEY).earlyRetries, mock.report(KEY).refused]).toEqual([2, 0, 1])
    }
    await Promise.all(SECONDS.map(tryAt))
  })

  test('a client whose sleep is injected moves the clock instead', async () => {
    for (const second of SOME_SECONDS) {
      await using mock = await startMock({ port: 0, time: () => Date.UTC(2026, 2, 1, 12, 0, second) })
      mock.keys.setRemaining(KEY, { minute: 1 })
      const waited = await client(mock.baseUrl, (milliseconds) => {
        mock.clock.advance({ seconds: milliseconds / 1000 })
        return Promise.resolve()
      })
      expect([waited, mock.report(KEY).earlyRetries]).toEqual([60 - second, 0])
    }
  })

  test('with fake timers, when the clock of the mock advances with them', async () => {
    for (const second of SOME_SECONDS) {
      vi.useRealTimers()
      await using mock = await startMock({ port: 0, time: () => Date.UTC(2026, 2, 1, 12, 0, second) })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      mock.clock.freeze()
      mock.keys.setRemaining(KEY, { minute: 1 })
      let isDone = false
      const work = client(mock.baseUrl, byTimer).finally(() => {
        isDone = true
      })
      await vi.waitUntil(() => mock.report(KEY).refused > 0, 30_000)
      const step = (): boolean => {
        mock.clock.advance({ seconds: 1 })
        vi.advanceTimersByTime(1000)
        return isDone
      }
      await vi.waitUntil(step, { interval: 1, timeout: 30_000 })
      expect([await work, mock.report(KEY).earlyRetries]).toEqual([60 - second, 0])
    }
  })
})

test('a component that waits is served when faked timers advance by themselves, and are moved by a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await using mock = createMock({ pets: 3 })
  mock.keys.setRemaining(KEY, { minute: 0 })
  let shown: number | undefined
  const load = async (): Promise<void> => {
    const reply = await mock.fetch(`${mock.baseUrl}/pets`, { headers: { Authorization: `Bearer ${KEY}` } })
    shown = reply.status
    if (shown === 429) setTimeout(() => void load(), Number(reply.headers.get('Retry-After')) * 1000)
  }
  void load()
  await vi.waitUntil(() => shown === 429)
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitUntil(() => shown === 200)
  expect(mock.report(KEY)).toMatchObject({ refused: 1, earlyRetries: 0 })
})

test('a faked Date moves the clock of a mock that was started before', async () => {
  await using mock = await startMock({ port: 0 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 11, 5) })
  expect(mock.clock.read().now).toBe(Date.UTC(2030, 11, 5))
})

test('a mock answers where all timers are faked', async () => {
  await using mock = await startMock({ port: 0 })
  vi.useFakeTimers()
  const { status } = await fetch(`${mock.baseUrl}/pets`, { headers: { Authorization: `Bearer ${KEY}` } })
  vi.useRealTimers()
  expect(status).toBe(200)
})
