import type { Listener } from '../journal/events.ts'
import { renderMetrics } from '../journal/metrics.ts'
import type { ClientReport } from '../limits/client-statistics.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { checkListener } from './input.ts'
import type { Snapshot } from './snapshot.ts'
import type { World } from './world.ts'
import type { Worlds } from './worlds.ts'

/** The controls of a mock, through any way in: those of the default world; `worlds` has the others. */
export class MockControls {
  readonly worlds: Worlds
  readonly world: World

  constructor(worlds: Worlds) {
    this.worlds = worlds
    this.world = worlds.default
  }

  get pets(): World['pets'] {
    return this.world.pets
  }

  get clock(): World['clock'] {
    return this.world.clock
  }

  get keys(): World['keys'] {
    return this.world.keys
  }

  get limits(): World['limits'] {
    return this.world.limits
  }

  get choices(): World['choices'] {
    return this.world.choices
  }

  get faults(): World['faults'] {
    return this.world.faults
  }

  get journal(): World['journal'] {
    return this.world.journal
  }

  /** Puts the default world back to how it began. */
  reset(): Awaitable<void> {
    return this.world.reset()
  }

  /** The default world as one JSON document, to be saved or sent to a colleague. */
  snapshot(): Awaitable<Snapshot> {
    return this.world.snapshot()
  }

  /** Restores a saved state of the default world; throws, and changes nothing, if it is invalid. */
  restore(snapshot: unknown): Awaitable<void> {
    return this.world.restore(snapshot)
  }

  /** How well the client behind a key behaves. */
  report(key: string): Awaitable<ClientReport> {
    return andThen(this.keys.get(key), ({ report }) => report)
  }

  /** The counts of all worlds, in the text form that Prometheus reads. */
  metrics(): Awaitable<string> {
    return andThen(this.worlds.readings(), renderMetrics)
  }

  /** Listens to the exchanges and changes of all worlds until the returned function is called. */
  subscribe(listener: Listener): () => void {
    checkListener(listener)
    return this.worlds.events.subscribe(listener)
  }
}
