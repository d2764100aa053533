import { once } from 'node:events'
import type { Sink } from './environment.ts'

/**
 * Waits until all that was written to some sinks is read, or cannot be: a pipe takes 64 kB, and what its reader has not made room for is
 * lost when the process ends. Resolves with whether that was before the signal.
 */
export async function arePrinted(sinks: readonly Sink[], stopped: AbortSignal): Promise<boolean> {
  const printed = sinks.map(
    (sink) =>
      new Promise<void>((resolve) => {
        // What is written is done in order.
        sink.write('', () => {
          resolve()
        })
      }),
  )
  const isPrinted = Promise.all(printed).then(() => true)
  if (stopped.aborted) return false
  return Promise.race([isPrinted, once(stopped, 'abort').then(() => false)])
}
