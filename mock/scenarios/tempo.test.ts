import { expect, it } from 'vitest'
import { Tempo } from './tempo.ts'

/** The speeds that a clock of speed 10 is set to when each of so many requests has taken so long, at a pace of 250 ms. */
async function speedsAfter(took: number, requests: number): Promise<readonly number[]> {
  const speeds: number[] = []
  const tempo = new Tempo(10, (speed) => Promise.resolve(speeds.push(speed)))
  for (let sent = 0; sent < requests; sent += 1) await tempo.note(took, 250)
  return speeds
}

it.each([
  ['stays where requests are fast enough', 750, 30, []],
  ['is not slowed down for a few', 2000, 9, []],
  ['is slowed down to what the machine can do', 1900, 10, [3]],
  ['is slowed down as long as that is not enough', 1900, 20, [3, 1]],
  ['never runs slower than outside', 50_000, 40, [1]],
  ['stays when somebody has moved it', 24 * 3_600_000, 40, []],
  ['stays when somebody has set it back', -1000, 40, []],
])('the clock %s', async (_fact, took, requests, speeds) => {
  expect(await speedsAfter(took, requests)).toEqual(speeds)
})
