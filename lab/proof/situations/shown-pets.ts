// The pets that a key has been shown. There is no operation that changes or removes one.
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { petStatuses } from '../../../spec/operations.ts'
import { isInt64 } from '../../../spec/exact-json/int64.ts'
import type { Json } from '../violations/mutate.ts'

export class ShownPets {
  readonly #byId: Map<string, Json>

  constructor(others?: ShownPets) {
    this.#byId = new Map(others === undefined ? [] : others.#byId)
  }

  add(pets: readonly Json[]): void {
    for (const pet of pets) this.#byId.set(String(pet['id']), pet)
  }

  has(id: bigint): boolean {
    return this.#byId.has(String(id))
  }

  /** How many pets a list has at least. */
  count(status: string | undefined): number {
    const all = [...this.#byId.values()]
    return status === undefined ? all.length : all.filter((pet) => pet['status'] === status).length
  }

  /** Whether no conforming service shows this as a pet, now that it has shown others. */
  contradicts(pet: unknown): boolean {
    if (!isPet(pet)) return true
    const before = this.#byId.get(String(pet['id']))
    return (
      before !== undefined &&
      ['name', 'categoryId', 'status'].some((name) => !isSame(before[name], pet[name]))
    )
  }
}

export function isSame(one: unknown, other: unknown): boolean {
  return (
    one === other || (one !== undefined && other !== undefined && stringifyJson(one) === stringifyJson(other))
  )
}

function isPet(value: unknown): value is Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { id, name, categoryId, status } = value as Json
  const isStatus = status === undefined || petStatuses.some((one) => one === status)
  return isInt64(id) && typeof name === 'string' && isInt64(categoryId) && isStatus
}
