import type { Awaitable } from '../message/awaitable.ts'
import type { JournalEntry } from './journal.ts'

/** The kinds of changes of a world; `refused` is a change that was refused. */
export const changes = [
  'reset',
  'pets',
  'clock',
  'keys',
  'ban',
  'limits',
  'choices',
  'faults',
  'journal',
  'lease',
  'refused',
  'world-created',
  'world-removed',
  'restore',
] as const
export type ChangeKind = (typeof changes)[number]

export interface Change {
  readonly world: string
  /** By the world's clock, Unix milliseconds. */
  readonly time: number
  readonly what: ChangeKind
  readonly sentence: string
}

export type WorldEvent =
  | { readonly kind: 'exchange'; readonly exchange: JournalEntry }
  | { readonly kind: 'change'; readonly change: Change }

/** The name of the world that an event happened in. */
export function worldOf(event: WorldEvent): string {
  return event.kind === 'exchange' ? event.exchange.world : event.change.world
}

export type Listener = (event: WorldEvent) => void

/** Receives the events of all worlds, from all mocks that share them. */
export interface Follower {
  /** `id` identifies the event for all who share the worlds. */
  readonly take: (event: WorldEvent, id?: string) => void
  /** So many events came too fast to be published. */
  readonly miss: (count: number) => void
  /** No more events follow. */
  readonly end: () => void
}

/** Follows until the returned function is called. */
export type Follow = (follower: Follower) => () => void

/**
 * Publishes events to listeners, at once and in order. An error that one throws reaches neither the others nor the service:
 * it is thrown again as an uncaught error, as EventTarget does, so that a test which asserts in a listener fails.
 */
export class Events {
  readonly #listeners = new Set<Listener>()

  get listened(): boolean {
    return this.#listeners.size > 0
  }

  /** Listens to the events of this process until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** A way to follow events from now on. Rejects with a StoreError if the worlds cannot be reached. */
  fromNow(): Awaitable<Follow> {
    return ({ take }) =>
      this.subscribe((event) => {
        take(event)
      })
  }

  emit(event: WorldEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
