/** Calls back every so many milliseconds until the returned function is called. */
export type Every = (milliseconds: number, tick: () => void) => () => void

/** By the timers of Node; keeps no process alive. */
export const everyByTimer: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds).unref()
  return () => {
    clearInterval(timer)
  }
}
