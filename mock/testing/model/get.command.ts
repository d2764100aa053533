import fc from 'fast-check'
import { expect } from 'vitest'
import { askMetered, keys, type Key, type Model, type Real } from './system.ts'

class GetCommand implements fc.AsyncCommand<Model, Real> {
  readonly #key: Key
  readonly #id: number

  constructor(key: Key, id: number) {
    this.#key = key
    this.#id = id
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const pet = model.pets.find(({ id }) => id === this.#id)
    const asked = { key: this.#key, path: `/pets/${this.#id}` }
    const reply = await askMetered(real, model, this.#key, asked, pet === undefined)
    if (!reply) return
    expect(reply.status).toBe(pet ? 200 : 404)
    if (pet) expect(JSON.parse(reply.body)).toEqual(pet)
  }

  toString(): string {
    return `get(${this.#key}, ${this.#id})`
  }
}

export const getCommand = fc
  .tuple(fc.constantFrom(...keys), fc.integer({ min: 0, max: 12 }))
  .map(([key, id]) => new GetCommand(key, id))
