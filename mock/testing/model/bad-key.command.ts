import fc from 'fast-check'
import { expect } from 'vitest'
import { askMetered, type Model, type Real } from './system.ts'

/** Client addresses whose callers the model knows. */
export const addresses = ['192.0.2.1', '192.0.2.2'] as const

class BadKeyCommand implements fc.AsyncCommand<Model, Real> {
  readonly #key: string
  readonly #address: string

  constructor(key: string, address: string) {
    this.#key = key
    this.#address = address
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const asked = {
      key: this.#key,
      address: this.#address,
      method: 'POST',
      body: '{"name":"Rex","categoryId":1}',
    }
    const reply = await askMetered(real, model, this.#address, asked, true)
    if (reply) expect(reply.status).toBe(401)
    expect(real.world.petCount).toBe(model.pets.length)
  }

  toString(): string {
    return `badKey(${this.#key} from ${this.#address})`
  }
}

export const badKeyCommand = fc
  .tuple(fc.constantFrom('', 'onee', 'One', 'three'), fc.constantFrom(...addresses))
  .map(([key, address]) => new BadKeyCommand(key, address))
