import type { ClauseId } from '../../spec/clauses.ts'
import type { PetStatus } from '../../spec/wire.ts'
import { counted } from '../../spec/wording.ts'
import { lastingIn } from './changed-pets.ts'
import {
  countUpTo,
  type Finding,
  type History,
  inTime,
  isCredibleList,
  precedes,
  remembering,
  type RecordedExchange,
  type Rule,
} from './history.ts'
import { unreadIn } from './outcomes.ts'
import {
  type ListQuery,
  listQuery,
  type Sighting,
  sightingsIn,
  sightingsOf,
  unfiltered,
  wholeList,
} from './sightings.ts'
import { shelfName, shelvesOf, sharingSteps, withoutWitnesses } from './shelves.ts'
import { perhapsOverLimit } from './spent.ts'
import { type Stores, storesOf } from './stores.ts'
import { idText, listed, textOf } from './values.ts'

// A pet never goes: what was seen is in every list that has room for it.

/** A list that shows all there are shows each pet that was seen before it was sent. */
export const nothingIsLost: Rule = (history) =>
  lostIn(history).map((finding) =>
    withoutWitnesses(perhapsOverLimit(finding, history), nothingIsLost, history),
  )

/** A list that lacks pets which were there before it was asked for, though it has room for them. */
interface Lacking {
  readonly exchange: RecordedExchange
  readonly query: ListQuery
  readonly missing: readonly Sighting[]
}

const lackingIn = remembering((history: History): readonly Lacking[] => {
  const shelves = shelvesOf(history)
  const stores = storesOf(history)
  const lasts = lastingIn(history)
  return history.exchanges.flatMap((exchange): readonly Lacking[] => {
    const query = wholeList(exchange)
    if (query === undefined || !isCredibleList(history, exchange)) return []
    const members = listed(exchange.json)
    // A list may contain other values than pets.
    if (sightingsIn(exchange).length < members.length && history.countable?.has(exchange.id) !== true)
      return []
    const shown = new Set(members.map(idText))
    const shelf = shelves.get(shelfName(stores.nameOf(exchange), query.status)) ?? new Map<string, Sighting>()
    // More than a page holds cannot all be in it, so that no further ones need to be looked for.
    const missing = shelf
      .values()
      // What others have moved to another status for a while may be seen in this one alone.
      .filter(({ pet }) => query.status === undefined || lasts(pet, true))
      .take(query.limit)
      .filter((pet) => !shown.has(pet.id) && precedes(pet.exchange, exchange))
      .toArray()
    return missing.length === 0 ? [] : [{ exchange, query, missing }]
  })
})

/**
 * The lists that lack a pet which was created before, and which no list of their kind has shown by then: they may be behind. Of each
 * kind, which is the status that they were filtered by, the last one for each caller.
 */
export function listsBehind(
  history: History,
): readonly { readonly exchange: RecordedExchange; readonly status: PetStatus | undefined }[] {
  const created = createdIn(history)
  const behind = lackingIn(history).filter((lacking) =>
    lacking.missing.some(({ pet }) => created.has(pet) && !isShownBefore(pet, lacking, history)),
  )
  const ofKinds = new Map(
    behind.map(({ exchange, query: { status } }) => [
      `${exchange.probe.caller} ${status}`,
      { exchange, status },
    ]),
  )
  return [...ofKinds.values()]
}

function lostIn(history: History): readonly Finding[] {
  const stores = storesOf(history)
  const created = createdIn(history)
  return lackingIn(history).flatMap((lacking): readonly Finding[] => {
    const { exchange, query, missing } = lacking
    const pets = sightingsIn(exchange)
    const members = listed(exchange.json)
    const own = missing.find(({ pet }) => created.has(pet) && !isListedLater(pet, lacking, history))
    const others = missing.find((pet) => !created.has(pet.pet))
    // A list that lacks what was there before lacks new pets for the same reason.
    if (others !== undefined) {
      const clauses = clausesOfOld(others, exchange, pets)
      // A read may show what there is not.
      const isOnlyRead =
        others.exchange.probe.operation === 'getPet' && !listingsOf(history).has(`all ${others.pet}`)
      return [lost(others, exchange, isOnlyRead ? ['GET-2', ...clauses] : clauses, stores)]
    }
    if (own === undefined) return []
    const listings = listingsOf(history)
    const ofKind = listings.get(`${query.status ?? 'all'} ${own.pet}`)
    const ofAll = listings.get(`all ${own.pet}`)
    // What only another key's lists show is kept from this one, whatever the limit.
    const isInOwn = listingOf(own.pet, lacking, history) !== undefined
    const how = {
      isUnread: unreadIn(history)(own.pet, exchange),
      isLate: ofKind !== undefined && ofKind.last > exchange.id,
      isInAll: ofAll !== undefined && ofAll.first <= exchange.after,
      isShownBefore: ofKind !== undefined && ofKind.first <= exchange.after,
      isOfLimit:
        isInOwn && !listings.has(`${exchange.probe.path} ${own.pet}`) && !isAsBefore(exchange, own, history),
      isCut:
        members.length === cutAt(history).get(stores.nameOf(exchange)) &&
        pets.some(({ pet }) => created.has(pet)),
      isRead: readIn(history).has(own.pet),
    }
    return [lost(own, exchange, clausesOfNew(own, exchange, pets, how), stores, how.isLate)]
  })
}

/** The pets that creations have returned, by `Sighting.pet`. */
const createdIn = remembering((history: History): ReadonlySet<string> => {
  const creations = sightingsOf(history).filter(({ exchange }) => exchange.probe.operation === 'createPet')
  return new Set(creations.map(({ pet }) => pet))
})

/** Whether lists of the same kind for the same caller show a pet later, and none does before: no sentence says how soon one has it. */
function isListedLater(pet: string, lacking: Lacking, history: History): boolean {
  return listingOf(pet, lacking, history) !== undefined && !isShownBefore(pet, lacking, history)
}

function isShownBefore(pet: string, lacking: Lacking, history: History): boolean {
  return Number(listingOf(pet, lacking, history)?.first) <= lacking.exchange.after
}

/** The lists of the kind of one, for its caller, that show a pet. */
function listingOf(pet: string, { exchange: { probe }, query }: Lacking, history: History) {
  return listingsOf(history).get(`${probe.caller} ${query.status ?? 'all'} ${pet}`)
}

/** Whether a list is that of an earlier one of its path, from before a pet was there: a cache has it, whatever the limit. */
function isAsBefore(list: RecordedExchange, pet: Sighting, { exchanges }: History): boolean {
  const earlier = exchanges.findLast(
    (one) => one.probe.path === list.probe.path && one.status === 200 && precedes(one, pet.exchange),
  )
  return earlier !== undefined && textOf(earlier.json) === textOf(list.json)
}

// Whoever cuts pages cuts them at a round number.
const ROUND = 5

/** How many pets the lists of a store have that lack some: as many each time, while ever more were there. */
const cutAt = remembering((history: History): ReadonlyMap<string, number> => {
  const stores = storesOf(history)
  const known = new Map(
    Array.from(shelvesOf(history), ([name, shelf]) => [
      name,
      [...shelf.values()].map(({ exchange }) => exchange.id),
    ]),
  )
  const short = new Map<string, { readonly lengths: Set<number>; readonly known: Set<number> }>()
  for (const exchange of history.exchanges) {
    const query = wholeList(exchange)
    if (query === undefined || query.status !== undefined) continue
    const store = stores.nameOf(exchange)
    const [shown, there] = [
      listed(exchange.json).length,
      countUpTo(known.get(shelfName(store, undefined)) ?? [], exchange.after),
    ]
    if (shown >= there) continue
    const before = short.get(store) ?? { lengths: new Set(), known: new Set() }
    short.set(store, { lengths: before.lengths.add(shown), known: before.known.add(there) })
  }
  const cut = new Map<string, number>()
  for (const [store, { lengths, known: sizes }] of short) {
    const [length = 0, ...others] = lengths
    if (others.length === 0 && sizes.size > 1 && length % ROUND === 0) cut.set(store, length)
  }
  return cut
})

/** The first and the last list of each kind, of each kind for a caller, and of each path, that show a pet. */
const listingsOf = remembering(({ exchanges }: History) => {
  const listings = new Map<string, { readonly first: number; last: number }>()
  for (const exchange of exchanges) {
    const query = listQuery(exchange)
    if (query === undefined) continue
    const ofKind = query.status ?? 'all'
    for (const pet of sightingsIn(exchange))
      for (const kind of [ofKind, `${exchange.probe.caller} ${ofKind}`, exchange.probe.path]) {
        const { first = exchange.id } = listings.get(`${kind} ${pet.pet}`) ?? {}
        listings.set(`${kind} ${pet.pet}`, { first, last: exchange.id })
      }
  }
  return listings
})

/** The pets that getPet has returned. */
const readIn = remembering((history: History): ReadonlySet<string> => {
  const read = sightingsOf(history).filter(({ exchange }) => exchange.probe.operation === 'getPet')
  return new Set(read.map(({ pet }) => pet))
})

type Clauses = readonly [ClauseId, ...ClauseId[]]

/** How a list lacks a pet that was created. */
interface Circumstances {
  /** Whether getPet does not return it either. */
  readonly isUnread: boolean
  /** Whether a later one of its kind shows it. */
  readonly isLate: boolean
  /** Whether an earlier one of all pets has shown it. */
  readonly isInAll: boolean
  /** Whether an earlier one of its kind has shown it. */
  readonly isShownBefore: boolean
  /** Whether the list has as many pets as all that lack some, and new ones among them. */
  readonly isCut: boolean
  /** Whether only pages of another limit show it. */
  readonly isOfLimit: boolean
  /** Whether getPet returns it. */
  readonly isRead: boolean
}

/** The clauses of which one is broken where a list lacks a pet that was created: the likeliest first. */
function clausesOfNew(
  pet: Sighting,
  list: RecordedExchange,
  pets: readonly Sighting[],
  { isUnread, isLate, isInAll, isShownBefore, isOfLimit, isCut, isRead }: Circumstances,
): Clauses {
  const ofLength = clauseOfLength(list)
  const status = listQuery(list)?.status
  if (status !== undefined && isUnread) return ['LIST-7', 'LIST-5', ofLength, 'PET-2']
  if (status !== undefined && isShownBefore && isOfLimit)
    return ['LIST-5', 'LIST-7', 'DEPRECATION-3', ofLength, 'PET-2']
  if (status !== undefined)
    return (isLate || !(isRead || isShownBefore)) && !isInAll
      ? ['LIST-7', 'DEPRECATION-3', 'LIST-5', ofLength, 'PET-2']
      : ['DEPRECATION-3', 'LIST-5', 'LIST-7', ofLength, 'PET-2']
  if (lacksStatus(pet, pets)) return ['LIST-6', 'LIST-7', ofLength, 'PET-2']
  return isOfLimit || isCut
    ? [ofLength, 'LIST-7', 'LIST-6', 'PET-2']
    : ['LIST-7', ofLength, 'LIST-6', 'PET-2']
}

/** The same of a pet that was there before. */
function clausesOfOld(pet: Sighting, list: RecordedExchange, pets: readonly Sighting[]): Clauses {
  const ofLength = clauseOfLength(list)
  if (listQuery(list)?.status !== undefined)
    return ofLength === 'LIST-4'
      ? ['LIST-4', 'LIST-5', 'LIST-7', 'DEPRECATION-3', 'PET-2']
      : ['LIST-5', 'LIST-2', 'LIST-7', 'DEPRECATION-3', 'PET-2']
  return lacksStatus(pet, pets) ? ['LIST-6', ofLength, 'LIST-7', 'PET-2'] : [ofLength, 'LIST-7', 'PET-2']
}

/** The clause of the length of a list: that of its limit, or of the default one. */
function clauseOfLength({ probe }: RecordedExchange): 'LIST-2' | 'LIST-4' {
  return probe.path.includes('limit=') ? 'LIST-2' : 'LIST-4'
}

/** Whether a list shows pets, and none of the status of one that it lacks: one pet alone shows no rule. */
function lacksStatus(lacking: Sighting, pets: readonly Sighting[]): boolean {
  return (
    pets.length > 1 && lacking.status !== undefined && pets.every(({ status }) => status !== lacking.status)
  )
}

function lost(
  pet: Sighting,
  list: RecordedExchange,
  [clause, ...alternatives]: Clauses,
  stores: Stores,
  isLate = false,
): Finding {
  const later = isLate ? ', which a later list shows' : ''
  const actual = `${counted(listed(list.json).length, 'pet')}, without pet ${pet.id}${later}`
  return {
    clause,
    alternatives,
    expected: expectedOf(clause, pet, listQuery(list)),
    actual,
    wrong: list,
    lacks: pet.id,
    steps: inTime([
      { exchange: pet.exchange, shows: `pet ${pet.id}${pet.status === undefined ? '' : `, ${pet.status}`}` },
      ...sharingSteps(stores, pet.exchange, list),
      { exchange: list, shows: actual },
    ]),
  }
}

/** What a list should have had by a clause that it may break: of that on its length, so many pets. */
function expectedOf(clause: ClauseId, pet: Sighting, query: ListQuery | undefined): string {
  const { limit = 0, status } = query ?? {}
  if (clause === 'LIST-6') return unfiltered(pet, limit)
  const which = status === undefined ? '' : ` that are ${status}`
  return clause === 'LIST-2' || clause === 'LIST-4'
    ? `${counted(limit, 'pet')}${which}, or all there are if fewer: pet ${pet.id} was there before`
    : `pet ${pet.id} in a list of all pets${which}: the page has room for ${limit}, and the pet was there before`
}
