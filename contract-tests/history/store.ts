import { isInt64 } from '../../spec/exact-json/int64.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { operationOf } from '../../spec/operations.ts'
import { type Finding, type History, isSuccess, precedes, remembering, type Rule } from './history.ts'
import { isInexact } from './int64-cuts.ts'
import { askedId, listQuery, type Sighting, sightingsOf } from './sightings.ts'
import { isObject, shown as shownValue, textOf } from './values.ts'

// A pet is written once, by its creation: it never changes and never goes, for nothing in the document changes or removes one.

/** An id is one pet's, and every reply shows that pet alike. */
export const onePetForEachId: Rule = (history) =>
  contradictingSightings(history).flatMap(([before, now]) => differences(before, now))

/** Sightings of one id that differ from the first one. */
function contradictingSightings(history: History): readonly (readonly [first: Sighting, other: Sighting])[] {
  const first = new Map<string, Sighting>()
  return sightingsOf(history).flatMap((sighting) => {
    const before = first.get(sighting.pet)
    if (before === undefined || isMadeUp(before, sighting)) first.set(sighting.pet, sighting)
    return before === undefined || isSamePet(before, sighting) ? [] : [[before, sighting] as const]
  })
}

/** Whether a read has shown a pet that was created only afterwards. */
function isMadeUp(before: Sighting, now: Sighting): boolean {
  const [shown, created] = [before.exchange, now.exchange].map(({ probe }) => probe.operation)
  return shown === 'getPet' && created === 'createPet' && precedes(before.exchange, now.exchange)
}

/** Sightings that show where a pet must be found: not those of an id that several pets have. */
export const reliableSightings = remembering((history: History): readonly Sighting[] => {
  const all = { ...history, discredited: new Set<number>() }
  const ambiguous = new Set(contradictingSightings(all).map(([{ pet }]) => pet))
  return sightingsOf(history).filter(({ pet }) => !ambiguous.has(pet))
})

/** A creation returns an id that no pet had before: none that a reply showed, and none of another creation. */
export const eachCreationIsNew: Rule = (history) => {
  const [first, created] = [new Map<string, Sighting>(), new Map<string, Sighting>()]
  const listed = new Set<string>()
  return sightingsOf(history).flatMap((sighting): readonly Finding[] => {
    const { exchange, id } = sighting
    if (exchange.probe.operation === 'listPets') listed.add(sighting.pet)
    const [shown, other] = [first.get(sighting.pet), created.get(sighting.pet)]
    if (shown === undefined) first.set(sighting.pet, sighting)
    if (exchange.probe.operation !== 'createPet') return []
    if (other === undefined) created.set(sighting.pet, sighting)
    // A list that was under way may show the new pet before its creation is answered.
    const before = shown !== undefined && precedes(shown.exchange, exchange) ? shown : other
    if (before === undefined) return []
    const isOnlyRead = isMadeUp(before, sighting) && !listed.has(sighting.pet)
    return [
      {
        clause: isOnlyRead ? 'GET-2' : 'PET-2',
        alternatives: isOnlyRead ? ['PET-2'] : [],
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
  if (isMadeUp(before, now)) return ['GET-2', 'PET-2']
  const [one, other] = [before.exchange.probe.operation, now.exchange.probe.operation]
  const shown = [...SHOWN_BY[other ?? 'listPets'], ...SHOWN_BY[one ?? 'listPets']]
  // Two filters are filters still, whichever counts.
  const isFiltered = [before, now].some(({ exchange }) => /[?&]status=/.test(exchange.probe.path))
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

export const SHOWN_BY = {
  createPet: ['CREATE-2'],
  getPet: ['GET-1'],
  listPets: ['LIST-7'],
} as const satisfies Readonly<Record<string, readonly ClauseId[]>>

function text(value: string | number | bigint | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value ?? 'missing')
}

/** A pet that is shown without a status is listed under one at most, by which a service may take it for such a pet. */
export const listedUnderOneStatus: Rule = (history) => {
  const first = new Map<string, Sighting>()
  return sightingsOf(history).flatMap((sighting): readonly Finding[] => {
    const { exchange, id, pet, status } = sighting
    const asked = listQuery(exchange)?.status
    if (status !== undefined || asked === undefined) return []
    const before = first.get(pet) ?? sighting
    first.set(pet, before)
    const other = listQuery(before.exchange)?.status
    if (other === asked) return []
    const shows = `pet ${id}, without a status`
    return [
      {
        clause: 'LIST-5',
        alternatives: [],
        expected: `pets that are ${asked} only: pet ${id} has no status, and was listed among those that are ${other}`,
        actual: shows,
        steps: [
          { exchange: before.exchange, shows },
          { exchange, shows },
        ],
      },
    ]
  })
}

/** A read shows the pet that was asked for. */
export const theOneAskedFor: Rule = (history) =>
  history.exchanges.flatMap((exchange): readonly Finding[] => {
    const id = askedId(exchange)
    const { status, json } = exchange
    if (
      id === undefined ||
      status !== 200 ||
      json === undefined ||
      history.discredited?.has(exchange.id) === true
    )
      return []
    const shown = isObject(json) ? json['id'] : undefined
    if (isObject(json) && textOf(shown) === id) return []
    const actual = shown === undefined ? 'a body without an id' : `the pet ${shownValue(shown)}`
    // The double beside what is no double is another pet's id, and that pet is shown.
    const isRounded =
      isInt64(shown) && Number(id) === Number(shown) && isNamedAs(json, namesOf(history).get(String(shown)))
    return [
      {
        ...(isRounded
          ? { clause: 'GET-3', alternatives: ['GET-1', 'GET-2', 'PET-1'] }
          : { clause: 'GET-1', alternatives: ['GET-2', 'GET-3', 'PET-1'] }),
        expected: `the pet ${id}, or 404`,
        actual,
        steps: [{ exchange, shows: actual }],
      },
    ]
  })

function isNamedAs(json: unknown, name: string | undefined): boolean {
  return isObject(json) && name !== undefined && json['name'] === name
}

/** The names of the pets that lists and creations have shown, by their ids. */
const namesOf = remembering(
  (history: History): ReadonlyMap<string, string> =>
    new Map(
      sightingsOf(history)
        .filter(({ exchange }) => exchange.probe.operation !== 'getPet')
        .map(({ id, name }) => [id, name]),
    ),
)

/** What only begins as an id does is none. */
export const whatIsNoIdIsNotFound: Rule = ({ exchanges }) =>
  exchanges.flatMap((exchange): readonly Finding[] => {
    const { probe, status, json } = exchange
    const isRead = operationOf(probe.method, probe.path) === 'getPet' && isSuccess(exchange)
    if (!isRead || !isObject(json) || !isInt64(json['id']) || !BEGINS_AS_ID.test(probe.path)) return []
    const actual = `status ${status} with the pet ${shownValue(json['id'])}`
    return [
      {
        clause: 'GET-2',
        alternatives: ['GET-3'],
        expected: '404, or 400: no pet has such an id',
        actual,
        steps: [{ exchange, shows: actual }],
      },
    ]
  })

// `1e1` and `5.0` are numbers to some readers.
const BEGINS_AS_ID = /^\/pets\/-?\d+[a-df-z]\w*$/i
