import type { Listener } from '../journal/events.ts'
import { renderMetrics } from '../journal/metrics.ts'
import type { ClientReport } from '../limits/client-statistics.ts'
import { andThenAlike, type Awaitable } from '../message/awaitable.ts'
import { checkListener } from './input.ts'
import type { Snapshot } from './snapshot.ts'
import type { World } from './world.ts'
import type { Worlds } from './worlds.ts'

/** What can be done to a mock, whatever the way in: the controls are those of the default world; `worlds` has the others. */
export class MockControls<Later extends boolean = false> {
  readonly worlds: Worlds<Later>
  readonly world: World<Later>

  constructor(worlds: Worlds<Later>) {
    this.worlds = worlds
    this.world = worlds.default
  }

  get pets(): World<Later>['pets'] {
    return this.world.pets
  }

  get clock(): World<Later>['clock'] {
    return this.world.clock
  }

  get keys(): World<Later>['keys'] {
    return this.world.keys
  }

  get limits(): World<Later>['limits'] {
    return this.world.limits
  }

  get choices(): World<Later>['choices'] {
    return this.world.choices
  }

  get faults(): World<Later>['faults'] {
    return this.world.faults
  }

  get journal(): World<Later>['journal'] {
    return this.world.journal
  }

  /** Puts the default world back to how it began. */
  reset(): Awaitable<void, Later> {
    return this.world.reset()
  }

  /** The default world as one JSON document, to be kept or sent to a colleague. */
  snapshot(): Awaitable<Snapshot, Later> {
    return this.world.snapshot()
  }

  /** Puts the default world into a state that was saved; throws, and changes nothing, where that is none. */
  restore(snapshot: unknown): Awaitable<void, Later> {
    return this.world.restore(snapshot)
  }

  /** How well the client behind a key behaves. */
  report(key: string): Awaitable<ClientReport, Later> {
    return andThenAlike(this.keys.get(key), ({ report }) => report)
  }

  /** The counts of all worlds, in the text form that Prometheus reads. */
  metrics(): Awaitable<string, Later> {
    return andThenAlike(this.worlds.readings(), renderMetrics)
  }

  /** Listens to the exchanges and changes of all worlds until the returned function is called. */
  subscribe(listener: Listener): () => void {
    checkListener(listener)
    return this.worlds.events.subscribe(listener)
  }
}
