import fc from 'fast-check'
import { expect } from 'vitest'
import { petStatuses } from '../../../spec/index.ts'
import { askMetered, keys, type Key, type Model, type PetModel, type Real } from './system.ts'

type Fields = Omit<PetModel, 'id'>

class CreateCommand implements fc.AsyncCommand<Model, Real> {
  readonly #key: Key
  readonly #fields: Fields

  constructor(key: Key, fields: Fields) {
    this.#key = key
    this.#fields = fields
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const asked = { key: this.#key, method: 'POST', body: JSON.stringify(this.#fields) }
    const reply = await askMetered(real, model, this.#key, asked, false)
    if (reply) {
      const pet = { id: model.pets.length + 1, ...this.#fields }
      model.pets.push(pet)
      expect([reply.status, JSON.parse(reply.body)]).toEqual([201, pet])
    }
    expect(real.world.petCount).toBe(model.pets.length)
  }

  toString(): string {
    return `create(${this.#key}, ${JSON.stringify(this.#fields)})`
  }
}

const fields = fc.record({
  name: fc.string({ unit: 'grapheme', maxLength: 8 }).filter((name) => !name.includes('\0')),
  categoryId: fc.maxSafeInteger(),
  status: fc.constantFrom(...petStatuses),
})

export const createCommand = fc
  .tuple(fc.constantFrom(...keys), fields)
  .map(([key, pet]) => new CreateCommand(key, { ...pet, categoryId: pet.categoryId + 0 }))
