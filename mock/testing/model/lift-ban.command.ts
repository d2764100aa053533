import fc from 'fast-check'
import { expect } from 'vitest'
import { keys, type Key, type Model, type Real } from './system.ts'

class LiftBanCommand implements fc.AsyncCommand<Model, Real> {
  readonly #key: Key

  constructor(key: Key) {
    this.#key = key
  }

  check(): boolean {
    return true
  }

  run({ callers }: Model, { world }: Real): Promise<void> {
    callers[this.#key]?.lift()
    const { bannedUntil, strikes } = world.keys.lift(this.#key)
    expect([bannedUntil, strikes]).toEqual([undefined, 0])
    return Promise.resolve()
  }

  toString(): string {
    return `liftBan(${this.#key})`
  }
}

export const liftBanCommand = fc.constantFrom(...keys).map((key) => new LiftBanCommand(key))
