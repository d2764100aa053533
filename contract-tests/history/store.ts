import type { ClauseId } from '../../spec/clauses.ts'
import { REMOVAL_OF_GET_PET } from '../../spec/operations.ts'
import {
  type Finding,
  type History,
  isWithKey,
  precedes,
  type RecordedExchange,
  type Rule,
} from './history.ts'
import { isInexact } from './int64-cuts.ts'
import { storesOf } from './stores.ts'
import { isObject, shown as shownValue } from './values.ts'
import {
  askedId,
  type ListQuery,
  listQuery,
  type Sighting,
  sightingsIn,
  sightingsOf,
  wholeList,
} from './sightings.ts'

// A pet is written once, by its creation: it never changes and never goes, for nothing in the document changes or removes one.

/** An id is one pet's, and every reply shows that pet alike. */
export const onePetForEachId: Rule = (history) =>
  contradictingSightings(history).flatMap(([before, now]) => differences(before, now))

/** Sightings of one id that differ from the first one. */
function contradictingSightings(history: History): readonly (readonly [first: Sighting, other: Sighting])[] {
  const first = new Map<string, Sighting>()
  return sightingsOf(history).flatMap((sighting) => {
    const before = first.get(petOf(sighting))
    if (before === undefined) first.set(petOf(sighting), sighting)
    return before === undefined || isSamePet(before, sighting) ? [] : [[before, sighting] as const]
  })
}

/** Sightings that tell where a pet must be found: not those of an id that several pets have. */
function reliableSightings(history: History): readonly Sighting[] {
  const all = { ...history, discredited: new Set<number>() }
  const ambiguous = new Set(contradictingSightings(all).map(([pet]) => petOf(pet)))
  return sightingsOf(history).filter((pet) => !ambiguous.has(petOf(pet)))
}

/** The two base addresses may show two stores. */
function petOf({ exchange, id }: Sighting): string {
  return `${exchange.probe.base ?? ''} ${id}`
}

/** A creation returns an id that no pet had before: none that a reply showed, and none of another creation. */
export const eachCreationIsNew: Rule = (history) => {
  const first = new Map<string, Sighting>()
  return sightingsOf(history).flatMap((sighting): readonly Finding[] => {
    const { exchange, id } = sighting
    const before = first.get(petOf(sighting))
    if (before === undefined) first.set(petOf(sighting), sighting)
    const isCreation = exchange.probe.operation === 'createPet'
    const isOfCreation = before?.exchange.probe.operation === 'createPet'
    if (before === undefined || !isCreation || !(isOfCreation || precedes(before.exchange, exchange)))
      return []
    return [
      {
        clause: 'PET-2',
        alternatives: [],
        expected: 'an id that no pet has',
        actual: `${id} once more`,
        steps: [
          { exchange: before.exchange, shows: `pet ${id}` },
          { exchange, shows: `a new pet ${id}` },
        ],
      },
    ]
  })
}

const FIELDS = ['name', 'categoryId', 'status'] as const

function isSamePet(one: Sighting, other: Sighting): boolean {
  return FIELDS.every((field) => one[field] === other[field])
}

function differences(before: Sighting, now: Sighting): readonly Finding[] {
  const field = FIELDS.find((one) => before[one] !== now[one])
  if (field === undefined) return []
  const [clause, ...alternatives] = clausesOfDifference(before, now)
  if (clause === undefined) return []
  const both = [before, now].map(({ exchange, id, [field]: value }) => ({
    exchange,
    shows: `pet ${id} with ${field} ${text(value)}`,
  }))
  return [
    {
      clause,
      alternatives,
      expected: `pet ${now.id} with ${field} ${text(before[field])}, as before`,
      actual: `${field} ${text(now[field])}`,
      steps: before.exchange === now.exchange ? both.slice(1) : both,
    },
  ]
}

/** The clauses that may be broken where two replies show one id in two ways: each is about one of the two operations. */
function clausesOfDifference(before: Sighting, now: Sighting): readonly ClauseId[] {
  const [one, other] = [before.exchange.probe.operation, now.exchange.probe.operation]
  const shown = [...SHOWN_BY[other ?? 'listPets'], ...SHOWN_BY[one ?? 'listPets']]
  const isFiltered = [before, now].some(({ exchange }) => listQuery(exchange)?.status !== undefined)
  const isOfCategory = isOnlyIn('categoryId', before, now)
  if (isOfCategory && !isInexact(before.categoryId, now.categoryId))
    return [...new Set([...shown, 'PET-4', 'PET-2'] as const)]
  const ofField: readonly ClauseId[] = [
    ...(isOfCategory ? (['PET-4'] as const) : []),
    ...(isFiltered && isOnlyIn('status', before, now) ? (['LIST-5'] as const) : []),
  ]
  return [
    ...new Set([
      ...ofField,
      ...(one === other && one === 'createPet' ? ['PET-2' as const, ...shown] : [...shown, 'PET-2' as const]),
    ]),
  ]
}

function isOnlyIn(field: (typeof FIELDS)[number], one: Sighting, other: Sighting): boolean {
  return FIELDS.every((name) => (one[name] === other[name]) === (name !== field))
}

const SHOWN_BY = {
  createPet: ['CREATE-2'],
  getPet: ['GET-1'],
  listPets: ['LIST-7'],
} as const satisfies Readonly<Record<string, readonly ClauseId[]>>

function text(value: string | number | bigint | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value ?? 'missing')
}

/** A list that shows all there are shows each pet that was seen before it was sent. */
export const nothingIsLost: Rule = (history) => {
  const shelves = shelvesOf(history)
  const storeOf = storesOf(history)
  const created = new Set(
    sightingsOf(history)
      .filter(({ exchange }) => exchange.probe.operation === 'createPet')
      .map(petOf),
  )
  const listed = lastListsOf(history)
  return history.exchanges.flatMap((exchange): readonly Finding[] => {
    const query = wholeList(exchange)
    if (query === undefined || history.discredited?.has(exchange.id) === true) return []
    const pets = sightingsIn(exchange)
    // A list may contain other values than pets.
    if (Array.isArray(exchange.json) && pets.length < exchange.json.length) return []
    const shown = new Set(pets.map(({ id }) => id))
    const shelf = shelves.get(shelfName(storeOf(exchange), query.status)) ?? []
    // More than a page holds cannot all be in it, so that no further ones need to be looked for.
    const missing = shelf
      .slice(0, query.limit)
      .filter((pet) => !shown.has(pet.id) && precedes(pet.exchange, exchange))
    const own = missing.find((pet) => created.has(petOf(pet)))
    const others = missing.find((pet) => !created.has(petOf(pet)))
    const last = own && listed.get(`${query.status ?? 'all'} ${petOf(own)}`)
    const how = {
      isLate: last !== undefined && last > exchange.id,
      // Pages of another limit show it.
      isOfLimit:
        last !== undefined && own !== undefined && !listed.has(`${exchange.probe.path} ${petOf(own)}`),
    }
    // A list that lacks what was there before lacks new pets for the same reason.
    if (others !== undefined) return [lost(others, exchange, query, clausesOfOld(others, exchange, pets))]
    return own === undefined ? [] : [lost(own, exchange, query, clausesOfNew(own, query, pets, how))]
  })
}

/** The pets in the order in which each store showed them first: those of each status, and all together. */
function shelvesOf(history: History): ReadonlyMap<string, readonly Sighting[]> {
  const shelves = new Map<string, Sighting[]>()
  const seen = new Set<string>()
  const storeOf = storesOf(history)
  for (const sighting of reliableSightings(history)) {
    for (const status of new Set([undefined, sighting.status])) {
      const name = shelfName(storeOf(sighting.exchange), status)
      if (seen.has(`${name} ${sighting.id}`)) continue
      seen.add(`${name} ${sighting.id}`)
      const shelf = shelves.get(name)
      if (shelf) shelf.push(sighting)
      else shelves.set(name, [sighting])
    }
  }
  return shelves
}

function shelfName(store: string, status: string | undefined): string {
  return `${store} ${status ?? 'all'}`
}

/** The last list of each kind, and of each path, that shows a pet. */
function lastListsOf({ exchanges }: History): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const exchange of exchanges) {
    const query = listQuery(exchange)
    if (query === undefined) continue
    for (const pet of sightingsIn(exchange))
      for (const kind of [query.status ?? 'all', exchange.probe.path])
        last.set(`${kind} ${petOf(pet)}`, exchange.id)
  }
  return last
}

type Clauses = readonly [ClauseId, ...ClauseId[]]

/** The clauses of which one is broken where a list lacks a pet that was created: the likeliest first. */
function clausesOfNew(
  pet: Sighting,
  { status }: ListQuery,
  pets: readonly Sighting[],
  { isLate, isOfLimit }: { readonly isLate: boolean; readonly isOfLimit: boolean },
): Clauses {
  if (status !== undefined)
    return isLate
      ? ['LIST-7', 'DEPRECATION-3', 'LIST-5', 'LIST-2', 'PET-2']
      : ['DEPRECATION-3', 'LIST-5', 'LIST-7', 'LIST-2', 'PET-2']
  if (lacksStatus(pet, pets)) return ['LIST-6', 'LIST-7', 'PET-2']
  return isOfLimit ? ['LIST-2', 'LIST-7', 'LIST-6', 'PET-2'] : ['LIST-7', 'LIST-2', 'LIST-6', 'PET-2']
}

/** The same of a pet that was there before. */
function clausesOfOld(
  pet: Sighting,
  { probe: { path } }: RecordedExchange,
  pets: readonly Sighting[],
): Clauses {
  const isDefault = !path.includes('limit=')
  if (path.includes('status='))
    return isDefault
      ? ['LIST-4', 'LIST-5', 'LIST-7', 'DEPRECATION-3', 'PET-2']
      : ['LIST-5', 'LIST-2', 'LIST-7', 'DEPRECATION-3', 'PET-2']
  if (lacksStatus(pet, pets)) return ['LIST-6', 'LIST-2', 'LIST-7', 'PET-2']
  return isDefault ? ['LIST-4', 'LIST-7', 'PET-2'] : ['LIST-2', 'LIST-7', 'PET-2']
}

/** Whether a list shows pets, and none of the status of one that it lacks. */
function lacksStatus(lacking: Sighting, pets: readonly Sighting[]): boolean {
  return (
    pets.length > 0 && lacking.status !== undefined && pets.every(({ status }) => status !== lacking.status)
  )
}

function lost(
  pet: Sighting,
  list: RecordedExchange,
  query: ListQuery,
  [clause, ...alternatives]: Clauses,
): Finding {
  const what = query.status === undefined ? 'all pets' : `all pets that are ${query.status}`
  const { length } = sightingsIn(list)
  return {
    clause,
    alternatives,
    expected: `pet ${pet.id} in a list of ${what}: the page has room for ${query.limit}, and the pet was there before`,
    actual: `${length} pets, without ${pet.id}`,
    steps: [
      { exchange: pet.exchange, shows: `pet ${pet.id}${pet.status === undefined ? '' : `, ${pet.status}`}` },
      { exchange: list, shows: `${length} pets, without ${pet.id}` },
    ],
  }
}

/** A pet that was seen is served under its id. */
export const whatIsSeenIsFound: Rule = (history) => {
  const first = new Map<string, Sighting>()
  const storeOf = storesOf(history)
  const nameOf = (exchange: RecordedExchange, id: string): string => `${storeOf(exchange)} ${id}`
  for (const sighting of reliableSightings(history)) {
    const name = nameOf(sighting.exchange, sighting.id)
    if (!first.has(name)) first.set(name, sighting)
  }
  const reads = history.exchanges.filter((one) => one.probe.operation === 'getPet' && isWithKey(one))
  const isServedAtAll = reads.some((one) => one.status === 200 && sightingsIn(one).length > 0)
  const isGone = !isServedAtAll && new Set(reads.map(askedId)).size > 1
  return history.exchanges.flatMap((exchange): readonly Finding[] => {
    const id = askedId(exchange)
    const { status, sent, probe } = exchange
    const isRemoved = sent >= REMOVAL_OF_GET_PET - A_DAY_MS
    if (id === undefined || OF_OTHER_RULES.has(status) || isRemoved || !isWithKey(exchange)) return []
    const pet = first.get(nameOf(exchange, id))
    if (pet === undefined || !precedes(pet.exchange, exchange)) return []
    const clauses: readonly ClauseId[] = isGone
      ? ['DEPRECATION-1', 'GET-1', 'GET-3']
      : ['GET-1', 'DEPRECATION-1', 'GET-3']
    const [clause = 'GET-1', ...alternatives] =
      probe.base === undefined ? clauses : ['BASE-2' as const, ...clauses]
    return [
      {
        clause,
        alternatives: [...alternatives, ...SHOWN_BY[pet.exchange.probe.operation ?? 'listPets']],
        expected: `200 with pet ${id}, which was there before`,
        actual: `status ${status}`,
        isOfAnswer: true,
        steps: [
          { exchange: pet.exchange, shows: `pet ${id}` },
          { exchange, shows: `status ${status}` },
        ],
      },
    ]
  })
}

// Of keys and limits, and of a gateway whose service does not answer.
const OF_OTHER_RULES = new Set([200, 401, 403, 429, 502, 503, 504])
const A_DAY_MS = 86_400_000

/** A read shows the pet that was asked for. */
export const theOneAskedFor: Rule = ({ exchanges, discredited }) =>
  exchanges.flatMap((exchange): readonly Finding[] => {
    const id = askedId(exchange)
    const { status, json } = exchange
    if (id === undefined || status !== 200 || json === undefined || discredited?.has(exchange.id) === true)
      return []
    const shown = isObject(json) ? json['id'] : undefined
    if (isObject(json) && String(shown) === id) return []
    const actual = shown === undefined ? 'a body without an id' : `the pet ${shownValue(shown)}`
    return [
      {
        clause: 'GET-1',
        alternatives: ['GET-2', 'GET-3', 'PET-1'],
        expected: `the pet ${id}, or 404`,
        actual,
        steps: [{ exchange, shows: actual }],
      },
    ]
  })
