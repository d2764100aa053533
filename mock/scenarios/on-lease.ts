import type { WorldClient } from '../client/world-client.ts'
import type { ScenarioPorts } from './scenario.ts'

/** How long the lease of a driver that was killed lasts after its last renewal, in real seconds. */
const SECONDS = 20
const RENEWED_EVERY = 5000
/** The same for a driver whose timers fire once a minute, as those of a page do that has been hidden for five minutes. */
const SECONDS_IF_SLOW = 90

/** The lease of a run. */
export interface Borrowing {
  readonly leases: WorldClient['leases']
  readonly name: string
  /** Keys that are removed when the lease ends. */
  readonly keys: readonly string[]
  /** Aborts when the process or page is about to go away and cannot await the end. */
  readonly leaving: AbortSignal
}

/**
 * Runs a function under a lease of a world, and renews the lease while it runs. The mock restores the speed of the clock and
 * removes the keys however the run ends: when it is over, at once when `leaving` aborts, or after this process is killed. `run` is
 * given a function that changes the speed, unless `leaving` has aborted: a change that arrives too late is restored too.
 */
export async function onLease<Result>(
  { leases, name, keys, leaving }: Borrowing,
  { after, mayBeSlow = () => false }: Pick<ScenarioPorts, 'after' | 'mayBeSlow'>,
  run: (changeSpeed: (speed: number) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const renew = (more: { readonly speed?: number } = {}): Promise<unknown> =>
    leases.take(name, { seconds: mayBeSlow() ? SECONDS_IF_SLOW : SECONDS, keys: [...keys], ...more })
  await renew()
  let renewal = Promise.resolve<unknown>(undefined)
  const renewSoon = (): (() => void) =>
    after(RENEWED_EVERY, () => {
      // If the mock has gone, the run itself fails.
      renewal = renew().catch(() => undefined)
      cancelRenewal = renewSoon()
    })
  let cancelRenewal = renewSoon()
  // The lease may be gone already: a world can be reset or removed at any time.
  const end = (): Promise<unknown> => leases.end(name).catch(() => undefined)
  const endAtOnce = (): void => {
    cancelRenewal()
    void end()
  }
  leaving.addEventListener('abort', endAtOnce)
  try {
    return await run(async (speed) => {
      // That would be a new lease, which nobody ends.
      if (!leaving.aborted) await renew({ speed })
    })
  } finally {
    leaving.removeEventListener('abort', endAtOnce)
    cancelRenewal()
    // A renewal that arrives after the end would create a new lease.
    await renewal
    await end()
  }
}
