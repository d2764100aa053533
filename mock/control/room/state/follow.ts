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

/** Collects items and flushes them once a frame, so that the page is drawn once a frame however many arrive. */
export class Batch<Item> {
  readonly #flush: (items: readonly Item[]) => void
  readonly #schedule: (callback: () => void) => void
  #queued: Item[] = []

  constructor(flush: (items: readonly Item[]) => void, schedule: (callback: () => void) => void = nextFrame) {
    this.#flush = flush
    this.#schedule = schedule
  }

  add(items: readonly Item[]): void {
    if (this.#queued.length === 0 && items.length > 0) {
      this.#schedule(() => {
        const items = this.#queued
        this.#queued = []
        this.#flush(items)
      })
    }
    this.#queued.push(...items)
  }
}

// A hidden page gets no frames, but its queue must be flushed.
function nextFrame(callback: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    callback()
  })
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    callback()
  }, 250)
}
