import type { WorldClient } from '../client/world-client.ts'
import type { ScenarioPorts } from './scenario.ts'

/** How long after the last word of a driver that was killed its world is put back, in seconds outside. */
const SECONDS = 20
const RENEWED_EVERY = 5000
/** The same of a driver whose timers go off once a minute, as those of a hidden page do after five minutes. */
const SECONDS_IF_SLOW = 90

/** What is lent to a run. */
export interface Borrowing {
  readonly leases: WorldClient['leases']
  readonly name: string
  /** Keys to be removed in the end. */
  readonly keys: readonly string[]
  /** Aborts when nobody will be there to await the end. */
  readonly leaving: AbortSignal
}

/**
 * Runs something under a lease of a world, which is renewed meanwhile. However the run ends, the mock puts back the speed of
 * the clock and removes the keys: when it is over, at once when the signal aborts, and when this process is killed.
 */
export async function onLease<Result>(
  { leases, name, keys, leaving }: Borrowing,
  { after, mayBeSlow = () => false }: Pick<ScenarioPorts, 'after' | 'mayBeSlow'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const take = (): Promise<unknown> =>
    leases.take(name, { seconds: mayBeSlow() ? SECONDS_IF_SLOW : SECONDS, keys: [...keys] })
  await take()
  let renewal = Promise.resolve<unknown>(undefined)
  const renewSoon = (): (() => void) =>
    after(RENEWED_EVERY, () => {
      // Where the mock has gone, the run itself finds out.
      renewal = take().catch(() => undefined)
      rest = renewSoon()
    })
  let rest = renewSoon()
  // It may be gone already: a world can be reset or removed at any time.
  const end = (): Promise<unknown> => leases.end(name).catch(() => undefined)
  const endAtOnce = (): void => {
    rest()
    void end()
  }
  leaving.addEventListener('abort', endAtOnce)
  try {
    return await run()
  } finally {
    leaving.removeEventListener('abort', endAtOnce)
    rest()
    // One that came after the end would be a new lease.
    await renewal
    await end()
  }
}
