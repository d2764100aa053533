import fc from 'fast-check'
import { expect } from 'vitest'
import { windowNames, type WindowName } from '../../core/limits/meter.ts'
import { keys, type Key, type Model, type Real } from './system.ts'

class SetRemainingCommand implements fc.AsyncCommand<Model, Real> {
  readonly #key: Key
  readonly #window: WindowName
  readonly #left: number

  constructor(key: Key, window: WindowName, left: number) {
    this.#key = key
    this.#window = window
    this.#left = left
  }

  check(): boolean {
    return true
  }

  run({ now, callers }: Model, { world }: Real): Promise<void> {
    callers[this.#key]?.setLeft(this.#window, this.#left, now)
    const { remaining, limit } = world.keys.setRemaining(this.#key, { [this.#window]: this.#left }).windows[
      this.#window
    ]
    expect(remaining).toBe(Math.min(this.#left, limit))
    return Promise.resolve()
  }

  toString(): string {
    return `setRemaining(${this.#key}, ${this.#left} a ${this.#window})`
  }
}

export const setRemainingCommand = fc
  .tuple(fc.constantFrom(...keys), fc.constantFrom(...windowNames), fc.integer({ min: 0, max: 12 }))
  .map(([key, window, left]) => new SetRemainingCommand(key, window, left))
