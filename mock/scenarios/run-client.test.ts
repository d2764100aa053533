import { expect, it } from 'vitest'
import { together } from './run-client.ts'

const { signal } = new AbortController()

/** Resolves when the signal aborts. */
function aborted(until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    until.addEventListener('abort', () => {
      resolve()
    })
  })
}

it('returns the results in the order of the items', async () => {
  expect(await together([3, 1, 2], signal, (item) => Promise.resolve(item * 2))).toEqual([6, 2, 4])
})

it('a run that fails aborts the others and waits until they have ended', async () => {
  let ended = 0
  const runs = together(['waits', 'fails', 'waits'], signal, async (what, either) => {
    if (what === 'fails') throw new RangeError('no')
    await aborted(either)
    ended += 1
  })
  await expect(runs).rejects.toThrow(new RangeError('no'))
  expect(ended).toBe(2)
})

it('the signal aborts all runs', async () => {
  const stop = new AbortController()
  const runs = together([1, 2], stop.signal, (_item, either) => aborted(either))
  stop.abort()
  expect(await runs).toHaveLength(2)
})
