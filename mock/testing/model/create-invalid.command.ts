import fc from 'fast-check'
import { expect } from 'vitest'
import { invalidNewPets } from '../../../fixtures/testing/new-pet.ts'
import { askMetered, keys, type Key, type Model, type Real } from './system.ts'

class CreateInvalidCommand implements fc.AsyncCommand<Model, Real> {
  readonly #key: Key
  readonly #body: string

  constructor(key: Key, body: string) {
    this.#key = key
    this.#body = body
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const asked = { key: this.#key, method: 'POST', body: this.#body }
    const reply = await askMetered(real, model, this.#key, asked, true)
    if (reply) expect(reply.status).toBe(400)
    expect(real.world.petCount).toBe(model.pets.length)
  }

  toString(): string {
    return `createInvalid(${this.#key}, ${this.#body})`
  }
}

export const createInvalidCommand = fc
  .tuple(fc.constantFrom(...keys), fc.constantFrom(...invalidNewPets))
  .map(([key, { body }]) => new CreateInvalidCommand(key, body))
