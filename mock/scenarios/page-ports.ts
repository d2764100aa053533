import { platformAfter } from '../../spec/after.ts'
import { platformRandom } from './run-keys.ts'
import type { ScenarioPorts } from './scenario.ts'

/** What a scenario takes from the page that plays it; a page that `isHidden` has slow timers. */
export function pagePorts(isHidden: () => boolean): ScenarioPorts {
  return {
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
    now: () => performance.now(),
    after: platformAfter,
    random: platformRandom,
    mayBeSlow: isHidden,
  }
}
