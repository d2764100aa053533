import type { SeedPet } from '../../../fixtures/pets.ts'
import { toInt64, type Choices, type Int64 } from '../../../spec/index.ts'
import { Faults, type Fault, type FaultSpec } from '../faults/faults.ts'
import type { ChangeKind } from '../journal/events.ts'
import { Journal } from '../journal/journal.ts'
import { newCallers, type KeySpec } from '../limits/caller.ts'
import { IdNumbering } from '../pets/id-numbering.ts'
import { storePet, type PetStore } from '../pets/pet-store.ts'
import type { ServiceState } from '../request/request-context.ts'
import { Clock, type TimeSource } from '../settings/clock.ts'
import { seededRandom } from '../settings/random.ts'
import { settingsOf } from '../settings/settings.ts'

/** What the core asks of the machine that it runs on. */
export interface Ports {
  /** The time outside. */
  readonly time: TimeSource
  /** A new, empty store. */
  readonly createPetStore: () => PetStore
}

/** What a world starts with, and returns to when it is reset. */
export interface WorldSeed {
  /** For everything that is random: the faults, random ids. */
  readonly seed: number
  readonly pets: readonly SeedPet[]
  readonly keys: readonly KeySpec[]
  readonly choices: Choices
  readonly faults: readonly FaultSpec[]
  /** Whether rate limits are enforced. */
  readonly limits: boolean
}

/** Everything in a world that changes. A reset puts a new one in its place, whole. */
export interface WorldState extends ServiceState {
  readonly journal: Journal
  /** How many requests were answered. */
  exchanges: number
}

export function freshState(seed: WorldSeed, ports: Ports, onHealed: (fault: Fault) => void): WorldState {
  const clock = new Clock(ports.time)
  const now = clock.now()
  const pets = ports.createPetStore()
  const numbering = new IdNumbering(pets, seededRandom(seed.seed))
  const faults = new Faults(seededRandom(seed.seed + 1), onHealed)
  for (const fault of seed.faults) faults.add(fault, now)
  plant(seed, pets, numbering, now)
  return {
    clock,
    callers: newCallers(seed.keys),
    pets,
    numbering,
    faults,
    journal: new Journal(),
    categories: new Set(seed.pets.map(({ categoryId }) => categoryId.toString())),
    settings: settingsOf(seed.choices),
    limitsOn: seed.limits,
    exchanges: 0,
  }
}

// No id is assigned that a starting pet brings along, were it a later one.
function plant(seed: WorldSeed, pets: PetStore, numbering: IdNumbering, now: number): void {
  const known = new Set(seed.pets.map(idOf))
  const assign = (): Int64 => {
    for (;;) {
      const id = numbering.assign(seed.choices['id-numbering'])
      if (!known.has(id)) return id
    }
  }
  for (const pet of seed.pets) {
    if (!pets.add(storePet(idOf(pet) ?? assign(), pet, now))) throw new RangeError('too many starting pets')
  }
}

// Whoever writes 5n means the same pet as 5.
function idOf({ id }: SeedPet): Int64 | undefined {
  return typeof id === 'bigint' ? toInt64(id) : id
}

/** A control's way to its world. */
export interface WorldHandle {
  /** The state of now: a reset puts another in its place. */
  state(): WorldState
  /** Tells the listeners what was changed, in one sentence. */
  changed(what: ChangeKind, sentence: string): void
}
