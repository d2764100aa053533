/** Runs something after so many milliseconds, unless the returned function is called before. */
export type After = (milliseconds: number, run: () => void) => () => void

// The real timers, also where a test replaces the global ones.
const { setTimeout, clearTimeout } = globalThis

/** The timers of the platform, Node or a browser. */
export const platformAfter: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds)
  return () => {
    clearTimeout(timer)
  }
}
