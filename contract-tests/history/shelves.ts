// What each store has shown first, and how it shows that two callers share one.
import {
  type Finding,
  type History,
  minimal,
  type RecordedExchange,
  remembering,
  type Rule,
  type Step,
} from './history.ts'
import type { Sighting } from './sightings.ts'
import { reliableSightings } from './store.ts'
import { type Stores, storesOf } from './stores.ts'

/** The pets by id, in the order in which each store showed them first: those of each status, and all together. */
export const shelvesOf = remembering(
  (history: History): ReadonlyMap<string, ReadonlyMap<string, Sighting>> => {
    const shelves = new Map<string, Map<string, Sighting>>()
    const stores = storesOf(history)
    for (const sighting of reliableSightings(history)) {
      const store = stores.nameOf(sighting.exchange)
      if (shelves.get(shelfName(store, undefined))?.has(sighting.id) === true) continue
      for (const name of new Set([shelfName(store, undefined), shelfName(store, sighting.status)])) {
        const shelf = shelves.get(name) ?? new Map<string, Sighting>()
        shelves.set(name, shelf.set(sighting.id, sighting))
      }
    }
    return shelves
  },
)

export function shelfName(store: string, status: string | undefined): string {
  return `${store} ${status ?? 'all'}`
}

/** What shows that two callers share a store. */
export function sharingSteps(
  stores: Stores,
  one: RecordedExchange,
  other: RecordedExchange,
): readonly Step[] {
  return stores.sharing(one, other).map((exchange) => ({ exchange, shows: 'a pet of the other key' }))
}

/** Two callers may be seen to share a store otherwise than by what was met first. */
export function withoutWitnesses(finding: Finding, rule: Rule, history: History): Finding {
  return finding.steps.length > 2 ? minimal(finding, rule, history) : finding
}
