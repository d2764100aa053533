/** The places where a breach gets hold of the service. Without a breach, each hook passes on what it is given. */
import type { Scene } from './actions.ts'
import { breaches, type BreachName } from './breaches.ts'
import { Num, Obj, plainInt, type Json } from './json.ts'
import type { RateLimit } from './limits.ts'
import type { Draft } from './reply.ts'
import { categoryFits, readWanted, Wrong, type Wanted } from './rules.ts'
import { asStatus, type Pet, type PetStatus, type Store } from './store.ts'

/** A request under way, and those that were under way at the same time. */
export interface Flight {
  readonly peers: Set<Flight>
  key: string | undefined
  counted: boolean
  created: Pet | undefined
  read: Pet | undefined
}

type Filter = PetStatus | 'nothing' | undefined

export class Breaker {
  readonly #name: string | undefined
  #creations = 0
  #lastCreated: Pet | undefined
  #lastFilter: Filter
  #lastKey: string | undefined
  #lastReported: string | undefined
  #lastInvalid = false
  readonly #reads = new Map<bigint, number>()
  readonly #firstRemaining = new Map<string, number>()
  readonly #refusals = new Map<string, number>()
  #banned: { readonly by: string; readonly until: number } | undefined

  constructor(name: string | undefined) {
    if (name !== undefined && !breaches.some((one) => one.name === name))
      throw new Error(`no such breach: ${name}`)
    this.#name = name
  }

  is(name: BreachName): boolean {
    return this.#name === name
  }

  /** Which key counts as shown; undefined: none that is valid. */
  key(shown: string | undefined, isRead: boolean, anyKey: string | undefined): string | undefined {
    const before = this.#lastKey
    const wasInvalid = this.#lastInvalid
    this.#lastKey = shown
    this.#lastInvalid = shown === undefined
    if (this.is('key-forgotten') && wasInvalid) return undefined
    if (shown !== undefined) return shown
    if (this.is('key-remembered')) return before
    return this.is('get-without-key') && isRead ? anyKey : undefined
  }

  filter(filter: Filter): Filter {
    const before = this.#lastFilter
    this.#lastFilter = filter
    return this.is('sticky-filter') && filter === undefined ? before : filter
  }

  pageSize(limit: number, isAsked: boolean): number {
    if (this.is('page-one-too-many') && isAsked) return limit + 1
    return this.is('default-fifty') && !isAsked ? 50 : limit
  }

  page(page: readonly Pet[], filter: Filter, size: number, store: Store): readonly Pet[] {
    if (!this.is('filter-leaks') || filter === undefined || filter === 'nothing') return page
    const other = store.all().find((pet) => pet.status !== undefined && pet.status !== filter)
    return other === undefined ? page : [...page.slice(0, size - 1), other]
  }

  body(body: Json | undefined, scene: Scene): Json | undefined {
    if (!(body instanceof Obj)) return body
    const status = body.get('status')
    const without = (name: string): Obj['entries'] => body.entries.filter(([own]) => own !== name)
    if (this.is('missing-category-accepted') && !body.has('categoryId')) {
      const rule = scene.choices.of('categories')
      const fitting = [1n, 2n, 3n].find((id) => categoryFits(id, rule)) ?? 0n
      return new Obj([...body.entries, ['categoryId', new Num(fitting)]])
    }
    if (this.is('unknown-status-accepted') && asStatus(status) === undefined)
      return new Obj(without('status'))
    const category = plainInt(body.get('categoryId'))
    if (this.is('category-rounded') && category !== undefined) {
      return new Obj([
        ...without('categoryId'),
        ['categoryId', new Num(BigInt.asIntN(64, BigInt(Number(category))))],
      ])
    }
    if (this.is('status-lost') && asStatus(status) !== undefined && ++this.#creations % 2 === 0) {
      return new Obj([...without('status'), ['status', status === 'sold' ? 'pending' : 'sold']])
    }
    return body
  }

  /** A pet to add although the creation is refused. */
  sparedOf(body: Json | undefined, scene: Scene): Wanted | undefined {
    if (!this.is('refused-create-added') || !(body instanceof Obj)) return undefined
    const bare = new Obj(body.entries.filter(([name]) => name !== 'status'))
    const wanted = readWanted(bare, scene.store, scene.choices, scene.requestNumber)
    return wanted instanceof Wrong ? undefined : wanted
  }

  /** Whether a created pet is kept; may change its id. */
  stores(pet: Pet, flight: Flight): boolean {
    const before = this.#lastCreated
    this.#lastCreated = pet
    if (this.is('id-reused') && ++this.#creations % 3 === 0 && before !== undefined) pet.id = before.id
    if (this.is('created-not-added') && ++this.#creations % 3 === 0) return false
    const other = [...flight.peers].find((peer) => peer.created !== undefined)?.created
    if (this.is('parallel-same-id') && other !== undefined) pet.id = other.id
    return !this.is('parallel-lost-create') || other === undefined
  }

  found(pet: Pet | undefined, flight: Flight): Pet | undefined {
    if (pet === undefined) return undefined
    flight.read = pet
    const reads = (this.#reads.get(pet.id) ?? 0) + 1
    this.#reads.set(pet.id, reads)
    if (this.is('fourth-read-not-found') && reads > 3) return undefined
    const other = [...flight.peers].find((peer) => peer.read !== undefined)?.read
    return this.is('parallel-swapped-pets') && other !== undefined ? other : pet
  }

  counts(flight: Flight): boolean {
    const twin = [...flight.peers].some((peer) => peer.counted && peer.key === flight.key)
    return !this.is('parallel-counts-once') || !twin
  }

  /** The wait that decides whether a request is refused. */
  wait(wait: number, flight: Flight): number {
    return this.is('over-limit-served') || !this.counts(flight) ? 0 : wait
  }

  reportedWait(wait: number): number {
    return this.is('retry-after-too-short') ? 1000 : wait
  }

  refused(key: string, now: number): void {
    const refusals = (this.#refusals.get(key) ?? 0) + 1
    this.#refusals.set(key, refusals)
    if (refusals >= 2) this.#banned = { by: key, until: now + 120_000 }
  }

  bansOther(key: string, now: number): boolean {
    const banned = this.#banned
    return this.is('ban-hits-other-key') && banned !== undefined && banned.by !== key && now < banned.until
  }

  reported(own: RateLimit, key: string, reportOf: (key: string) => RateLimit): RateLimit {
    const before = this.#lastReported
    this.#lastReported = key
    if (this.is('limit-of-other-key') && before !== undefined && before !== key) return reportOf(before)
    if (this.is('reset-in-the-past')) return { ...own, reset: own.reset - 7200 }
    const name = `${key} ${own.limit}`
    const first = this.#firstRemaining.get(name) ?? own.remaining
    this.#firstRemaining.set(name, first)
    return { ...own, remaining: this.is('remaining-stands-still') ? first : Math.max(0, own.remaining) }
  }

  draft(draft: Draft, isList: boolean): Draft {
    const { body, headers } = draft
    if (this.is('no-retry-after')) {
      return {
        ...draft,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Retry-After')),
      }
    }
    if (this.is('error-status-differs') && draft.status === 404)
      return { ...draft, body: changed(body, 'status', new Num(400)) }
    if (this.is('error-without-message') && draft.status === 401)
      return { ...draft, body: changed(body, 'message', undefined) }
    if (!this.is('id-as-text') || !isList || draft.status !== 200 || !isArray(body)) return draft
    return { ...draft, body: body.map(withTextId) }
  }

  hidesLimits(status: number): boolean {
    return this.is('headers-missing-on-errors') && status >= 400
  }
}

function isArray(body: Json | undefined): body is readonly Json[] {
  return Array.isArray(body)
}

function withTextId(pet: Json): Json {
  const id = pet instanceof Obj ? pet.get('id') : undefined
  return id instanceof Num ? (changed(pet, 'id', id.text) ?? pet) : pet
}

function changed(body: Json | undefined, name: string, value: Json | undefined): Json | undefined {
  if (!(body instanceof Obj)) return body
  return new Obj(
    body.entries.flatMap(([own, there]) =>
      own !== name ? [[own, there] as const] : value === undefined ? [] : [[own, value] as const],
    ),
  )
}
