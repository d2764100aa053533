/** A pet as it was sent. Its fields are as documented only if the service validates what it stores. */
export interface OtherPet {
  readonly id: bigint
  readonly name?: unknown
  readonly categoryId?: unknown
  readonly status?: unknown
}

const STATUSES = ['available', 'pending', 'sold']
const FIRST_ID = 2n ** 53n + 1n
const LEAST = -(2n ** 63n)

/** The pets of the other service, the newest first. */
export class OtherPets {
  readonly #pets: OtherPet[] = []
  readonly #validates: () => boolean

  constructor(count: number, validates: () => boolean) {
    this.#validates = validates
    for (let at = 0; at < count; at += 1) {
      this.#store({ name: `pet ${at}`, categoryId: BigInt(at % 4) + 1n, status: STATUSES[at % 3] })
    }
  }

  ids(): readonly string[] {
    return this.#pets.map(({ id }) => String(id))
  }

  find(id: string): OtherPet | undefined {
    return this.#pets.find((pet) => String(pet.id) === id)
  }

  /** Stores the pet that a body describes; `undefined` when it describes none. */
  add(body: string): OtherPet | undefined {
    const fields = read(body)
    if (!this.#validates()) return this.#store(fields ?? {})
    return fields === undefined || hasProblem(fields) ? undefined : this.#store(fields)
  }

  /** A page after the pet of the cursor `after`, with at most `limit` pets; a `limit` out of range is clamped. */
  page(query: URLSearchParams): { pets: readonly OtherPet[]; next: URLSearchParams | undefined } {
    const asked = query.get('limit')
    const limit = asked === null ? 20 : Math.min(100, Math.max(1, Number(asked) || 1))
    const [after, status] = [query.get('after'), query.get('status')]
    const from = after === null ? 0 : 1 + this.#pets.findIndex(({ id }) => String(id) === after)
    const matching = this.#pets.slice(from).filter((pet) => status === null || pet.status === status)
    const pets = matching.slice(0, limit)
    const last = pets.at(-1)
    if (matching.length <= limit || last === undefined) return { pets, next: undefined }
    const next = new URLSearchParams(query)
    next.set('after', String(last.id))
    return { pets, next }
  }

  #store({ status, ...fields }: Record<string, unknown>): OtherPet {
    const pet = {
      ...fields,
      id: FIRST_ID + BigInt(this.#pets.length),
      ...((typeof status === 'string' || !this.#validates()) && { status }),
      herd: 'other',
    }
    this.#pets.unshift(pet)
    return pet
  }
}

function read(body: string): Record<string, unknown> | undefined {
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

function hasProblem({ name, categoryId, status }: Record<string, unknown>): boolean {
  const isNamed = typeof name === 'string' && !/\p{Cc}/u.test(name)
  const hasCategory = typeof categoryId === 'bigint' && categoryId >= LEAST && categoryId < -LEAST
  const hasStatus = status === undefined || status === null || STATUSES.includes(status as string)
  return !isNamed || !hasCategory || !hasStatus
}
