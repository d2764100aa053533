import { describe, expect, it } from 'vitest'
import { retryAfterForms } from '../core/testing/test-world.ts'
import { ControlClient } from '../client/control-client.ts'
import type { Fetch } from '../client/operation.ts'
import { clientIds } from './clients.ts'
import { seededRandom } from '../core/settings/random.ts'
import { onLease } from './on-lease.ts'
import { runScenario } from './run-scenario.ts'
import type { ScenarioEvent, ScenarioReport } from './scenario-report.ts'
import { scenarioOf } from './scenario.ts'
import { START, play, playOut } from './testing/play.ts'

const FULL_MINUTE = START + 37_000
/** Some of these tests send hundreds of requests, which is slow on a busy machine. */
const BUSY = { timeout: 60_000 }
/** The keys that every mock starts with. */
const DEMO_KEYS = 5

describe('100 requests on the Free plan, which allows 60 a minute:', BUSY, () => {
  it.each([
    // 60 requests in a quarter of a minute, and the other 40 in the next minute.
    { client: 'polite', seconds: 70, refused: [1, 1], bans: 0, words: 'honoured Retry-After' },
    // It retries too early, and later sleeps past the reset.
    { client: 'backoff', seconds: 100, refused: [4, 9], bans: 0, words: /^\d requests too early$/ },
    // Ten refusals earn a ban of two minutes, during which it sends four requests a second.
    {
      client: 'naive',
      seconds: 150,
      refused: [450, 500],
      bans: 1,
      words: /^banned once, \d+ too early$/,
    },
    {
      client: 'stampede',
      seconds: 150,
      refused: [20, 40],
      bans: 1,
      words: /^banned once, \d+ too early$/,
    },
  ] as const)(
    '$client needs $seconds s',
    async ({ client, seconds, refused: [least, most], bans, words }) => {
      const { results } = await playOut({ clients: [client], requests: 100 })
      expect(results).toMatchObject([{ client, ending: 'done', served: 100, bans }])
      const [{ refused, sent, assessment, ...result } = expect.fail()] = results
      expect(result.seconds).toBeGreaterThan(seconds - 12)
      expect(result.seconds).toBeLessThan(seconds + 12)
      expect(result.servedPerSecond).toBeCloseTo(100 / result.seconds)
      expect(refused).toBeGreaterThanOrEqual(least)
      expect(refused).toBeLessThanOrEqual(most)
      expect(sent).toBe(100 + refused)
      expect(assessment.words).toMatch(words)
      expect(assessment.wellBehaved).toBe(client === 'polite')
    },
  )
})

describe('comes out alike', BUSY, () => {
  /** Refused requests, bans and seconds of the naive client, and seconds of the polite one. */
  const figures = ({ results: [naive, polite] }: ScenarioReport): readonly number[] => [
    naive?.refused ?? NaN,
    naive?.bans ?? NaN,
    naive?.seconds ?? NaN,
    polite?.seconds ?? NaN,
  ]
  const near = (expected: readonly number[]) =>
    expected.map((figure): unknown => (figure < 10 ? figure : within(figure)))
  const within = (figure: number) => ({
    asymmetricMatch: (actual: unknown) => Math.abs(Number(actual) - figure) <= figure * 0.05,
  })

  it('on a slow machine, on a busy one, and after stalls of half a second', async () => {
    const idle = figures(await playOut({}))
    expect(idle[1]).toBe(2)
    const random = seededRandom(7)
    const latencies = [
      () => 12,
      () => 60,
      () => random() * 80,
      // One request in two hundred stalls.
      () => (random() < 0.005 ? 500 : 4),
    ]
    for (const latency of latencies) expect(figures(await playOut({ latency }))).toEqual(near(idle))
  })

  it('where a slow machine slows the clock down, which is fast again while all programs wait', async () => {
    const outcome = async (latency: number): Promise<{ figures: readonly number[]; realSeconds: number }> => {
      const options = { clients: ['stampede'], plan: 'pro', speed: 30 } as const
      const { results, time } = await playOut({ ...options, latency: () => latency })
      const figures = results.flatMap(({ refused, bans, seconds }) => [refused, bans, seconds])
      return { figures, realSeconds: time.now() / 1000 }
    }
    const idle = await outcome(0)
    const slow = await outcome(90)
    expect(slow.figures).toEqual(near(idle.figures))
    // Two bans at the speed of real time would last four minutes.
    expect(slow.realSeconds).toBeLessThan(45)
  })

  it.each(clientIds)('in a terminal and in a browser, which has six connections: %s', async (client) => {
    const latency = (): number => 4
    const outcome = async (connections?: number): Promise<readonly number[]> => {
      const { results } = await playOut({ clients: [client], latency, ...(connections && { connections }) })
      return results.flatMap(({ refused, bans, seconds }) => [refused, bans, seconds])
    }
    const terminal = await outcome()
    // The events of the room need one of them.
    expect(await outcome(5)).toEqual(near(terminal))
  })

  it.each([
    ['on one machine', 0, 0],
    ['on one that is so slow that the clock runs as real time does', 80, 0],
    ['of which the second one has a slower machine', 4, 76],
    ['of which the second one is late on each request', 4, 146],
  ])('where two run in one world at once, %s', async (_where, latency, later) => {
    const idle = figures(await playOut({}))
    const { mock, time, report } = await play({ latency: () => latency })
    const fetch: Fetch = async (url, init) => {
      const reply = await time.fetch(url, init)
      if (later > 0) await new Promise<void>((resolve) => time.after(later, resolve))
      return reply
    }
    const stage = {
      control: new ControlClient(`${mock.origin}/_mock`, fetch),
      world: 'default',
      signal: new AbortController().signal,
      publish: () => undefined,
    }
    // A third of the way into the first one.
    await new Promise<void>((resolve) => time.after(9000, resolve))
    const second = runScenario(scenarioOf({}), stage, {
      now: time.now,
      after: time.after,
      random: time.random,
      fetch,
    })
    expect(figures(await report)).toEqual(near(idle))
    expect(figures(await second)).toEqual(near(idle))
    expect(mock.clock.read()).toMatchObject({ speed: 1, frozen: false })
    await mock.stop()
  })
})

const POLITE = { clients: ['polite'], requests: 70 } as const

describe('under every variant:', BUSY, () => {
  it.each(retryAfterForms)('a polite client accepts Retry-After as %s', async (form) => {
    const { results } = await playOut({ ...POLITE, mock: { choices: { 'retry-after-form': form } } })
    expect(results).toMatchObject([{ ending: 'done', refused: 1, assessment: { wellBehaved: true } }])
  })

  it.each(['401', '403'] as const)('a ban that is answered with %s is a refusal', async (status) => {
    const choices = { 'status-while-banned': status }
    const { results, events } = await playOut({ ...POLITE, clients: ['naive'], mock: { choices } })
    expect(results).toMatchObject([{ ending: 'done', served: 70, bans: 1 }])
    expect(events).toContainEqual(expect.objectContaining({ kind: 'refused', status: Number(status) }))
  })

  it('a client gives up when it would wait longer than a quarter of an hour', async () => {
    const choices = { ban: 'after-1-strikes-for-86400-seconds' } as const
    const { results } = await playOut({ ...POLITE, mock: { choices } })
    expect(results).toMatchObject([{ ending: 'out-of-time', served: 60, refused: 1, bans: 1 }])
    expect(results[0]?.seconds).toBeLessThan(30)
  })

  it('a client retries after the faults of its world', async () => {
    const faults = [
      { effect: { kind: 'status', status: 503 }, times: 2 },
      { effect: { kind: 'cut', at: 'before-reply' }, times: 1 },
    ] as const
    const { results, events } = await playOut({ ...POLITE, requests: 5, mock: { faults } })
    expect(results).toMatchObject([{ ending: 'done', served: 5, sent: 8, refused: 0 }])
    const failures = events.flatMap((event) => (event.kind === 'failed' ? [event.what] : []))
    expect(failures.sort()).toEqual(['no reply', 'status 503', 'status 503'])
  })
})

describe('a scenario', BUSY, () => {
  it('publishes each step with the time of the world, which starts on a full minute', async () => {
    const { events } = await playOut({ ...POLITE, requests: 61 })
    expect(events[0]).toMatchObject({ kind: 'sent', at: FULL_MINUTE, client: 'polite' })
    expect(events[1]).toMatchObject({ kind: 'served', served: 1, remaining: 59 })
    const [refused, waiting, again] = events.slice(121)
    expect(refused).toMatchObject({ kind: 'refused', status: 429 })
    expect(waiting).toMatchObject({ kind: 'waiting' })
    expect(again).toMatchObject({ kind: 'sent' })
    expect(again?.at).toBeGreaterThanOrEqual(FULL_MINUTE + 60_000)
    expect(events.at(-1)).toMatchObject({ kind: 'ended', result: { ending: 'done' } })
  })

  it('that waits for a full minute begins with a later one where the clock is set past it, also in what it took', async () => {
    const { mock, time, report } = await play({ clients: ['naive'] })
    const starts: number[] = []
    const events: ScenarioEvent[] = []
    await new Promise<void>((resolve) => time.after(3000, resolve))
    const second = runScenario(
      scenarioOf({ ...POLITE, requests: 100 }),
      {
        control: new ControlClient(`${mock.origin}/_mock`, time.fetch),
        world: 'default',
        signal: new AbortController().signal,
        waits: (start) => {
          if (starts.push(start) === 1) mock.clock.set(start + 312_000)
        },
        publish: (event) => events.push(event),
      },
      time,
    )
    const { results } = await second
    await report
    await mock.stop()
    const [first = NaN, later] = starts
    expect(starts).toHaveLength(2)
    expect(later).toBe(first + 360_000)
    expect(events[0]?.at).toBeGreaterThanOrEqual(later ?? NaN)
    expect(results[0]?.seconds).toBeGreaterThan(58)
    expect(results[0]?.seconds).toBeLessThan(82)
  })

  it('has its speed again when another one ends, whose machine was slow', async () => {
    const { mock, time, report } = await play({ clients: ['naive'], latency: () => 4 })
    const { signal } = new AbortController()
    const control = new ControlClient(`${mock.origin}/_mock`, time.fetch)
    const slow: Fetch = async (url, init) => {
      const reply = await time.fetch(url, init)
      await new Promise<void>((resolve) => time.after(150, resolve))
      return reply
    }
    const speeds: number[] = []
    const stage = { control, world: 'default', signal, paced: (speed: number) => speeds.push(speed) }
    await new Promise<void>((resolve) => time.after(3000, resolve))
    await runScenario(
      scenarioOf({ clients: ['polite'], requests: 50 }),
      { ...stage, publish: () => undefined },
      { now: time.now, after: time.after, random: time.random, fetch: slow },
    )
    expect(speeds.at(-1)).toBeLessThan(10)
    expect(mock.clock.read().speed).toBe(10)
    await report
    await mock.stop()
  })

  it('runs two clients at the same time, each with its own key', async () => {
    const { results, events } = await playOut({ clients: ['polite', 'naive'], requests: 70 })
    expect(results).toMatchObject([
      { client: 'polite', refused: 1, bans: 0 },
      { client: 'naive', bans: 1 },
    ])
    const begins = events.findIndex(({ client }) => client === 'naive')
    expect(begins).toBeLessThan(events.findIndex(({ kind }) => kind === 'refused'))
  })

  it('looks for a ban with each refusal until it finds one, and not again until the ban is over', async () => {
    const { results, fetched } = await playOut({ clients: ['naive'], requests: 61 })
    expect(results[0]?.refused).toBeGreaterThan(400)
    expect(fetched.filter((url) => url.includes('/keys/'))).toHaveLength(10 + ['report'].length)
  })

  it.each(clientIds)('a ban is as long as the service says, however late it is found: %s', async (client) => {
    const { results, events } = await playOut({ clients: [client], latency: () => 90 })
    const bans = events.flatMap((event) => (event.kind === 'banned' ? [event.lasts] : []))
    expect(bans).toEqual(Array.from({ length: results[0]?.bans ?? NaN }, () => 120_000))
  })

  it.each([3, 4, 5, 6, 7, 8])(
    'a ban is as long as the service says where replies overtake each other: %d',
    async (seed) => {
      const random = seededRandom(seed)
      const { results, events } = await playOut({ clients: ['stampede'], latency: () => 5 + random() * 60 })
      const bans = events.flatMap((event) => (event.kind === 'banned' ? [event.lasts] : []))
      expect(bans).toEqual(Array.from({ length: results[0]?.bans ?? NaN }, () => 120_000))
    },
  )

  it('removes its keys and restores the clock', async () => {
    const { mock } = await playOut({ ...POLITE, requests: 1 })
    expect(mock.keys.list()).toHaveLength(DEMO_KEYS)
    expect(mock.clock.read()).toMatchObject({ speed: 1, frozen: false })
  })

  it('acquires a lease before it changes the clock, and renews it every five real seconds', async () => {
    const { fetched } = await playOut({ ...POLITE, requests: 61 })
    const changing = fetched.filter((url) => /\/(?:clock|leases\/.*)$/.test(url))
    expect(changing[0]).toMatch(/leases/)
    // 60 s of the world are 6 real seconds: one renewal.
    expect(changing.filter((url) => url.includes('/leases/'))).toHaveLength(
      ['acquired', 'renewed', 'ended'].length,
    )
  })

  it('acquires it for longer when its timers may be slow, as those of a hidden page', async () => {
    const terms: unknown[] = []
    const leases = {
      take: (_name: string, { seconds }: { readonly seconds: number }) =>
        Promise.resolve(void terms.push(seconds)),
      end: () => Promise.resolve(undefined),
    }
    const renewals: (() => void)[] = []
    let isHidden = false
    const ports = {
      after: (_milliseconds: number, run: () => void) => {
        renewals.push(run)
        return () => undefined
      },
      mayBeSlow: () => isHidden,
    }
    const borrowing = { leases, name: 'a', keys: [], leaving: new AbortController().signal }
    await onLease(borrowing, ports, () => {
      isHidden = true
      renewals.shift()?.()
      isHidden = false
      renewals.shift()?.()
      return Promise.resolve()
    })
    expect(terms).toEqual([20, 90, 20])
  })

  it('is not taken again by a change of the speed once its page is closed', async () => {
    const asked: string[] = []
    const leases = {
      take: () => Promise.resolve(void asked.push('take')),
      end: () => Promise.resolve(void asked.push('end')),
    }
    const leaving = new AbortController()
    const borrowing = { leases, name: 'a', keys: [], leaving: leaving.signal }
    await onLease(borrowing, { after: () => () => undefined }, async (changeSpeed) => {
      leaving.abort()
      await changeSpeed(2)
    })
    expect(asked).toEqual(['take', 'end', 'end'])
  })
})
