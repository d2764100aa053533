import fc from 'fast-check'
import { expect } from 'vitest'
import type { Model, Real } from './system.ts'

class AdvanceCommand implements fc.AsyncCommand<Model, Real> {
  readonly #milliseconds: number

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  check(): boolean {
    return true
  }

  run(model: Model, { world }: Real): Promise<void> {
    model.now += this.#milliseconds
    expect(world.clock.advance({ seconds: this.#milliseconds / 1000 }).now).toBe(model.now)
    return Promise.resolve()
  }

  toString(): string {
    return `advance(${this.#milliseconds} ms)`
  }
}

/** Steps of seconds, to the edges of the windows, and of days; some of them backwards. */
export const advanceCommand = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 70_000 }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(1, 999, 39_999, 40_000, 59_999, 60_000, 60_001, 90_000, 120_000),
    },
    { weight: 1, arbitrary: fc.constantFrom(3_600_000, 86_399_999, 86_400_000, 200_000_000) },
    { weight: 1, arbitrary: fc.integer({ min: -70_000, max: -1 }) },
    { weight: 1, arbitrary: fc.constantFrom(-60_000, -3_600_000, -86_400_000) },
  )
  .map((milliseconds) => new AdvanceCommand(milliseconds))
