import type { OtherDefect } from './other-defect.ts'

export interface Pet {
  readonly id: bigint | string
  readonly name: string
  readonly categoryId: bigint
  readonly status?: string
}

const STATUSES = ['available', 'pending', 'sold']
const FIRST_ID = 2n ** 53n + 1n
const LEAST = -(2n ** 63n)

/** The pets of the other service, the newest first. */
export class OtherPets {
  readonly #pets: Pet[] = []
  readonly #defect: OtherDefect | undefined

  constructor(count: number, defect: OtherDefect | undefined) {
    this.#defect = defect
    for (let at = 0; at < count; at += 1) {
      this.#store({ name: `pet ${at}`, categoryId: BigInt(at % 4) + 1n, status: STATUSES[at % 3] })
    }
  }

  find(id: string): Pet | undefined {
    if (this.#has('another pet is read')) return this.#pets.find((pet) => String(pet.id) !== id)
    return this.#pets.find((pet) => String(pet.id) === id)
  }

  /** Stores the pet that a body describes; `undefined` when it describes none. */
  add(body: string): Pet | undefined {
    const fields = this.#read(body)
    if (fields === undefined) return undefined
    const problem = this.#hasProblem(fields)
    if (problem && !this.#has('what is refused is stored')) return undefined
    const pet = this.#store(fields)
    return problem ? undefined : pet
  }

  /** A page, cut by `limit`, which is clamped, and beginning after the pet that the cursor `after` names. */
  page(query: URLSearchParams): { pets: readonly Pet[]; next: URLSearchParams | undefined } | undefined {
    const usual = this.#has('a page holds 25 by default') ? 25 : 20
    const asked = this.#has('limit is ignored') ? null : query.get('limit')
    const limit = asked === null ? usual : Math.min(100, Math.max(1, Number(asked) || 1))
    if (limit === 100 && this.#has('the greatest limit is refused')) return undefined
    const after = query.get('after')
    const from = after === null ? 0 : 1 + this.#pets.findIndex(({ id }) => String(id) === after)
    const early = this.#has('the filter works after the page is cut')
    const rest = this.#pets.slice(from, early ? from + limit : undefined)
    const matching = rest.filter((pet) => this.#matches(pet, query.get('status')))
    const pets = matching.slice(0, limit)
    const last = pets.at(-1)
    if (matching.length <= limit || last === undefined) return { pets, next: undefined }
    const next = new URLSearchParams(query)
    next.set('after', String(last.id))
    return { pets, next }
  }

  #has(defect: OtherDefect): boolean {
    return this.#defect === defect
  }

  #matches({ status, name }: Pet, wanted: string | null): boolean {
    if (this.#has('pets that are sold are not listed') && status === 'sold') return false
    if (this.#has('a new pet is not listed') && name.startsWith('contract')) return false
    return wanted === null || (status === wanted) !== this.#has('the filter is inverted')
  }

  #read(body: string): Record<string, unknown> | undefined {
    try {
      const value: unknown = JSON.parse(body, (_key, inner, { source }) =>
        typeof inner === 'number' && /^-?\d+$/.test(source ?? '') ? BigInt(source ?? '') : inner,
      )
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isObject ? (value as Record<string, unknown>) : undefined
    } catch {
      return undefined
    }
  }

  #hasProblem({ name, categoryId, status }: Record<string, unknown>): boolean {
    if (this.#has('a wrong type is taken')) return name === undefined || categoryId === undefined
    const isNamed = typeof name === 'string' ? !/\p{Cc}/u.test(name) : this.#has('a missing name is made up')
    const hasCategory = typeof categoryId === 'bigint' && categoryId >= LEAST && categoryId < -LEAST
    const hasStatus = status === undefined || status === null || STATUSES.includes(status as string)
    return !isNamed || !hasCategory || !hasStatus
  }

  #store({ name, categoryId, status, ...others }: Record<string, unknown>): Pet {
    const isRounded = this.#has('int64 is rounded') && typeof categoryId === 'bigint'
    const keepsStatus = typeof status === 'string' && !this.#has('the status is forgotten')
    const pet = {
      ...others,
      name: (name ?? 'nameless') as string,
      categoryId: (isRounded ? BigInt(Number(categoryId)) : categoryId) as bigint,
      id: this.#newId(),
      ...(keepsStatus && { status }),
      herd: 'other',
    }
    this.#pets.unshift(pet)
    return pet
  }

  #newId(): bigint | string {
    const number = BigInt(this.#pets.length)
    if (this.#has('ids repeat')) return FIRST_ID + (number < 40n ? number : 40n)
    return this.#has('the id is a string') ? String(FIRST_ID + number) : FIRST_ID + number
  }
}
