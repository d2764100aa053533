import { availableParallelism } from 'node:os'
import { atOnce } from './at-once.ts'
import type { Laid, LaidVerdict, StrangerVerdict } from './judge-stranger.ts'
import { StrangerPool } from './strangers/pool.ts'
import { startStranger, type Stranger } from './strangers/strangers.ts'
import type { Threads } from './threads.ts'

/** What the suite says of a stranger with nothing laid over it. */
export async function asItIs(stranger: Stranger, threads: Threads): Promise<StrangerVerdict> {
  await using running = await startStranger(stranger)
  return await threads.ask('stranger', running.baseUrl)
}

/** What it says with each of them laid over it, as many at once as there are cores; `ask` may know it already. */
export async function layOver(
  stranger: Stranger,
  all: readonly Laid[],
  threads: Threads,
  { warned: usual }: StrangerVerdict,
  ask: (one: Laid, asking: () => Promise<LaidVerdict>) => Promise<LaidVerdict>,
): Promise<readonly (Laid & LaidVerdict)[]> {
  await using pool = new StrangerPool(stranger)
  return await atOnce(
    all,
    availableParallelism(),
    async (one) => ({
      ...one,
      ...(await ask(one, () => pool.lend((baseUrl) => threads.ask('laid', { ...one, baseUrl, usual })))),
    }),
    () => undefined,
  )
}
