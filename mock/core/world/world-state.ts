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
import { settingsOf } from '../settings/settings.ts'
import { ControlError } from './control-error.ts'
import type { Lent } from './lease-control.ts'
import { seedBytes, type SeedTraits, type seedTraits } from './seed-traits.ts'
import type { Tell } from './world-store.ts'

/** What a state in this process's memory is made with. */
export interface Ports {
  /** The time outside. */
  readonly time: TimeSource
  /** A new, empty store, which may fill so much memory, and takes random ids from there. */
  readonly createPetStore: (share: Share, random: Random) => LocalPets
  /** What all worlds may fill. */
  readonly memory: Memory
}

/** The same, and what starting pets have in common. */
export interface SeedPorts extends Ports {
  readonly traitsOf: typeof seedTraits
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
  readonly pets: PetStore
  readonly journal: JournalStore
  /** What drivers that may be killed have lent; `undefined` where nothing is. */
  lent: Lent | undefined
  /** Tells the listeners what a step has changed, once that is kept. */
  readonly tell: Tell
}

/** A state in this process's memory. */
export interface LocalState extends WorldState {
  readonly pets: LocalPets
  readonly journal: Journal
  readonly random: Chances
}

/** What is random in a world, each apart. */
export interface Chances {
  readonly ids: SeededRandom
  readonly faults: SeededRandom
}

/** The state that a world starts in, pets and keys within `share`; throws a ControlError where they find no room. */
export function freshState(seed: WorldSeed, ports: SeedPorts, share: Share, tell: Tell): LocalState {
  const clock = new Clock(ports.time)
  const now = clock.now()
  const random = { ids: seededRandom(seed.seed), faults: seededRandom(seed.seed + 1) }
  const pets = ports.createPetStore(share, random.ids)
  const faults = new Faults(random.faults, tellHealed(tell))
  for (const fault of seed.faults) faults.add(fault, now)
  const callers = newCallers(seed.keys, share) ?? throwNoRoom(counted(seed.keys.length, 'key'))
  const traits = ports.traitsOf(seed.pets)
  plant(seed, traits, pets, now, share)
  const { categories } = traits
  const parts = { clock, callers, pets, faults, random, categories, tell, limitsOn: seed.limits }
  return stateOf(parts, seed.choices, ports)
}

/** A state of these parts, in which nothing was asked yet. */
export function stateOf(
  parts: Omit<LocalState, 'settings' | 'journal' | 'lent'>,
  choices: Choices,
  { memory }: Ports,
): LocalState {
  const journal = new Journal(memory.journals)
  return { ...parts, settings: settingsOf(choices), journal, lent: undefined }
}

/** Tells of a fault that is over. */
export function tellHealed(tell: Tell): (fault: Fault) => void {
  return ({ id, hits }) => {
    tell('faults', `fault ${id} healed after ${counted(hits, 'hit')}`)
  }
}

/** Throws a ControlError where so many worlds that start alike have no room for what they start with. */
export function checkRoom(seed: WorldSeed, ports: SeedPorts, worlds: number): void {
  const { bytes } = ports.memory.worlds
  freshState(seed, ports, new Budget(bytes / worlds).open(), () => undefined).journal.close()
}

// No id is assigned that a starting pet brings along, were it a later one.
function plant(seed: WorldSeed, traits: SeedTraits, pets: LocalPets, now: number, share: Share): void {
  const { bringIds, bytes, storedBytes } = traits
  if (seed.choices['id-numbering'] === 'from-1' && !bringIds) {
    const isRoom = share.take(bytes)
    if (!isRoom || !pets.addStarting(seed.pets, now, storedBytes))
      throwNoRoom(counted(seed.pets.length, 'starting pet'))
    return
  }
  const known = new Set(seed.pets.map(idOf))
  const assign = (): Int64 => {
    for (;;) {
      const id = pets.numbering.assign(seed.choices['id-numbering'])
      if (!known.has(id)) return id
    }
  }
  for (const pet of seed.pets) {
    const isRoom = share.take(seedBytes(pet))
    if (isRoom && pets.add(storePet(idOf(pet) ?? assign(), pet, now))) continue
    throwNoRoom(counted(seed.pets.length, 'starting pet'))
  }
}

/** Refuses so many starting pets, or keys. */
export function throwNoRoom(what: string): never {
  throw new ControlError('conflict', noRoom(`${what} of a world`))
}

/** Says that more is to be kept than there is memory for, and what to do. */
export function noRoom(what: string): string {
  return `There is no room for ${what} in the memory that all worlds share: remove pets, reset or remove a world, or start the mock with more (--memory)`
}

// Whoever writes 5n means the same pet as 5.
function idOf({ id }: SeedPet): Int64 | undefined {
  return typeof id === 'bigint' ? toInt64(id) : id
}
