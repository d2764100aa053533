import { expect, it } from 'vitest'
import { Tempo } from './tempo.ts'

/** The speeds that a clock of speed 10 is set to after requests that each lasted `took` ms, at a pace of 250 ms. */
async function speedsAfter(took: number, requests: number): Promise<readonly number[]> {
  const speeds: number[] = []
  const tempo = new Tempo(10, (speed) => Promise.resolve(speeds.push(speed)))
  for (let sent = 0; sent < requests; sent += 1) await tempo.record(took, 250)
  return speeds
}

it.each([
  ['does not change while requests are fast enough', 750, 30, []],
  ['does not change after a few slow requests', 2000, 9, []],
  ['is slowed down to what the machine can do', 1900, 10, [3]],
  ['is slowed down until requests are fast enough', 1900, 20, [3, 1]],
  ['never runs slower than real time', 50_000, 40, [1]],
  ['does not change when somebody has advanced it', 24 * 3_600_000, 40, []],
  ['does not change when somebody has set it back', -1000, 40, []],
])('the clock %s', async (_fact, took, requests, speeds) => {
  expect(await speedsAfter(took, requests)).toEqual(speeds)
})
