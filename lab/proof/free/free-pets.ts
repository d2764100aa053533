import type { Mix } from './freedoms.ts'

export interface FreePet {
  readonly id: bigint
  readonly name: string
  readonly categoryId: bigint
  readonly status: string
}

const STATUSES = ['available', 'pending', 'sold']
const KNOWN = [2n, 7n, 11n]
// What clients send when they try something out, this suite among them.
const OFTEN_SENT = ['', 'Rex', 'c', 'contract', 'Contract', 'x', 'test', ' ']
const [LEAST, GREATEST] = [-(2n ** 63n), 2n ** 63n - 1n]

const acceptsCategory: Readonly<Record<Mix['categories'], (id: bigint) => boolean>> = {
  any: () => true,
  positive: (id) => id > 0n,
  known: (id) => KNOWN.includes(id),
  'every third': (id) => id % 3n === 2n,
  '31 bits': (id) => id > 0n && id < 2n ** 31n,
}

const acceptsName: Readonly<Record<Mix['names'], (name: string, all: readonly FreePet[]) => boolean>> = {
  any: () => true,
  letters: (name) => /^[A-Za-z]+$/.test(name),
  ASCII: (name) => /^[ -~]*$/.test(name),
  'two letters': (name) => Array.from(name).length >= 2,
  'at most 30': (name) => Array.from(name).length <= 30,
  'at most 10': (name) => Array.from(name).length <= 10,
  capitalized: (name) => /^[A-Z]/.test(name),
  'not blank': (name) => name.trim() !== '',
  unique: (name, all) => !all.some((pet) => pet.name === name),
}

/** The pets of a service that uses the freedoms of a mix. Those that other clients add obey its rules too. */
export class FreePets {
  readonly #mix: Mix
  readonly #all: FreePet[] = []
  readonly #started: number
  #turn = 0

  constructor(mix: Mix) {
    this.#mix = mix
    for (let at = 0; at < Number(mix.pets); at += 1) {
      const name = mix.named === 'plainly' ? plainName(at) : (OFTEN_SENT[at % OFTEN_SENT.length] ?? '')
      this.#store(name, at)
    }
    this.#started = this.#all.length
  }

  find(id: string): FreePet | undefined {
    return this.#all.find((pet) => String(pet.id) === id)
  }

  page(status: string | undefined, limit: number): readonly FreePet[] {
    const { order } = this.#mix
    const all = order === 'newest' ? this.#all.toReversed() : this.#all
    const ordered = order === 'by name' ? all.toSorted(byName) : all
    return ordered.filter((pet) => status === undefined || pet.status === status).slice(0, limit)
  }

  /** Adds the pet of a body; `undefined` where it does not accept the body. */
  add(body: string): FreePet | undefined {
    const fields = read(body)
    if (fields === undefined) return undefined
    const { name, categoryId, status = STATUSES[0] } = fields
    if (typeof name !== 'string' || typeof categoryId !== 'bigint' || typeof status !== 'string')
      return undefined
    const isInt64 = categoryId >= LEAST && categoryId <= GREATEST
    if (!isInt64 || !STATUSES.includes(status) || !this.#accepts(name, categoryId)) return undefined
    return this.#push(name, categoryId, status)
  }

  /** Adds what other clients add between two requests. */
  beVisited(): void {
    this.#turn += 1
    const { neighbours } = this.#mix
    const at = this.#turn
    if (neighbours === 'pets without a name' && at % 2 === 0) this.#store('', at)
    // Copies of earlier pets only: no test could distinguish a copy of the run's own pet from a pet that was added twice.
    if (neighbours === 'names that others have' && at % 3 === 0)
      this.#store(this.#all.slice(0, this.#started)[at % Math.max(1, this.#started)]?.name ?? 'Rex', at)
    if (neighbours === 'beginnings of our names' && at % 2 === 0) this.#store('contract'.slice(0, at % 9), at)
    if (neighbours === 'copies and others' && at % 3 === 0) {
      const copied = this.#all[(at * 7) % Math.max(1, this.#all.length)]
      this.#store(copied?.name ?? 'Rex', at)
      this.#store(plainName(at), at)
    }
    if (neighbours === 'bursts' && at % 16 === 0)
      for (let more = 0; more < 6; more += 1) this.#store(plainName(1000 + at + more), at + more)
  }

  #accepts(name: string, category: bigint): boolean {
    return acceptsCategory[this.#mix.categories](category) && acceptsName[this.#mix.names](name, this.#all)
  }

  #store(name: string, at: number): void {
    const category = KNOWN[at % 2] ?? 2n
    if (this.#accepts(name, category)) this.#push(name, category, STATUSES[at % 3] ?? '')
    else if (this.#accepts(plainName(at), category))
      this.#push(plainName(at), category, STATUSES[at % 3] ?? '')
  }

  #push(name: string, categoryId: bigint, status: string): FreePet {
    const pet = { id: BigInt(this.#all.length + 1), name, categoryId, status }
    this.#all.push(pet)
    return pet
  }
}

/** A name of letters only, another one for each number. */
function plainName(at: number): string {
  return `Pet${String(at).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
}

function byName(one: FreePet, other: FreePet): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : Number(one.id - other.id)
}

function read(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body, (_key, inner, { source }) =>
      typeof inner === 'number' && /^-?\d+$/.test(source ?? '') ? BigInt(source ?? '') : inner,
    )
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { ...value } : undefined
  } catch {
    return undefined
  }
}
