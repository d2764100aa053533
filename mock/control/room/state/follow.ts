import type { ServerEvent } from '../../../client/event-stream.ts'
import type { ControlClient } from '../../../client/control-client.ts'
import { ControlFailure } from '../../../client/control-failure.ts'

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
      for await (const events of batches) follower.take(events)
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

/** Gathers items and hands them over once a frame: however many arrive, the page is drawn at its own pace. */
export class Batch<Item> {
  readonly #take: (items: readonly Item[]) => void
  readonly #soon: (callback: () => void) => void
  #waiting: Item[] = []

  constructor(take: (items: readonly Item[]) => void, soon: (callback: () => void) => void = nextFrame) {
    this.#take = take
    this.#soon = soon
  }

  add(items: readonly Item[]): void {
    if (this.#waiting.length === 0 && items.length > 0) {
      this.#soon(() => {
        const taken = this.#waiting
        this.#waiting = []
        this.#take(taken)
      })
    }
    this.#waiting.push(...items)
  }
}

// A page that is not seen, or no longer, is drawn no more, and what waits must not pile up.
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
