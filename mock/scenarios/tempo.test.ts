import { describe, expect, it } from 'vitest'
import { Tempo, type Speedometer } from './tempo.ts'

const { signal: never } = new AbortController()
const PACE = 250

/** A Tempo that should run a clock at 10, and a clock that runs at `speed`. Real time passes only in requests and waits. */
function atSpeed(speed: number, change: () => Promise<unknown> = () => Promise.resolve()) {
  const speeds: number[] = []
  let real = 0
  let world = 0
  const clock = {
    real: () => real,
    now: () => world,
    until: (moment) => {
      world = Math.max(world, moment)
      return Promise.resolve()
    },
    speed: () => speeds.at(-1) ?? speed,
    change: (to) => {
      speeds.push(to)
      return change()
    },
  } satisfies Speedometer
  const tempo = new Tempo(10, clock)
  /** Sends a request that takes so many real milliseconds. */
  const request = (took: number): Promise<void> => {
    const end = tempo.begin(PACE)
    real += took
    return end()
  }
  return { tempo, clock, speeds, request }
}

it.each([
  ['does not change while requests are fast enough', 10, [17], 30, []],
  ['does not change after a few slow requests', 10, [40], 4, []],
  ['is slowed down as soon as they are too many for any rest of ten', 10, [40], 5, [6]],
  ['is slowed down at once by a request that outlasts ten', 10, [200], 1, [6]],
  ['is slowed down to what the machine can do', 10, [40], 40, [6, 3]],
  ['is slowed down once more where requests become slower', 10, [40, 40, 40, 40, 40, 80], 20, [6, 3, 1]],
  ['keeps half of its speed when a request stalls for a second', 10, [1000], 1, [5]],
  ['never runs slower than real time', 10, [5000], 40, [5, 2, 1]],
  ['runs faster again as soon as ten requests have kept up', 10, [200, 2], 11, [6, 10]],
  ['that somebody else has set is left alone while a hundred requests have kept up', 1, [2], 99, []],
  ['that somebody else has set runs faster after that, at most as fast as wanted', 2, [2], 130, [4, 8, 10]],
  ['that somebody else has set runs faster after that, as fast as requests can keep up', 6, [12], 110, [10]],
  ['that somebody else has set is slowed down at once', 6, [400], 1, [3]],
])('the clock %s', async (_fact, speed, took, requests, changes) => {
  const { request, speeds } = atSpeed(speed)
  for (let sent = 0; sent < requests; sent += 1) await request(took[Math.min(sent, took.length - 1)] ?? NaN)
  expect(speeds).toEqual(changes)
})

it('the clock settles where requests always last as long', async () => {
  for (const milliseconds of [5, 10, 20, 30, 60, 120]) {
    const { request, speeds } = atSpeed(10)
    for (let sent = 0; sent < 500; sent += 1) await request(milliseconds)
    expect(speeds.length).toBeLessThan(5)
  }
})

it('the clock settles where programs send at the same time, and the last ones wait for the first ones', async () => {
  const { tempo, request, speeds } = atSpeed(2)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const programs = Array.from({ length: 25 }, () => tempo.during(() => promise))
  for (let sent = 0; sent < 250; sent += 1) await request(4 * (1 + (sent % 25)))
  expect(speeds).toEqual([])
  resolve(undefined)
  await Promise.all(programs)
})

it('no request changes the speed while it changes', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { request, speeds } = atSpeed(10, () => promise)
  const first = request(200)
  for (let sent = 0; sent < 30; sent += 1) await request(200)
  expect(speeds).toEqual([6])
  resolve(undefined)
  await first
  await request(200)
  expect(speeds).toEqual([6, 3])
})

describe('after the clock was slowed down,', () => {
  /** The speeds while two programs of a Tempo wait for a minute, or the second one for less. */
  async function speedsOfWaits(second = 60_000, disturb?: number): Promise<readonly number[]> {
    const { tempo, speeds, request } = atSpeed(10)
    await request(200)
    if (disturb !== undefined) speeds.push(disturb)
    await Promise.all([60_000, second].map((moment) => tempo.during(() => tempo.until(moment, never))))
    return speeds
  }

  it('it runs at the wanted speed while all programs wait, and is slow again before they go on', async () => {
    expect(await speedsOfWaits()).toEqual([6, 10, 6])
  })

  it('it stays slow while a program waits for less', async () => {
    expect(await speedsOfWaits(2000)).toEqual([6])
  })

  it('it keeps a speed that somebody else has set', async () => {
    expect(await speedsOfWaits(60_000, 3)).toEqual([6, 3])
  })
})
