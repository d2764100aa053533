import type { ScenarioPorts } from './scenario.ts'

/** What a scenario takes from the page that plays it; a page that `isHidden` has slow timers. */
export function pagePorts(isHidden: () => boolean): ScenarioPorts {
  return {
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
    now: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => {
        clearTimeout(timer)
      }
    },
    mayBeSlow: isHidden,
  }
}
