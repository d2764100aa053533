/** The pets of one store, and the ids given to them. */
import { Chance, hash } from './random.ts'
import { Num, Obj, type Json } from './json.ts'

export type PetStatus = 'available' | 'pending' | 'sold'
export const STATUSES: readonly PetStatus[] = ['available', 'pending', 'sold']

export function asStatus(value: Json | undefined): PetStatus | undefined {
  return STATUSES.find((status) => status === value)
}

export interface Pet {
  id: bigint
  name: string
  categoryId: bigint
  status: PetStatus | undefined
  readonly extras: readonly (readonly [string, Json])[]
  /** Whose it is: the client's, of the others, or there before the run. */
  readonly from: 'client' | 'others' | 'before'
  readonly created: number
  nr: number
}

export function petJson(pet: Pet, kind: string): Json {
  const status: readonly (readonly [string, Json])[] =
    pet.status === undefined ? [] : [['status', pet.status]]
  const own: readonly (readonly [string, Json])[] = [
    ['id', new Num(pet.id)],
    ['name', pet.name],
    ['categoryId', new Num(pet.categoryId)],
    ...status,
    ...pet.extras,
  ]
  if (kind === 'none') return new Obj(own)
  const added: readonly (readonly [string, Json])[] =
    kind === 'created-at'
      ? [['createdAt', new Date(pet.created).toISOString()]]
      : [
          [
            'category',
            new Obj([
              ['id', new Num(pet.categoryId)],
              ['name', 'status'],
            ]),
          ],
          [
            'meta',
            new Obj([
              ['id', '0'],
              ['status', 'sold'],
              ['tags', []],
            ]),
          ],
        ]
  return new Obj([...own, ...added.filter(([name]) => !own.some(([there]) => there === name))])
}

/** Gives each pet of the service an id of its own. */
export class Ids {
  readonly #kind: string
  readonly #chance: Chance
  readonly #given = new Set<bigint>()
  #count = 0n

  constructor(kind: string, seed: number) {
    this.#kind = kind
    this.#chance = new Chance('ids', seed)
  }

  next(): bigint {
    for (;;) {
      const id = this.#draw()
      if (this.#given.has(id)) continue
      this.#given.add(id)
      return id
    }
  }

  #draw(): bigint {
    this.#count++
    switch (this.#kind) {
      case 'from-0':
        return this.#count - 1n
      case 'beyond-2^53':
        return 2n ** 53n + this.#count
      case 'across-2^53':
        return 2n ** 53n - 40n + this.#count
      case 'random':
        return this.#chance.bits63()
      case 'negative':
        return -this.#count
      case 'up-to-the-last':
        return 2n ** 63n - this.#count
      default:
        return this.#count
    }
  }
}

/** Keeps its pets in an order that stays. */
export class Store {
  readonly #pets: Pet[] = []
  readonly #byId = new Map<bigint, Pet>()
  readonly #before: (a: Pet, b: Pet) => boolean
  #count = 0

  constructor(order: string, seed: number) {
    this.#before = ORDERS[order] ?? ((a, b) => hash(seed, a.id) < hash(seed, b.id))
  }

  get size(): number {
    return this.#pets.length
  }

  add(pet: Pet): void {
    pet.nr = this.#count++
    this.#put(pet)
  }

  /** Puts a changed pet where it now belongs. */
  move(pet: Pet): void {
    this.remove(pet)
    this.#put(pet)
  }

  #put(pet: Pet): void {
    let low = 0
    let high = this.#pets.length
    while (low < high) {
      const middle = (low + high) >> 1
      const there = this.#pets[middle]
      if (there !== undefined && this.#before(there, pet)) low = middle + 1
      else high = middle
    }
    this.#pets.splice(low, 0, pet)
    if (!this.#byId.has(pet.id)) this.#byId.set(pet.id, pet)
  }

  find(id: bigint): Pet | undefined {
    return this.#byId.get(id)
  }

  remove(pet: Pet): void {
    this.#byId.delete(pet.id)
    this.#pets.splice(this.#pets.indexOf(pet), 1)
  }

  all(): readonly Pet[] {
    return this.#pets
  }

  hasName(name: string): boolean {
    return this.#pets.some((pet) => pet.name === name)
  }
}

const ORDERS: Readonly<Record<string, (a: Pet, b: Pet) => boolean>> = {
  oldest: (a, b) => a.nr < b.nr,
  newest: (a, b) => a.nr > b.nr,
  'by-name': (a, b) => (a.name === b.name ? a.nr < b.nr : a.name < b.name),
}
