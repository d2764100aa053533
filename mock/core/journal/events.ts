import type { JournalEntry } from './journal.ts'

/** What can change in a world besides its exchanges, and that a change was refused. */
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

/**
 * Tells listeners what happens, at once and in order. What one throws keeps nothing from the others or from the service:
 * it is thrown again as an uncaught error, as an EventTarget does it, so that a test which asserts in a listener fails.
 */
export class Events {
  readonly #listeners = new Set<Listener>()

  get listened(): boolean {
    return this.#listeners.size > 0
  }

  /** Listens until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
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
