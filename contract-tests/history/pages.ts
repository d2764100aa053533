import type { ClauseId } from '../../spec/clauses.ts'
import { counted } from '../../spec/wording.ts'
import { limitBounds } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import {
  asTheyWereSent,
  type Finding,
  type History,
  inTime,
  isCredibleList,
  minimal,
  type RecordedExchange,
  remembering,
  type Rule,
} from './history.ts'
import { lastingIn } from './changed-pets.ts'
import { unreadIn } from './outcomes.ts'
import { type ListQuery, listQuery, petName, type Sighting, sightingsIn, unfiltered } from './sightings.ts'
import { perhapsOverLimit } from './spent.ts'
import { callerOf } from './stores.ts'
import { idText, isAdded, isObject } from './values.ts'

/** A list of the pets of one kind: of one status, or of all. */
interface Page {
  readonly exchange: RecordedExchange
  readonly query: ListQuery
  readonly isDefault: boolean
  readonly ids: readonly string[]
  /** Those of them that are surely there still: where others change or remove pets, the history's own. */
  readonly lasting: readonly string[]
}

/** A page has as many pets as its limit allows, or at least all of its kind that earlier pages have shown. */
export const pagesAreFull: Rule = (history) => {
  const unread = unreadIn(history)
  return shortPagesIn(history, (id, { exchange }) => unread(petName(exchange, id), exchange))
}

function shortPagesIn(history: History, isUnread: IsUnread): readonly Finding[] {
  const again: Rule = (part) => shortPagesIn(part, isUnread)
  const findings: Finding[] = []
  const created = createdIn(history)
  for (const pages of Map.groupBy(pagesIn(history), kindOf).values()) {
    const earlier = new Shown()
    const meet = (one: Page): void => {
      earlier.add(one)
    }
    for (const page of asTheyWereSent(pages, meet)) {
      if (page.ids.length >= Math.min(page.query.limit, earlier.size)) continue
      const finding = tooFew(page, earlier.moreThan(page), created, isUnread)
      findings.push(minimal(perhapsOverLimit(finding, history), again, history))
    }
  }
  return findings
}

/** Without `limit` a page has no more pets than the default allows. */
export const defaultIsKept: Rule = (history) =>
  pagesIn(history)
    .filter(({ isDefault, ids }) => isDefault && ids.length > limitBounds.default)
    .map(({ exchange, ids }): Finding => {
      const actual = counted(ids.length, 'pet')
      return {
        clause: 'LIST-4',
        // Pages of any limit may be too long.
        alternatives: ['LIST-2'],
        expected: `at most ${counted(limitBounds.default, 'pet')}, the default limit`,
        actual,
        steps: [{ exchange, shows: actual }],
      }
    })

// So many in the order of another page are there by no chance, nor are as many others of one status between them.
const IN_ORDER = 10
const LEFT_OUT = 3

/**
 * A page without a filter that has pets in the order of the longest one leaves out none of a status: which pets come first is open,
 * but it is the same for every page.
 */
export const noStatusIsSkipped: Rule = (history) => {
  const pages = pagesIn(history).filter(
    ({ query, ids }) => query.status === undefined && ids.length >= IN_ORDER,
  )
  return [...Map.groupBy(pages, kindOf).values()].flatMap((own) =>
    withLongestBefore(own).flatMap(([page, longest]): readonly Finding[] => {
      const { exchange } = page
      const skipped = skippedIn(page, longest)
      if (skipped === undefined) return []
      const { id, statuses, next } = skipped
      const which = statuses.join(' or ')
      const actual = `${counted(page.ids.length, 'pet')}, none that is ${which}`
      return [
        {
          clause: 'LIST-6',
          alternatives: [page.isDefault ? 'LIST-4' : 'LIST-2'],
          expected: `pet ${id}, which is ${statuses[0]}, before pet ${next}, as in the longer list #${longest.exchange.id}: neither has a status filter, so that no pet is left out for its status`,
          actual,
          wrong: exchange,
          steps: inTime([
            { exchange: longest.exchange, shows: counted(longest.ids.length, 'pet') },
            { exchange, shows: actual },
          ]),
        },
      ]
    }),
  )
}

/** Each page with the longest of those that were answered before it was sent. */
function withLongestBefore(pages: readonly Page[]): readonly (readonly [Page, Page])[] {
  const everLonger: Page[] = []
  const meet = (one: Page): void => {
    if (one.ids.length > (everLonger.at(-1)?.ids.length ?? -1)) everLonger.push(one)
  }
  const both: (readonly [Page, Page])[] = []
  for (const page of asTheyWereSent(pages, meet)) {
    const longest = everLonger.at(-1)
    if (longest !== undefined) both.push([page, longest])
  }
  return both
}

/** A pet that a page leaves out, and the one that follows in its place. */
interface Skipped {
  readonly id: string
  /** Those of all pets that it leaves out so, the first one's first. */
  readonly statuses: readonly PetStatus[]
  readonly next: string
}

/** The first of the pets that a page leaves out before its last one, if it shows none of their statuses, and has the others in their order. */
function skippedIn(page: Page, longest: Page): Skipped | undefined {
  const [own, inOrder] = [new Set(page.ids), longest.lasting]
  // Of an id that stands there twice, the first place.
  const placeOf = new Map(inOrder.map((id, at) => [id, at] as const).toReversed())
  const places = page.ids.flatMap((id) => placeOf.get(id) ?? [])
  if (places.length < IN_ORDER || places.some((place, at) => place < (places[at - 1] ?? 0))) return undefined
  const before = new Set(inOrder.slice(0, places.at(-1)).filter((id) => !own.has(id)))
  const statuses = [...statusesOfPets(longest, (id) => before.has(id))]
  const shown = statusesOfPets(page, () => true)
  const lacking = statuses.flatMap((one) => (one === undefined || shown.has(one) ? [] : [one]))
  if (before.size < LEFT_OUT || lacking.length < statuses.length) return undefined
  const [id = ''] = before
  const next = inOrder.slice(inOrder.indexOf(id)).find((one) => own.has(one)) ?? ''
  return { id, statuses: lacking, next }
}

function statusesOfPets(
  { exchange }: Page,
  isOne: (id: string) => boolean,
): ReadonlySet<PetStatus | undefined> {
  const pets = sightingsIn(exchange).filter(({ id }) => isOne(id))
  return new Set(pets.map(({ status }) => status))
}

const pagesIn = remembering((history: History): readonly Page[] => {
  const { exchanges } = history
  const lasts = lastingIn(history)
  const twice = givenTwiceIn(history)
  return exchanges.flatMap((exchange): readonly Page[] => {
    const query = listQuery(exchange)
    const { status, json } = exchange
    if (query === undefined || status !== 200 || !Array.isArray(json) || !isCredibleList(history, exchange))
      return []
    // What stands in no pet's place is another rule's.
    if (!json.every((pet) => isObject(pet) && 'id' in pet)) return []
    const ids = json.map(idText)
    return [
      {
        exchange,
        query,
        isDefault: !exchange.probe.path.includes('limit='),
        ids,
        lasting: ids.filter(
          (one) => !twice.has(one) && lasts(petName(exchange, one), query.status !== undefined),
        ),
      },
    ]
  })
})

/** How keys are scoped is open, so pages are compared with those of the same caller. */
function kindOf({ exchange, query }: Page): string {
  return `${callerOf(exchange)} ${query.status ?? 'all'}`
}

/** What pages have shown so far. */
class Shown {
  readonly #ids = new Set<string>()
  /** Those that have shown a pet first, or more than all before them: the longest first. */
  readonly #pages: Page[] = []

  /** How many pets there are. */
  get size(): number {
    return this.#ids.size
  }

  add(page: Page): void {
    const before = this.#ids.size
    for (const id of page.lasting) this.#ids.add(id)
    const isLongest = page.lasting.length > (this.#pages[0]?.lasting.length ?? 0)
    if (this.#ids.size === before && !isLongest) return
    const last = this.#pages.findLastIndex(({ lasting }) => lasting.length >= page.lasting.length)
    this.#pages.splice(last + 1, 0, page)
  }

  /** Some of the pages, that together show more pets than a later one. */
  moreThan({ ids, query }: Page): readonly Page[] {
    const shown = new Set<string>()
    const chosen: Page[] = []
    for (const page of this.#pages) {
      if (shown.size > ids.length || shown.size >= query.limit) break
      if (page.lasting.every((id) => shown.has(id))) continue
      for (const id of page.lasting) shown.add(id)
      chosen.push(page)
    }
    return chosen
  }
}

function createdIn(history: History): ReadonlySet<string> {
  return new Set(idsGivenIn(history))
}

/** The ids that two pets were given: that is PET-2's, and the first one of them may be gone. */
function givenTwiceIn(history: History): ReadonlySet<string> {
  const given = Map.groupBy(idsGivenIn(history), (id) => id)
  return new Set([...given].flatMap(([id, { length }]) => (length > 1 ? [id] : [])))
}

function idsGivenIn({ exchanges }: History): readonly string[] {
  const creations = exchanges.filter(({ probe }) => probe.operation === 'createPet')
  return creations.filter(isAdded).map(({ json }) => idText(json))
}

/** Whether getPet does not return a pet that a page lacks. */
type IsUnread = (id: string, page: Page) => boolean

function tooFew(
  page: Page,
  earlier: readonly Page[],
  created: ReadonlySet<string>,
  isUnread: IsUnread,
): Finding {
  const { query, ids } = page
  const seen = new Set(earlier.flatMap(({ lasting }) => lasting))
  const actual = counted(ids.length, 'pet')
  const [lacking] = missingIn(page, earlier)
  const [clause, ...alternatives] = clausesOf(page, earlier, created, isUnread)
  const steps = [...earlier, page].map((one) => ({
    exchange: one.exchange,
    shows: counted(one.ids.length, 'pet'),
  }))
  return {
    clause,
    alternatives,
    expected:
      clause === 'LIST-6' && lacking !== undefined
        ? unfiltered(lacking, query.limit)
        : `${counted(Math.min(query.limit, seen.size), 'pet')}: the limit is ${query.limit}, and earlier lists have shown ${counted(seen.size, 'such pet')}`,
    actual,
    steps: inTime(steps),
  }
}

/** Whether a page shows pets, and none of a status that those have which it lacks: one pet alone shows no rule. */
function lacksStatuses(page: Page, earlier: readonly Page[]): boolean {
  const shown = new Set(sightingsIn(page.exchange).map(({ status }) => status))
  const missing = missingIn(page, earlier)
  return page.ids.length > 1 && missing.length > 0 && missing.every(({ status }) => !shown.has(status))
}

/** The pets of earlier pages that a page lacks. */
function missingIn({ ids }: Page, earlier: readonly Page[]): readonly Sighting[] {
  return earlier.flatMap((page) => sightingsIn(page.exchange)).filter(({ id }) => !ids.includes(id))
}

/** The clauses of which one is broken where a page is short: the likeliest first. */
function clausesOf(
  page: Page,
  earlier: readonly Page[],
  created: ReadonlySet<string>,
  isUnread: IsUnread,
): readonly [ClauseId, ...ClauseId[]] {
  const { exchange, query, isDefault, ids } = page
  const isFiltered = query.status !== undefined
  const missing = earlier.flatMap((page) => page.ids).filter((id) => !ids.includes(id))
  const isNew = missing.every((id) => created.has(id))
  const ofLength = isDefault ? ('LIST-4' as const) : ('LIST-2' as const)
  if (isNew && isFiltered && missing.every((id) => isUnread(id, page))) return ['LIST-7', 'LIST-5', ofLength]
  if (isNew && isFiltered) return ['DEPRECATION-3', 'LIST-5', 'LIST-7', ofLength]
  // The same page has shown them before.
  if (isNew && earlier.some((page) => page.exchange.probe.path === exchange.probe.path))
    return ['LIST-7', ofLength]
  if (!isFiltered && lacksStatuses(page, earlier)) return ['LIST-6', ofLength, 'LIST-7']
  if (isDefault) return isFiltered ? ['LIST-4', 'LIST-5', 'DEPRECATION-3', 'LIST-7'] : ['LIST-4', 'LIST-7']
  return isFiltered ? ['LIST-5', 'LIST-2', 'DEPRECATION-3', 'LIST-7'] : ['LIST-2', 'LIST-7']
}
