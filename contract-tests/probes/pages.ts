// What the pages of a run hold, one after the other: a page has room for every pet that one like it has shown before.
import type { ClauseId } from '../../spec/clauses.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { limitBounds, petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import { counted } from '../../spec/wording.ts'
import { type Exchange, type Probe } from '../engine/exchange.ts'
import { remembering } from '../history/history.ts'
import { isObject } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import type { Session } from '../engine/session.ts'

/** A list that was asked for by limit and status alone, lawful ones. */
export interface Page {
  readonly exchange: Exchange
  /** As it was sent, or the default. */
  readonly limit: number
  readonly isDefault: boolean
  /** Empty where none was sent. */
  readonly status: string
  /** Empty where a pet has none. */
  readonly ids: readonly string[]
  /** How many pets of the kind lists had shown before. */
  readonly known: number
}

/** The pages that the first key was shown, as far as the document says what they hold. */
export function pagesOf({ session }: Run): readonly Page[] {
  return seenUntilNow(session).pages
}

/** How many pets the lists of a run have shown in all. */
export function petsListed({ session }: Run): number {
  return countOf(seenUntilNow(session).listed)
}

/** The status of which lists have shown the most pets, so that a page of it may be full. */
export function commonestStatus({ session }: Run): PetStatus {
  const { byStatus } = seenUntilNow(session)
  const count = (status: PetStatus): number => countOf(byStatus.get(status) ?? new Set())
  return petStatuses.reduce((most, status) => (count(status) > count(most) ? status : most))
}

/** What the lists of a run have shown so far; grows with its exchanges, each of which is looked at once. */
interface Seen {
  looked: number
  readonly listed: Set<string>
  readonly byStatus: Map<string, Set<string>>
  readonly pages: Page[]
}

const seenIn = remembering((_session: Session): Seen => ({
  looked: 0,
  listed: new Set(),
  byStatus: new Map(),
  pages: [],
}))

function seenUntilNow(session: Session): Seen {
  const seen = seenIn(session)
  for (const exchange of session.exchanges.slice(seen.looked)) addPage(seen, exchange)
  seen.looked = session.exchanges.length
  return seen
}

function addPage({ listed, byStatus, pages }: Seen, exchange: Exchange): void {
  const ids = idsOf(exchange)
  if (ids === undefined) return
  const query = queryOf(exchange.probe)
  const status = query.get('status') ?? ''
  const kind = byStatus.get(status) ?? new Set()
  byStatus.set(status, kind)
  const limit = limitIn(query)
  if (limit !== undefined)
    pages.push({ exchange, limit, isDefault: !query.has('limit'), status, ids, known: countOf(kind) })
  for (const id of ids) {
    kind.add(id)
    listed.add(id)
  }
}

/** How many pets there are at the least: those without an id are one, or may be any of the others. */
function countOf(ids: ReadonlySet<string>): number {
  return ids.size > 1 && ids.has('') ? ids.size - 1 : ids.size
}

/** The clause that says how many pets a page holds. */
export function clauseOf({ isDefault, status }: Page): PageClause {
  if (isDefault) return 'LIST-4'
  return status === '' ? 'LIST-2' : 'LIST-5'
}

/** The clause that a page breaks by what it holds, and how; `undefined` where it holds what it should. */
export function pageFault(page: Page): PageFault | undefined {
  const { limit, isDefault, ids, known } = page
  const { length } = ids
  const least = Math.min(limit, known)
  const clause = clauseOf(page)
  // With a limit, that is a matter of every exchange.
  if (isDefault && length > limit)
    return { clause, page, actual: `${counted(length, 'pet')}, more than the default limit of ${limit}` }
  if (length >= least) return undefined
  return {
    clause,
    page,
    actual: `${counted(length, 'pet')}; the limit is ${limit}, and earlier lists have shown ${known} such pets`,
  }
}

export interface PageFault {
  readonly clause: PageClause
  readonly page: Page
  readonly actual: string
}

export type PageClause = Extract<ClauseId, 'LIST-2' | 'LIST-4' | 'LIST-5'>

/** The ids in a list that the first key was shown at the first base address; `undefined` where it is none of pets. */
function idsOf({ probe, status, json }: Exchange): readonly string[] | undefined {
  const isOwn = probe.operation === 'listPets' && probe.caller === 'key' && probe.base === undefined
  if (!isOwn || status !== 200 || !Array.isArray(json)) return undefined
  return json.every(isObject) ? json.map(({ id }) => (isInt64(id) ? String(id) : '')) : undefined
}

function queryOf({ path }: Probe): URLSearchParams {
  return new URLSearchParams(path.split('?')[1])
}

/** The limit of a query that holds nothing but lawful values; `undefined` of any other. */
function limitIn(query: URLSearchParams): number | undefined {
  const names = [...query.keys()]
  const status = query.get('status')
  const isLawful = status === null || petStatuses.some((one) => one === status)
  if (!isLawful || names.some((name, at) => !KNOWN.has(name) || names.indexOf(name) < at)) return undefined
  const limit = query.get('limit') ?? String(limitBounds.default)
  const isInBounds = Number(limit) >= limitBounds.least && Number(limit) <= limitBounds.most
  return /^\d+$/.test(limit) && isInBounds ? Number(limit) : undefined
}

const KNOWN = new Set(['limit', 'status'])
