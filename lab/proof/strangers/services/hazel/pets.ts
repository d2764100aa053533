/** The animals, in memory, in the order in which they were added. */
import { randomBytes } from 'node:crypto'

export const PET_STATUSES = ['available', 'pending', 'sold'] as const
export type PetStatus = (typeof PET_STATUSES)[number]

export const isPetStatus = (value: unknown): value is PetStatus =>
  (PET_STATUSES as readonly unknown[]).includes(value)

export interface NewPet {
  name: string
  categoryId: bigint
  status?: PetStatus | undefined
}

export interface Pet extends NewPet {
  id: bigint
  addedAt: string
}

/** What may be added to the animals of the start. */
const MOST_ADDED = 100_000
const MOST_NAME_UNITS = 32 * 1024 * 1024

const SEED_NAMES = [
  'Hazel', 'Pumpernickel', 'Šárka', 'Mochi', 'Old Tom', 'Ørn', 'Biscuit', 'Lady Marmalade', 'Ziggy', '小雪',
  'Quill', 'Brünhilde', 'Nacho', 'Pip & Squeak', 'Captain "Whiskers"', 'Fennel', 'Ada', 'Жучка', 'Tofu', 'Bramble',
]
const SEED_CATEGORIES = [3n, 11n, 42n, 9_007_199_254_740_993n, 7_300_000_000_000_000_001n]
const SEED_STATUSES = ['available', 'available', 'pending', 'sold', undefined, 'available', 'sold'] as const

export class PetStore {
  readonly #seed: Pet[]
  readonly #now: () => number
  #pets: Pet[] = []
  #byId = new Map<bigint, Pet>()
  #nameUnits = 0

  constructor(seedCount: number, now: () => number) {
    this.#now = now
    for (let n = 0; n < seedCount; n += 1) {
      const round = Math.floor(n / SEED_NAMES.length)
      this.#append({
        id: this.#freshId(),
        name: `${SEED_NAMES[n % SEED_NAMES.length]}${round > 0 ? ` the ${round + 1}.` : ''}`,
        categoryId: SEED_CATEGORIES[n % SEED_CATEGORIES.length]!,
        status: SEED_STATUSES[n % SEED_STATUSES.length],
        addedAt: new Date(now() - (seedCount - n) * 3_600_000).toISOString(),
      })
    }
    this.#seed = this.#pets.slice()
    this.reset()
  }

  /** Adds an animal, or answers undefined when the store is full. */
  add({ name, categoryId, status }: NewPet): Pet | undefined {
    if (this.#pets.length - this.#seed.length >= MOST_ADDED) return undefined
    if (this.#nameUnits + name.length > MOST_NAME_UNITS) return undefined
    const pet: Pet = { id: this.#freshId(), name, categoryId, status, addedAt: new Date(this.#now()).toISOString() }
    this.#nameUnits += name.length
    this.#append(pet)
    return pet
  }

  get(id: bigint): Pet | undefined {
    return this.#byId.get(id)
  }

  /** Newest first. `before` is a position that an earlier page gave as `next`; animals added since do not shift it. */
  page(limit: number, status?: PetStatus, before = Infinity): { pets: Pet[]; next?: number } {
    const pets: Pet[] = []
    let last = 0
    for (let at = Math.min(before, this.#pets.length) - 1; at >= 0; at -= 1) {
      const pet = this.#pets[at]!
      if (status && pet.status !== status) continue
      if (pets.length === limit) return { pets, next: last }
      pets.push(pet)
      last = at
    }
    return { pets }
  }

  reset(): void {
    this.#pets = this.#seed.slice()
    this.#byId = new Map(this.#pets.map((pet) => [pet.id, pet]))
    this.#nameUnits = 0
  }

  #append(pet: Pet): void {
    this.#pets.push(pet)
    this.#byId.set(pet.id, pet)
  }

  #freshId(): bigint {
    for (;;) {
      const id = BigInt.asUintN(63, randomBytes(8).readBigUInt64BE())
      if (id > 0n && !this.#byId.has(id)) return id
    }
  }
}
