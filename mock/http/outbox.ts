// Not the global one, which a test may have replaced by a clock of its own.
import { setImmediate } from 'node:timers'

/** Replies that wait for one another at most; more together save little. */
const MOST_TOGETHER = 32

let waiting: (() => void)[] = []

/**
 * Sends a reply at the end of this turn of the event loop, with all others that it decides: clients on the same machine
 * are then woken once for all of them, and to wake one takes the system longer than a small reply takes us.
 */
export function sendTogether(send: () => void): void {
  const count = waiting.push(send)
  if (count === MOST_TOGETHER) sendNow()
  else if (count === 1) setImmediate(sendNow)
}

/** Sends what waits, in its order. */
export function sendNow(): void {
  const sends = waiting
  waiting = []
  for (const send of sends) send()
}
