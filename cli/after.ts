/** Runs something after so many milliseconds, unless the returned function is called before. */
export type After = (milliseconds: number, run: () => void) => () => void

/** The timers of Node. */
export const nodeAfter: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds)
  return () => {
    clearTimeout(timer)
  }
}
