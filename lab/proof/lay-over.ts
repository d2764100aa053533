import { availableParallelism } from 'node:os'
import { atOnce } from './at-once.ts'
import type { Laid, LaidVerdict, StrangerVerdict } from './judge-stranger.ts'
import { StrangerPool } from './strangers/pool.ts'
import { startStranger, type Stranger } from './strangers/strangers.ts'
import type { Threads } from './threads.ts'

/** Judges a stranger with nothing laid over it. */
export async function asItIs(stranger: Stranger, threads: Threads): Promise<StrangerVerdict> {
  await using running = await startStranger(stranger)
  return await threads.run({ job: 'stranger', input: running.baseUrl })
}

/**
 * What the suite says of it with each of them laid over it, as many at once as there are cores. `obtain` gets each verdict:
 * by running what it is handed, or from a cache.
 */
export async function layOver(
  stranger: Stranger,
  all: readonly Laid[],
  threads: Threads,
  { warned: usualWarnings }: StrangerVerdict,
  obtain: (one: Laid, run: () => Promise<LaidVerdict>) => Promise<LaidVerdict>,
): Promise<readonly (Laid & LaidVerdict)[]> {
  await using pool = new StrangerPool(stranger)
  return await atOnce(
    all,
    availableParallelism(),
    async (one) => ({
      ...one,
      ...(await obtain(one, () =>
        pool.lend((baseUrl) => threads.run({ job: 'laid', input: { ...one, baseUrl, usualWarnings } })),
      )),
    }),
    () => undefined,
  )
}
