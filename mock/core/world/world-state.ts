import type { SeedPet } from '../../../fixtures/pets.ts'
import type { Choices } from '../../../spec/choices.ts'
import { toInt64, type Int64 } from '../../../spec/exact-json/int64.ts'
import { counted } from '../../../spec/wording.ts'
import { Faults, type Fault, type FaultSpec } from '../faults/faults.ts'
import { Journal, type JournalStore } from '../journal/journal.ts'
import { newCallers, type KeySpec } from '../limits/caller.ts'
import { Budget, type Memory, type Share } from '../memory/memory.ts'
import { storePet, type LocalPets, type PetStore } from '../pets/pet-store.ts'
import type { ServiceState } from '../request/request-context.ts'
import { Clock, type TimeSource } from '../settings/clock.ts'
import { seededRandom, type Random, type SeededRandom } from '../settings/random.ts'
import { parseSettings } from '../settings/settings.ts'
import { ControlError } from './control-error.ts'
import type { Lent } from './lease-control.ts'
import { seedBytes, type SeedTraits, type seedTraits } from './seed-traits.ts'
import type { Publish } from './world-store.ts'

/** The ports of a state in this process's memory. */
export interface Ports {
  /** The time outside. */
  readonly time: TimeSource
  /** Creates an empty store, which allocates from `share`, and draws random ids from `random`. */
  readonly createPetStore: (share: Share, random: Random) => LocalPets
  /** The memory of all worlds. */
  readonly memory: Memory
}

/** The same, with the facts about all starting pets. */
export interface SeedPorts extends Ports {
  readonly traitsOf: typeof seedTraits
}

/** The starting state of a world, which a reset restores. */
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
  readonly pets: PetStore
  readonly journal: JournalStore
  /** The leases of drivers that may be killed; `undefined` if there are none. */
  lent: Lent | undefined
  /** Publishes a change of a step, once it is stored. */
  readonly publish: Publish
}

/** A state in this process's memory. */
export interface LocalState extends WorldState {
  readonly pets: LocalPets
  readonly journal: Journal
  readonly random: Chances
}

/** The generators of a world, one for each purpose. */
export interface Chances {
  readonly ids: SeededRandom
  readonly faults: SeededRandom
}

/** The state that a world starts in, pets and keys within `share`; throws a ControlError if they have no room. */
export function freshState(seed: WorldSeed, ports: SeedPorts, share: Share, publish: Publish): LocalState {
  const clock = new Clock(ports.time)
  const now = clock.now()
  const random = { ids: seededRandom(seed.seed), faults: seededRandom(seed.seed + 1) }
  const pets = ports.createPetStore(share, random.ids)
  const faults = new Faults(random.faults, publishHealed(publish))
  for (const fault of seed.faults) faults.add(fault, now)
  const callers = newCallers(seed.keys, share) ?? throwNoRoom(counted(seed.keys.length, 'key'))
  const traits = ports.traitsOf(seed.pets)
  addStartingPets(seed, traits, pets, now, share)
  const { categories } = traits
  const parts = { clock, callers, pets, faults, random, categories, publish, limitsOn: seed.limits }
  return createState(parts, seed.choices, ports)
}

/** A state of these parts, in which nothing was asked yet. */
export function createState(
  parts: Omit<LocalState, 'settings' | 'journal' | 'lent'>,
  choices: Choices,
  { memory }: Ports,
): LocalState {
  const journal = new Journal(memory.journals)
  return { ...parts, settings: parseSettings(choices), journal, lent: undefined }
}

/** Publishes that a fault has healed. */
export function publishHealed(publish: Publish): (fault: Fault) => void {
  return ({ id, hits }) => {
    publish('faults', `fault ${id} healed after ${counted(hits, 'hit')}`)
  }
}

/** Throws a ControlError if the pets and keys of a seed have no room in so many bytes. */
export function checkRoom(seed: WorldSeed, ports: SeedPorts, bytes: number): void {
  freshState(seed, ports, new Budget(bytes).open(), () => undefined).journal.close()
}

// No id is assigned that another starting pet brings, even a later one.
function addStartingPets(
  seed: WorldSeed,
  traits: SeedTraits,
  pets: LocalPets,
  now: number,
  share: Share,
): void {
  const { bringIds, bytes, storedBytes } = traits
  if (seed.choices['id-numbering'] === 'from-1' && !bringIds) {
    const isRoom = share.allocate(bytes)
    if (!isRoom || !pets.addStarting(seed.pets, now, storedBytes))
      throwNoRoom(counted(seed.pets.length, 'starting pet'))
    return
  }
  const occupiedIds = new Set(seed.pets.map(idOf))
  const assign = (): Int64 => {
    for (;;) {
      const id = pets.numbering.assign(seed.choices['id-numbering'])
      if (!occupiedIds.has(id)) return id
    }
  }
  for (const pet of seed.pets) {
    const isRoom = share.allocate(seedBytes(pet))
    if (isRoom && pets.add(storePet(idOf(pet) ?? assign(), pet, now))) continue
    throwNoRoom(counted(seed.pets.length, 'starting pet'))
  }
}

/** Throws a ControlError for too many starting pets, or keys. */
export function throwNoRoom(what: string): never {
  throw new ControlError('conflict', noRoom(`${what} of a world`))
}

/** A message that there is no memory for it, with what to do. */
export function noRoom(what: string): string {
  return `There is no room for ${what} in the memory that all worlds share: remove pets, reset or remove a world, or start the mock with more (--memory)`
}

// 5n is the same id as 5.
function idOf({ id }: SeedPet): Int64 | undefined {
  return typeof id === 'bigint' ? toInt64(id) : id
}
