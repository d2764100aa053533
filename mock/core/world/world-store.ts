import type { Awaitable } from '../message/awaitable.ts'
import type { ChangeKind, Events } from '../journal/events.ts'
import type { Memory } from '../memory/memory.ts'
import type { KeyIdOf } from '../message/key-id.ts'
import type { StateStore } from '../request/request-context.ts'
import type { TimeSource } from '../settings/clock.ts'
import type { Snapshot } from './snapshot.ts'
import type { WorldSeed, WorldState } from './world-state.ts'

/** The keys that a step meets: those of these names, or all. */
export type KeysMet = readonly string[] | 'all'

/** How many a world begins with. */
export interface Counts {
  readonly pets: number
  readonly keys: number
}

/**
 * Stores a world: its clock, choices, faults, keys with their quotas, and addresses. Its pets have a store of their own in it.
 * A store on another machine answers with promises, and others change the world too.
 */
export interface WorldStore extends StateStore<WorldState> {
  /** Runs a step that is no request's: atomic, as in `enter`. What the step throws keeps all as it was. */
  change<Result>(keys: KeysMet, step: (state: WorldState) => Result): Awaitable<Result>
  /** Puts the state that the world starts with in the place of all; atomic for everybody. */
  reset(): Awaitable<Counts>
  /** Puts a saved state in the place of all, and on demand has every reset come back to it. */
  restore(saved: Snapshot, isStart: boolean): Awaitable<Counts>
  /** Changes what the world starts with, and resets to it. */
  reseed(change: Partial<WorldSeed>): Awaitable<Counts>
  snapshot(): Awaitable<Snapshot>
  /** Gives back the memory that it fills here, for the world is to go, or to start with something else. */
  release(): void
}

/** A control's way to its world. */
export type Changing = Pick<WorldStore, 'change'>

/** Called with what a step has changed, once that is kept. */
export type Tell = (what: ChangeKind, sentence: string) => void

/** Where all worlds are kept. */
export interface WorldStores {
  /** The time outside. */
  readonly time: TimeSource
  /** What happens in all worlds. */
  readonly events: Events
  /** What all worlds may fill in this process. */
  readonly memory: Memory
  /** The id of a key, the same for all who share the worlds. */
  readonly keyId: KeyIdOf
  /** Rejects with a StoreError where nothing can be kept. */
  ready(): Awaitable<void>
  names(): Awaitable<readonly string[]>
  has(name: string): Awaitable<boolean>
  /** Adds a world; throws a ControlError where there is no room for what it starts with. */
  create(name: string, seed: WorldSeed, tell: Tell): Awaitable<WorldStore>
  /** The way to a world that is there; one that is always there begins anew with the seed, should it be lost. */
  open(name: string, tell: Tell, seed: WorldSeed): WorldStore
  remove(name: string): Awaitable<void>
  /** Throws a ControlError where so many worlds that start alike have no room for what they start with. */
  checkRoom(seed: WorldSeed, worlds: number): void
}
