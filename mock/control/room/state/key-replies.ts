import { signal } from '@preact/signals'
import type { KeyState, WindowState } from '../../../client/world-state.ts'

/** What a key has left, as its last reply said, and until when that holds. Times in Unix milliseconds of the world. */
export interface Replied {
  readonly since: number
  readonly until: number
  readonly isBanned: boolean
  /** Whether the page has heard of all changes since. After a reply of the journal, somebody may have changed the key. */
  readonly isLive: boolean
  /** Its minute by its last reply without a ban; `left` is `undefined` if there was none. */
  readonly minute: {
    readonly limit: number | undefined
    readonly left: number | undefined
    readonly until: number
  }
}

interface Count {
  readonly requests: number
  readonly refused: number
}

const MINUTE = 60_000
const SECOND = 1000
const NOTHING: Count = { requests: 0, refused: 0 }
/** Of how many keys replies are stored. */
const MOST_KEYS = 1000

/** What the replies of keys have said of them since somebody has changed them, and how many of them the page has seen. */
export class KeyReplies {
  /** Increases with each change. */
  readonly version = signal(0)
  readonly #replied = new Map<string, Replied>()
  readonly #counts = new Map<string, Count>()

  replied(key: string): Replied | undefined {
    return this.#replied.get(key)
  }

  /** The last reply of a key, unless a reading at a time of the world is newer: it may come after a reply that it does not know. */
  repliedAt(key: string, time: number): Replied | undefined {
    const replied = this.#replied.get(key)
    return replied && replied.since - MINUTE < time && time < replied.until ? replied : undefined
  }

  count(key: string, isRefused: boolean): void {
    const { requests, refused } = this.#counts.get(key) ?? NOTHING
    if (this.#counts.size >= MOST_KEYS && requests === 0) this.#counts.clear()
    this.#counts.set(key, { requests: requests + 1, refused: refused + (isRefused ? 1 : 0) })
    this.version.value += 1
  }

  record(key: string, replied: Replied): void {
    if (this.#replied.size >= MOST_KEYS) this.#replied.clear()
    this.#replied.set(key, replied)
    this.version.value += 1
  }

  /** Forgets what a key has left: its last reply says nothing of its minute. */
  forgetQuota(key: string): void {
    if (this.#replied.delete(key)) this.version.value += 1
  }

  /** Forgets what all keys have left: somebody may have given them more. */
  forgetQuotas(): void {
    this.#replied.clear()
    this.version.value += 1
  }

  /** Forgets the keys that somebody has changed, added or removed. */
  forget(isChanged: (key: string) => boolean): void {
    for (const map of [this.#replied, this.#counts])
      for (const key of map.keys()) if (isChanged(key)) map.delete(key)
    this.version.value += 1
  }

  /** Takes what is known of `before` as that of `key`, when they turn out to be the same key. */
  rename(before: string, key: string): void {
    const [replied, count] = [this.#replied.get(before), this.#counts.get(before)]
    this.forget((one) => one === before)
    if (replied) this.#replied.set(key, this.#replied.get(key) ?? replied)
    if (count) {
      const { requests, refused } = this.#counts.get(key) ?? NOTHING
      this.#counts.set(key, { requests: requests + count.requests, refused: refused + count.refused })
    }
  }

  /** A key as it was read at a time of the world, with what its replies have said since: a list of keys comes later than they do. */
  join(state: KeyState, time: number): KeyState {
    const last = this.repliedAt(state.key, time)
    const replied = last?.isLive === true ? last : undefined
    const count = this.#counts.get(state.key)
    if (!replied && !count) return state
    const { requests, refused } = count ?? NOTHING
    const { report } = state
    return {
      ...state,
      ...(replied && quotaAfter(state, time, replied)),
      report: {
        ...report,
        requests: Math.max(report.requests, requests),
        refused: Math.max(report.refused, refused),
      },
    }
  }
}

function quotaAfter(
  { windows }: KeyState,
  time: number,
  { minute: { limit, left, until }, isBanned, until: end }: Replied,
): Pick<KeyState, 'windows' | 'bannedUntil'> {
  const { minute, day } = windows
  const bannedUntil = isBanned ? end : undefined
  // A minute that was over when the key was read, as later in a ban, has been counted in all that was read.
  if (left === undefined || until <= time) return { windows, bannedUntil }
  // A Reset is in whole seconds.
  const isSame = minute.resetsAt !== undefined && Math.abs(minute.resetsAt - until) < SECOND
  const after: WindowState = {
    limit: limit ?? minute.limit,
    remaining: left,
    resetsAt: isSame ? minute.resetsAt : until,
  }
  // What is admitted counts in both windows. In a new minute, at least this much was.
  const spent = (isSame ? minute.remaining : minute.limit) - left
  return { windows: { minute: after, day: { ...day, remaining: day.remaining - spent } }, bannedUntil }
}
