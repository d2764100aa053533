import type { Awaitable } from '../message/awaitable.ts'
import type { ChangeKind, Events } from '../journal/events.ts'
import type { Memory } from '../memory/memory.ts'
import type { IdentifyKey } from '../message/key-id.ts'
import type { StateStore } from '../request/request-context.ts'
import type { TimeSource } from '../settings/clock.ts'
import type { SavedWorld, SettingsKept, Snapshot, WrittenPets } from './snapshot.ts'
import type { WorldSeed, WorldState } from './world-state.ts'

/** The keys that a step meets: those of these names, or all. */
export type KeysMet = readonly string[] | 'all'

/** The pets and keys that a world begins with. */
export interface Counts {
  readonly pets: number
  readonly keys: number
}

/**
 * Stores a world: its clock, choices, faults, keys with their quotas, and addresses. Its pets have a store of their own in it.
 * A store on another machine answers with promises, and others change the world too.
 */
export interface WorldStore extends StateStore<WorldState> {
  /** Runs a step that is no request's: atomic, as in `enter`. A step that throws changes nothing. */
  change<Result>(keys: KeysMet, step: (state: WorldState) => Result): Awaitable<Result>
  /** Replaces the whole state by the one that the world starts with; atomic for all instances. */
  reset(): Awaitable<Counts>
  /** Replaces the whole state by a saved one; with `isStart`, resets return to it. `pets` are its pets, if they are written already. */
  restore(saved: SavedWorld, isStart: boolean, pets?: WrittenPets): Awaitable<Counts>
  /** Changes the seed of the world, and resets to it. */
  reseed(change: Partial<WorldSeed>): Awaitable<Counts>
  snapshot(): Awaitable<Snapshot>
  /** The same as JSON text, in pieces, with the settings that are `kept`. */
  snapshotText(kept?: SettingsKept): Awaitable<Iterable<string>>
  /** Frees its memory in this process, before the world is removed or starts with something else. */
  release(): void
}

/** The part of a world that a control needs. */
export type Changing = Pick<WorldStore, 'change'>

/** Publishes a change of a step, once it is stored. */
export type Publish = (what: ChangeKind, sentence: string) => void

/** Stores all worlds. */
export interface WorldStores {
  /** The time outside. */
  readonly time: TimeSource
  /** The events of all worlds. */
  readonly events: Events
  /** The memory budgets of all worlds in this process. */
  readonly memory: Memory
  /** The id of a key, the same for all who share the worlds. */
  readonly keyId: IdentifyKey
  /** Rejects with a StoreError if the store accepts no writes. */
  ready(): Awaitable<void>
  names(): Awaitable<readonly string[]>
  has(name: string): Awaitable<boolean>
  /** Adds a world; throws a ControlError if there is no room for its starting pets. */
  create(name: string, seed: WorldSeed, publish: Publish): Awaitable<WorldStore>
  /** Opens a world that exists. If the store has lost the default world or staging, it begins anew with the seed. */
  open(name: string, publish: Publish, seed: WorldSeed): WorldStore
  remove(name: string): Awaitable<void>
  /** Throws a ControlError if these worlds with the same seed have no room for their pets and keys beside the others. */
  checkRoom(seed: WorldSeed, names: readonly string[]): void
}
