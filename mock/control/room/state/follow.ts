import { ControlFailure, type ControlApi } from './control-api.ts'
import { readEvents, type ServerEvent } from '../../../client/event-stream.ts'

/** What becomes of the stream of a world's events. */
export interface Follower {
  /** The stream is open: from here on nothing is missed. */
  opened(): void
  take(events: readonly ServerEvent[]): void
  /** It has ended; it is tried again after a while. */
  lost(failure: ControlFailure): void
}

const GONE = new ControlFailure(0, 'The mock has gone. Trying to reach it again …')
const FIRST_WAIT = 250
const LONGEST_WAIT = 4000

/** Follows the events of a world until it is told to stop, opening the stream again whenever it ends. */
export async function follow(
  api: ControlApi,
  world: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT
  while (!signal.aborted) {
    try {
      const { body } = await api.open(`worlds/${encodeURIComponent(world)}/events`, { signal })
      follower.opened()
      wait = FIRST_WAIT
      if (body) for await (const events of readEvents(body)) follower.take(events)
      follower.lost(GONE)
    } catch (error) {
      // An abort is no loss, but what another caller has asked for.
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
