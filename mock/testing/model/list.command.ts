import fc from 'fast-check'
import { expect } from 'vitest'
import { petStatuses, type PetStatus } from '../../../spec/index.ts'
import { askMetered, keys, type Key, type Model, type Real } from './system.ts'

class ListCommand implements fc.AsyncCommand<Model, Real> {
  readonly #key: Key
  readonly #limit: number
  readonly #status: PetStatus | undefined

  constructor(key: Key, limit: number, status: PetStatus | undefined) {
    this.#key = key
    this.#limit = limit
    this.#status = status
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const query = `limit=${this.#limit}${this.#status === undefined ? '' : `&status=${this.#status}`}`
    const reply = await askMetered(real, model, this.#key, { key: this.#key, query }, false)
    if (!reply) return
    const passing = model.pets.filter(({ status }) => this.#status === undefined || status === this.#status)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, passing.slice(0, this.#limit)])
  }

  toString(): string {
    return `list(${this.#key}, limit ${this.#limit}, ${this.#status ?? 'any status'})`
  }
}

export const listCommand = fc
  .tuple(fc.constantFrom(...keys), fc.integer({ min: 1, max: 5 }), fc.constantFrom(undefined, ...petStatuses))
  .map(([key, limit, status]) => new ListCommand(key, limit, status))
