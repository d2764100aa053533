import { expect, it } from 'vitest'
import { Tempo } from './tempo.ts'

/** The speeds of a clock that should run at 10, and began at `speed`, after requests at a pace of 250 ms. */
async function speedsAfter(
  took: (speed: number) => number,
  requests: number,
  speed = 10,
): Promise<readonly number[]> {
  const speeds: number[] = []
  const current = (): number => speeds.at(-1) ?? speed
  const tempo = new Tempo(10, { speed: current, change: (to) => Promise.resolve(speeds.push(to)) })
  for (let sent = 0; sent < requests; sent += 1) await tempo.record(took(current()), 250)
  return speeds
}

/** Requests that last so many milliseconds of real time. */
const real = (milliseconds: number) => (speed: number) => milliseconds * speed

it.each([
  ['does not change while requests are fast enough', real(17), 30, []],
  ['does not change after a few slow requests', real(40), 4, []],
  ['is slowed down as soon as they are too many for any rest of ten', real(40), 5, [6]],
  ['is slowed down at once by a request that outlasts ten', real(200), 1, [6]],
  ['is slowed down to what the machine can do', real(40), 40, [6, 3]],
  ['is slowed down once more where requests become slower', (speed: number) => 4000 / speed, 20, [6, 3, 1]],
  ['keeps half of its speed when a request stalls for a second', real(1000), 1, [5]],
  ['never runs slower than real time', () => 50_000, 40, [5, 2, 1]],
  ['does not change when somebody has advanced it', () => 24 * 3_600_000, 40, []],
  ['does not change when somebody has set it back', () => -1000, 40, []],
])('the clock %s', async (_fact, took, requests, speeds) => {
  expect(await speedsAfter(took, requests)).toEqual(speeds)
})

it('the clock runs faster again once the machine is fast, at most as fast as wanted', async () => {
  expect(await speedsAfter(real(2), 120, 2)).toEqual([4, 8, 10])
})

it('the clock settles where requests always last as long', async () => {
  for (const milliseconds of [5, 10, 20, 30, 60, 120]) {
    const speeds = await speedsAfter(real(milliseconds), 500)
    expect(speeds.length).toBeLessThan(5)
  }
})

it('requests that last while the speed changes do not count', async () => {
  const speeds: number[] = []
  let finish = (): void => undefined
  const change = (speed: number): Promise<void> => {
    speeds.push(speed)
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  const tempo = new Tempo(10, { speed: () => speeds.at(-1) ?? 10, change })
  const record = (requests: number): Promise<unknown> =>
    Promise.all(Array.from({ length: requests }, () => tempo.record(200, 250)))
  const changed = record(10)
  await record(30)
  finish()
  await changed
  await record(8)
  expect(speeds).toEqual([6])
})
