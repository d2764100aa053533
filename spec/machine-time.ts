/** More than the clocks of one machine, or two synchronized ones, differ, as a share of the time (NTP slews by 0.0005). */
export const DRIFT = 0.001

/**
 * A Unix time in whole milliseconds that never goes back. It is what `wall` shows, and follows it forwards at once, as after a sleep
 * of the machine. Where `wall` is set back, it goes on by `elapsed`, and a thousandth slower until both agree: seconds stay seconds.
 */
export function steadyTime(wall: () => number, elapsed: () => number): () => number {
  let at = elapsed()
  let ahead = wall() - at
  return () => {
    const now = elapsed()
    ahead = Math.max(wall() - now, ahead - (now - at) * DRIFT)
    at = now
    return Math.floor(now + ahead)
  }
}

const machineNow = Date.now
const steady = steadyTime(machineNow, performance.now.bind(performance))

/** The time of this machine, which never goes back; but a Date that a test has faked is followed wherever it goes. */
export function machineTime(): number {
  return Date.now === machineNow ? steady() : Date.now()
}
