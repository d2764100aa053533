import type { Below, LaidOver } from '../../mock/core/world/laid-over.ts'
import type { SavedSettings } from '../../mock/core/world/snapshot.ts'
import type { World } from '../../mock/index.ts'

/**
 * Knows which settings of a world are its own, and saved: all but those that were laid over it at its start. Limits that are
 * set are its own from then on, and so is all that a restored snapshot has. A reset lays the others over it again.
 */
export class OwnSettings {
  readonly #world: World
  readonly #over: LaidOver
  #below: Below
  #areLimitsLaid = false
  /** By id, which no later fault has until a snapshot is restored. */
  #laidFaults: ReadonlySet<number> = new Set()
  /** Ends it. */
  readonly end: () => void

  /** For a world that has just started. */
  constructor(world: World, over: LaidOver, below: Below) {
    this.#world = world
    this.#over = over
    this.#below = below
    this.#layOver()
    this.end = world.subscribe((event) => {
      const what = event.kind === 'change' ? event.change.what : undefined
      if (what === 'reset') this.#layOver()
      if (what === 'restore') this.#laidFaults = new Set()
      if (what === 'restore' || what === 'limits') this.#areLimitsLaid = false
    })
  }

  /** The world has started again, with other settings below. */
  restart(below: Below): void {
    this.#below = below
    this.#layOver()
  }

  /** Those of the present settings that are saved. */
  of({ limits, faults }: SavedSettings): SavedSettings {
    return {
      limits: this.#areLimitsLaid ? this.#below.limits : limits,
      faults: faults.filter(({ id }) => !this.#laidFaults.has(id)),
    }
  }

  #layOver(): void {
    this.#areLimitsLaid = this.#over.limits !== undefined
    const ids = this.#world.faults.list().map(({ id }) => id)
    this.#laidFaults = new Set(ids.filter((id) => id > this.#below.lastFault))
  }
}
