import type { ServerEvent } from '../../../client/event-stream.ts'
import type { ControlClient } from '../../../client/control-client.ts'
import { ControlFailure } from '../../../client/control-failure.ts'

/** The callbacks of an event stream. */
export interface Follower {
  /** The stream is open: no event is missed from here on. */
  opened(): void
  received(events: readonly ServerEvent[]): void
  /** The stream has ended and will be opened again after a while. */
  lost(failure: ControlFailure): void
}

const GONE = new ControlFailure(0, 'The connection to the mock is lost. Reconnecting …')
const FIRST_WAIT = 250
const LONGEST_WAIT = 4000

/** Streams the events of a world until the signal aborts. Reconnects whenever the stream ends. */
export async function follow(
  client: ControlClient,
  world: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT
  while (!signal.aborted) {
    try {
      const batches = await client.follow(world, signal)
      follower.opened()
      wait = FIRST_WAIT
      for await (const events of batches) follower.received(events)
      follower.lost(GONE)
    } catch (error) {
      // The signal has aborted.
      if (error instanceof Error && error.name === 'AbortError') return
      follower.lost(error instanceof ControlFailure ? error : GONE)
    }
    await pause(wait, signal)
    // oxlint-disable-next-line no-useless-assignment -- the next turn of the loop uses it
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => {
    resolve(undefined)
  }, milliseconds)
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      resolve(undefined)
    },
    { once: true },
  )
  return promise
}
