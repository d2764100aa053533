import type { ClauseId } from '../../spec/clauses.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { REMOVAL_OF_GET_PET } from '../../spec/operations.ts'
import { type Finding, type History, precedes, type RecordedExchange, type Rule } from './history.ts'
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
  const ofField: readonly ClauseId[] = [
    ...(isOnlyIn('categoryId', before, now) ? (['PET-4'] as const) : []),
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
  return history.exchanges.flatMap((exchange): readonly Finding[] => {
    const query = wholeList(exchange)
    if (query === undefined || history.discredited?.has(exchange.id) === true) return []
    const pets = sightingsIn(exchange)
    // A list may contain other values than pets.
    if (Array.isArray(exchange.json) && pets.length < exchange.json.length) return []
    const shown = new Set(pets.map(({ id }) => id))
    const shelf = shelves.get(shelfName(exchange, query.status)) ?? []
    // More than a page holds cannot all be in it, so that no further one needs to be looked for.
    const missing = shelf
      .slice(0, query.limit)
      .find((pet) => !shown.has(pet.id) && precedes(pet.exchange, exchange))
    return missing === undefined ? [] : [lost(missing, exchange, query, shown.size)]
  })
}

/** The pets in the order in which each caller saw them first: those of each status, and all together. */
function shelvesOf(history: History): ReadonlyMap<string, readonly Sighting[]> {
  const shelves = new Map<string, Sighting[]>()
  const seen = new Set<string>()
  for (const sighting of reliableSightings(history)) {
    for (const status of new Set([undefined, sighting.status])) {
      const name = shelfName(sighting.exchange, status)
      if (seen.has(`${name} ${sighting.id}`)) continue
      seen.add(`${name} ${sighting.id}`)
      const shelf = shelves.get(name)
      if (shelf) shelf.push(sighting)
      else shelves.set(name, [sighting])
    }
  }
  return shelves
}

/** How keys are scoped is open, so that a pet of one caller need not be shown to another. */
function shelfName({ probe }: RecordedExchange, status: string | undefined): string {
  return [probe.base ?? '', probe.caller, status ?? 'all'].join(' ')
}

function lost(pet: Sighting, list: RecordedExchange, query: ListQuery, length: number): Finding {
  const { operation } = pet.exchange.probe
  const isDefault = !list.probe.path.includes('limit=')
  const ofLength: ClauseId = isDefault ? 'LIST-4' : 'LIST-2'
  const ofFilter: ClauseId = query.status === undefined ? 'LIST-6' : 'LIST-5'
  const all: readonly ClauseId[] = ['LIST-7', ofFilter, ofLength, 'DEPRECATION-3']
  const clause = query.status === undefined ? (operation === 'createPet' ? 'LIST-7' : ofLength) : ofFilter
  const what = query.status === undefined ? 'all pets' : `all pets that are ${query.status}`
  return {
    clause,
    alternatives: all.filter((one) => one !== clause),
    expected: `pet ${pet.id} in a list of ${what}: the page has room for ${query.limit}, and the pet was there before`,
    actual: `${length} pets, without ${pet.id}`,
    steps: [
      { exchange: pet.exchange, shows: `pet ${pet.id}${pet.status === undefined ? '' : `, ${pet.status}`}` },
      { exchange: list, shows: `${length} pets, without ${pet.id}` },
    ],
  }
}

/** A pet that was seen is found by its id. */
export const whatIsSeenIsFound: Rule = (history) => {
  const first = new Map<string, Sighting>()
  const nameOf = ({ probe }: RecordedExchange, id: string): string =>
    [probe.base ?? '', probe.caller, id].join(' ')
  for (const sighting of reliableSightings(history)) {
    const name = nameOf(sighting.exchange, sighting.id)
    if (!first.has(name)) first.set(name, sighting)
  }
  return history.exchanges.flatMap((exchange): readonly Finding[] => {
    const id = askedId(exchange)
    const { status, sent } = exchange
    if (id === undefined || !NOT_FOUND.has(status) || sent >= REMOVAL_OF_GET_PET - A_DAY_MS) return []
    const pet = first.get(nameOf(exchange, id))
    if (pet === undefined || !precedes(pet.exchange, exchange)) return []
    return [
      {
        clause: 'GET-1',
        alternatives: ['DEPRECATION-1', 'GET-3', ...SHOWN_BY[pet.exchange.probe.operation ?? 'listPets']],
        expected: `200 with pet ${id}, which was there before`,
        actual: `status ${status}`,
        steps: [
          { exchange: pet.exchange, shows: `pet ${id}` },
          { exchange, shows: `status ${status}` },
        ],
      },
    ]
  })
}

const NOT_FOUND = new Set([400, 404, 405, 410, 422])
const A_DAY_MS = 86_400_000

/** A read shows the pet that was asked for. */
export const theOneAskedFor: Rule = ({ exchanges }) =>
  exchanges.flatMap((exchange): readonly Finding[] => {
    const id = askedId(exchange)
    const { status, json } = exchange
    if (id === undefined || status !== 200 || json === undefined) return []
    const shown = typeof json === 'object' && json !== null && 'id' in json ? json.id : undefined
    if (isInt64(shown) && String(shown) === id) return []
    const actual = isInt64(shown) ? `the pet ${shown}` : 'a body without an id'
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
