import { parseInt64 } from '../../../../spec/exact-json/int64.ts'
import { limitBounds } from '../../../../spec/operations.ts'
import type { RecordedExchange } from '../../../history/history.ts'
import { askedId, type Sighting, sightingsIn, wholeList } from '../../../history/sightings.ts'
import { Recent } from './recent.ts'

/** How many sightings are stored, of pets and of callers who saw them: some 40 MB. */
const MOST_SIGHTINGS = 50_000
/** Of callers and statuses; each holds as many pets as the longest page. */
const MOST_SHELVES = 400
/** Longer names and paths are not stored. */
const LONGEST = 500

/**
 * The reply that first showed each pet, to anybody and to each caller: a contradiction about pets needs no other reply besides
 * the new one. Where the service contradicts it, the new reply takes its place, so that each contradiction is found once.
 */
export class SeenPets {
  /** By id, and by caller and id. */
  readonly #first = new Recent<RecordedExchange>(MOST_SIGHTINGS)
  /** What a list of all pets, or of those of one status, owes a caller. More than a page of them cannot be missing unseen. */
  readonly #shelves = new Recent<Map<string, RecordedExchange>>(MOST_SHELVES)

  /** The earlier replies that may contradict a new one. */
  concerning(exchange: RecordedExchange): readonly RecordedExchange[] {
    const { caller } = exchange.probe
    const asked = askedId(exchange)
    const ids = [...sightingsIn(exchange).map(({ id }) => id), ...(asked === undefined ? [] : [asked])]
    const shown = ids.flatMap((id) => [this.#first.get(id) ?? [], this.#first.get(`${caller} ${id}`) ?? []])
    const list = wholeList(exchange)
    const shelf = list && this.#shelves.get(shelfName(caller, list.status))
    return merged(new Set([...shown.flat(), ...(shelf?.values() ?? [])]))
  }

  /** Stores the pets that a reply shows for the first time. */
  add(sightings: readonly Sighting[]): void {
    for (const sighting of sightings) {
      const { id, status, exchange } = sighting
      const { caller, path } = exchange.probe
      if (Math.max(sighting.name.length, path.length) > LONGEST) continue
      const trimmed = showingOnly(sighting)
      for (const key of [id, `${caller} ${id}`])
        if (this.#first.get(key) === undefined) this.#first.set(key, trimmed)
      for (const name of [shelfName(caller, undefined), shelfName(caller, status)])
        this.#putOnShelf(name, id, trimmed)
    }
  }

  /** Forgets what a reply contradicts: what it shows in another way, was not found, or lacks. */
  forgetContradicted(exchange: RecordedExchange): void {
    const { caller } = exchange.probe
    const pets = sightingsIn(exchange)
    for (const id of [...pets.map((pet) => pet.id), askedId(exchange) ?? '']) {
      this.#first.delete(id)
      this.#first.delete(`${caller} ${id}`)
    }
    const list = wholeList(exchange)
    const shelf = list && this.#shelves.get(shelfName(caller, list.status))
    if (!shelf) return
    const shown = new Set(pets.map(({ id }) => id))
    for (const id of shelf.keys()) if (!shown.has(id)) shelf.delete(id)
  }

  #putOnShelf(name: string, id: string, exchange: RecordedExchange): void {
    const shelf = this.#shelves.get(name) ?? new Map<string, RecordedExchange>()
    if (!shelf.has(id) && shelf.size < limitBounds.most) shelf.set(id, exchange)
    this.#shelves.set(name, shelf)
  }
}

/** One part for all pets of a reply that parts of it show. */
function merged(parts: Iterable<RecordedExchange>): readonly RecordedExchange[] {
  return [...Map.groupBy(parts, ({ id }) => id).values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? []
    return { ...first, json: [first, ...others].flatMap(({ json }) => json) }
  })
}

function shelfName(caller: string, status: string | undefined): string {
  return `${caller} ${status ?? 'all'}`
}

/**
 * The part of a reply that shows one pet, so that a page of a hundred is not stored for the sake of one. It is evidence of what it
 * shows and never of what it lacks, which only the reply that is judged can be.
 */
function showingOnly({ id, name, categoryId, status, exchange }: Sighting): RecordedExchange {
  const { headers, ...probe } = exchange.probe
  const { Authorization } = headers
  const pet = { id: parseInt64(id), name, categoryId, ...(status !== undefined && { status }) }
  return {
    ...exchange,
    probe: { ...probe, headers: { ...(Authorization !== undefined && { Authorization }) }, body: '' },
    headers: {},
    body: '',
    json: probe.operation === 'listPets' ? [pet] : pet,
    isPart: true,
  }
}
