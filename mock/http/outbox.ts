// Not the global one, which a test may have faked.
import { setImmediate } from 'node:timers'

/** The maximum batch of replies. Larger batches save little. */
const MOST_TOGETHER = 32

let queued: (() => void)[] = []

/**
 * Sends a reply at the end of this turn of the event loop, in a batch with the others of the turn. A client on the same machine
 * is then woken once per batch, and waking a process costs more than a small reply.
 */
export function sendTogether(send: () => void): void {
  const count = queued.push(send)
  if (count === MOST_TOGETHER) sendNow()
  else if (count === 1) setImmediate(sendNow)
}

/** Flushes the queued replies in order. */
export function sendNow(): void {
  const sends = queued
  queued = []
  for (const send of sends) send()
}
