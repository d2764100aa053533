import { describe, expect, it } from 'vitest'
import type { Mock } from '../mock.ts'
import { ScenarioError } from './scenario.ts'
import { play, playOut, START } from './testing/play.ts'

/** The keys that every mock starts with. */
const DEMO_KEYS = 5
const POLITE = { clients: ['polite'], requests: 70 } as const

describe('a scenario that does not run to its end', { timeout: 60_000 }, () => {
  it('can be stopped: it reports what was done and restores the world', async () => {
    const stop = new AbortController()
    const { mock, results } = await playOut({
      ...POLITE,
      signal: stop.signal,
      publish: ({ kind }) => {
        if (kind === 'waiting') stop.abort()
      },
    })
    expect(results).toMatchObject([{ ending: 'stopped', served: 60, refused: 1 }])
    expect(mock.keys.list()).toHaveLength(DEMO_KEYS)
    expect(mock.clock.read().speed).toBe(1)
  })

  it('ends its lease at once, before any other request, when its page is closed', async () => {
    const leaving = new AbortController()
    const stop = new AbortController()
    const atOnce: string[] = []
    const playing = playOut({
      ...POLITE,
      signal: stop.signal,
      leaving: leaving.signal,
      publish: ({ kind }, _mock, fetched) => {
        if (kind !== 'waiting') return
        const before = fetched.length
        leaving.abort()
        atOnce.push(...fetched.slice(before))
        stop.abort()
      },
    })
    await expect(playing).rejects.toThrow('its keys are gone')
    expect(atOnce).toEqual([expect.stringMatching(/worlds\/default\/leases\/scenario-\w+$/)])
  })

  it('adds no key when its page is closed while it waits for the full minute of another run', async () => {
    const leaving = new AbortController()
    const { mock, report } = await play({
      ...POLITE,
      mock: { keys: [{ key: 'polite-demo-0000', plan: 'free' }] },
      waits: () => {
        leaving.abort()
      },
      signal: leaving.signal,
      leaving: leaving.signal,
    })
    await expect(report).rejects.toThrow('its page was closed')
    expect(mock.keys.list().filter(({ key }) => key.startsWith('polite-'))).toHaveLength(1)
    expect(mock.clock.read().speed).toBe(1)
    await mock.stop()
  })

  it('has taken no time when it is stopped while it waits for the full minute of another run', async () => {
    const stop = new AbortController()
    const { results } = await playOut({
      ...POLITE,
      mock: { keys: [{ key: 'polite-demo-0000', plan: 'free' }] },
      waits: () => {
        stop.abort()
      },
      signal: stop.signal,
    })
    expect(results).toMatchObject([{ ending: 'stopped', sent: 0, seconds: 0, servedPerSecond: 0 }])
  })

  it('praises nobody who was stopped before the limit', async () => {
    const stop = new AbortController()
    const { results } = await playOut({
      ...POLITE,
      signal: stop.signal,
      publish: (event) => {
        if (event.kind === 'served' && event.served === 20) stop.abort()
      },
    })
    expect(results).toMatchObject([{ assessment: { wellBehaved: undefined, words: 'met no limit' } }])
  })

  it('says that the limits are off where they were switched off during the run', async () => {
    const { results } = await playOut({
      ...POLITE,
      publish: (event, mock) => {
        if (event.kind === 'served' && event.served === 20) mock.limits.switch(false)
      },
    })
    expect(results).toMatchObject([{ assessment: { wellBehaved: undefined, words: 'the limits are off' } }])
  })

  it('rejects with the reason of its stop, and asks nothing about its keys', async () => {
    const stop = new AbortController()
    const { mock, fetched, report } = await play({
      ...POLITE,
      signal: stop.signal,
      publish: ({ kind }) => {
        if (kind === 'waiting') stop.abort(new ScenarioError('Stopped, because the world was reset'))
      },
    })
    await expect(report).rejects.toThrow('Stopped, because the world was reset')
    await mock.stop()
    expect(fetched.filter((url) => url.includes('-demo-'))).toHaveLength(1)
  })

  it('fails when the limits are off', async () => {
    await expect(playOut({ mock: { limits: false } })).rejects.toThrow(
      new ScenarioError('The limits of the world default are off: switch them on first'),
    )
  })

  it.each([
    ['forward by 1 day', (mock: Mock) => mock.clock.advance({ days: 1 })],
    ['forward by 25 minutes', (mock: Mock) => mock.clock.advance({ minutes: 25 })],
    ['back by 2 hours', (mock: Mock) => mock.clock.set(mock.clock.read().now - 2 * 3_600_000)],
  ])(
    'ends before the clock is moved %s, with that as its reason, and counts nothing after it',
    async (far, move) => {
      let served = 0
      let movedAt = NaN
      const running = playOut({
        clients: ['naive', 'polite'],
        publish: (event, mock) => {
          if (event.kind === 'served') served += 1
          if (served !== 40 || !Number.isNaN(movedAt)) expect(event.at).toBeLessThan(START + 120_000)
          else {
            movedAt = event.at
            move(mock)
          }
        },
      })
      await expect(running).rejects.toThrow(
        new ScenarioError(
          `Stopped, because the clock was moved ${far} during the run. It goes on after moves of up to 10 minutes`,
        ),
      )
      expect(served).toBe(40)
    },
  )

  it('goes on after smaller moves of the clock, until they are too many', async () => {
    let moves = 0
    const waits = (most: number) =>
      playOut({
        ...POLITE,
        publish: ({ kind, at }, mock) => {
          if (kind !== 'served' || moves >= most) return
          moves += 1
          mock.clock.advance({ minutes: 3 })
          expect(at).toBeLessThan(START + 15 * 60_000)
        },
      })
    expect((await waits(3)).results).toMatchObject([{ ending: 'done', served: 70 }])
    moves = 0
    await expect(waits(4)).rejects.toThrow('the clock was moved forward by 12 minutes during the run')
  })

  it.each([
    [
      'its world is reset',
      (mock: Mock) => {
        mock.reset()
      },
      /^Stopped, because its keys are gone: the world was reset, /,
    ],
    [
      'the mock stops',
      (mock: Mock) => {
        void mock.stop(0)
      },
      /^Stopped, because the connection to the mock at \S+ was lost$/,
    ],
  ])('fails when %s', async (_what, disturb, message) => {
    let isDisturbed = false
    const running = playOut({
      clients: ['naive', 'stampede'],
      publish: ({ kind }, mock) => {
        if (kind !== 'refused' || isDisturbed) return
        isDisturbed = true
        disturb(mock)
      },
    })
    await expect(running).rejects.toThrow(message)
    await expect(running).rejects.toBeInstanceOf(ScenarioError)
  })
})
