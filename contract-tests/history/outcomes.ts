import type { ClauseId } from '../../spec/clauses.ts'
import { REMOVAL_OF_GET_PET } from '../../spec/operations.ts'
import { accessClauses, type Fault, isNotFound } from './fault.ts'
import {
  type Finding,
  hasValidKey,
  type History,
  inTime,
  isRedirect,
  isRefusal,
  isSuccess,
  isWithKey,
  minimal,
  precedes,
  type RecordedExchange,
  remembering,
  type Rule,
  statusesOf,
} from './history.ts'
import { askedId, listQuery, petName, sightingsIn, sightingsOf } from './sightings.ts'
import { CLOCKS_MS, DAY_MS } from './readings.ts'
import { isRefusedAsByGateway, withThoseOverLimit } from './spent.ts'
import { storesOf } from './stores.ts'
import { isOfGateway } from './unavailable.ts'
import { ValidBodies } from './valid-bodies.ts'
import { idText, isAdded, isError, isList, isObject, outline, shown } from './values.ts'

// What each operation answers to a valid request that comes with a valid key. Whether a key is valid, and how many requests it
// has, is judged by other rules.

/** When getPet may be removed: the 5th of December begins no earlier than that anywhere. */
export const EARLIEST_REMOVAL = REMOVAL_OF_GET_PET - 14 * 3_600_000

/** The status of a reply is one that the document names for its request. */
export const validIsServed: Rule = remembering((history: History): readonly Finding[] => {
  const bodies = new ValidBodies(history)
  const reads = readsIn(history)
  const lists = history.exchanges.filter(isList)
  const served: Served = {
    bases: new Set(lists.map(({ probe: { base } }) => base)),
    requests: new Set(lists.map(requestOf)),
    filters: new Set(lists.map(filterOf)),
  }
  return history.exchanges.flatMap((exchange): readonly Finding[] => {
    const { operation, base } = exchange.probe
    if (operation === undefined || !isWithKey(exchange) || isRefusal(exchange)) return []
    if (exchange.isPart === true) return []
    if (isOfGateway(exchange, history) && !isRefusedAsByGateway(exchange, history)) return []
    if (!hasValidKey(history, exchange)) return []
    const fault = {
      listPets: () => listFault(exchange, served),
      createPet: () => bodies.faultOf(exchange),
      getPet: () => getFault(exchange, reads),
    }[operation]()
    if (fault === undefined) return []
    const { clause, alternatives, expected, actual = `status ${exchange.status}`, support = [] } = fault
    const named = withThoseOverLimit([clause, ...alternatives], exchange, history)
    const [first = clause, ...others] = base === undefined ? named : ['BASE-2' as const, ...named]
    const steps = inTime([...statusesOf(support), { exchange, shows: actual }])
    // What shows a pet has added it, whatever its status.
    const isOfAnswer = operation !== 'createPet' || !isAdded(exchange)
    const finding: Finding = {
      clause: first,
      alternatives: others,
      expected: first === 'LIMIT-7' ? '429, nothing being left' : expected,
      actual,
      steps,
      wrong: exchange,
      isOfAnswer,
    }
    return [steps.length > MOST_SURE ? minimal(finding, validIsServed, history) : finding]
  })
})

/** The lists that were served: at which addresses, to which requests, and filtered how. */
interface Served {
  readonly bases: ReadonlySet<string | undefined>
  readonly requests: ReadonlySet<string>
  readonly filters: ReadonlySet<string>
}

function requestOf({ probe: { base = '', path } }: RecordedExchange): string {
  return `${base} ${path}`
}

function filterOf(exchange: RecordedExchange): string {
  return `${exchange.probe.base ?? ''} ${listQuery(exchange)?.status ?? ''}`
}

function listFault(exchange: RecordedExchange, served: Served): Fault | undefined {
  const { status, json, probe, unread } = exchange
  if (listQuery(exchange) === undefined) return undefined
  const about: Fault = { clause: 'LIST-1', alternatives: [], expected: '200 with a list of pets' }
  if (status === 200) {
    if (unread !== undefined) return undefined
    if (!Array.isArray(json))
      return { ...about, actual: json === undefined ? 'no JSON' : outline(json).slice(0, MOST_SHOWN) }
    const other: unknown = json.find((one) => !isObject(one))
    return json.every(isObject) ? undefined : { ...about, actual: `a list of ${shown(other)}` }
  }
  // What was served at another time does not fail for its parameters.
  if (status >= 500 && served.requests.has(requestOf(exchange))) return about
  const [hasLimit, hasStatus] = [probe.path.includes('limit='), probe.path.includes('status=')]
  const isThere = served.bases.has(probe.base)
  // A filter that was served with another limit is not refused for itself.
  const isOfLimit = hasLimit && served.filters.has(filterOf(exchange))
  const parameters: readonly ClauseId[] = [
    ...(isOfLimit ? (['LIST-3'] as const) : []),
    ...(hasStatus ? (['LIST-5'] as const) : []),
    ...(hasLimit && !isOfLimit ? (['LIST-3'] as const) : []),
  ]
  // What is served in another status is not refused for its parameters.
  if (isSuccess(exchange)) return { ...about, alternatives: parameters }
  // A list without pets of a status is a list; who does not find it does not refuse the status.
  const ofList: readonly ClauseId[] =
    status === 404 && hasStatus ? ['LIST-1', ...parameters] : [...parameters, 'LIST-1']
  const access = accessClauses(status)
  const [clause = about.clause, ...alternatives] = isThere ? [...ofList, ...access] : [...access, ...ofList]
  return { ...about, clause, alternatives }
}

function getFault(exchange: RecordedExchange, reads: Reads): Fault | undefined {
  const { status, json, sent, unread } = exchange
  const id = askedId(exchange)
  if (id === undefined || sent >= REMOVAL_OF_GET_PET - CLOCKS_MS) return undefined
  if (status === 404 || unread !== undefined) return undefined
  const first = reads.seen.get(petName(exchange, id))
  const isSeen = first !== undefined && precedes(first, exchange)
  // What a read shows of a pet that was seen is another rule's.
  const isPet = isObject(json) && idText(json) === id
  if (status === 200 && (isPet || (isSeen && !isError(json)))) return undefined
  const usual = isSeen
    ? clausesOfRead(id, reads.isGoneFor(exchange))
    : clausesOfUnknown(id, reads.isGone || isNotFound(status))
  const [clause, ...alternatives] = isRedirect(exchange) ? (['BASE-1', ...usual] as const) : usual
  const of = isObject(json) && 'id' in json ? `the pet ${shown(json['id'])}` : shown(json)
  return {
    clause,
    alternatives,
    expected: isSeen ? `200 with pet ${id}` : `404, or the pet ${id}`,
    // Some statuses are wrong of any id.
    ...(isSeen && !isNotFound(status) && !isRedirect(exchange) && { support: [first] }),
    actual: status === 200 ? `status 200 with ${of}` : `status ${status}`,
  }
}

type Clauses = readonly [ClauseId, ...ClauseId[]]

/** The clauses of which one is broken where a pet that was seen is not served: the likeliest first. */
export function clausesOfRead(id: string, isGone: boolean): Clauses {
  const ofId: readonly ClauseId[] = isModest(id) ? [] : ['GET-3']
  return isGone ? ['DEPRECATION-1', 'GET-1', ...ofId] : ['GET-1', 'DEPRECATION-1', ...ofId]
}

/** The same where no pet is known that has the id. */
function clausesOfUnknown(id: string, mayBeGone: boolean): Clauses {
  const ofAll: readonly ClauseId[] = mayBeGone ? ['DEPRECATION-1'] : []
  return isModest(id) ? ['GET-2', ...ofAll] : ['GET-3', 'GET-2', ...ofAll]
}

/** Whether an id fits into every kind of integer. */
function isModest(id: string): boolean {
  return BigInt(id) >= 0 && BigInt(id) <= GREATEST_MODEST
}

/** What is known of the reads of a history. */
interface Reads {
  /** The first exchange that shows each pet. */
  readonly seen: ReadonlyMap<string, RecordedExchange>
  /** Whether getPet serves no pet at all. */
  readonly isGone: boolean
  /** Whether it serves none at the time of an exchange, be it that it did so days before. */
  readonly isGoneFor: (exchange: RecordedExchange) => boolean
}

export const readsIn = remembering((history: History): Reads => {
  const reads = history.exchanges.filter((one) => one.probe.operation === 'getPet' && isWithKey(one))
  const last = reads.findLast((one) => sightingsIn(one).length > 0)
  const isGone = last === undefined && new Set(reads.map(askedId)).size > 1
  const isSince = (one: RecordedExchange): boolean => last !== undefined && one.sent - last.received > DAY_MS
  const since = new Set(reads.filter(isSince))
  const seenSince = new Set(
    sightingsOf(history).flatMap(({ pet, exchange }) => (isSince(exchange) ? pet : [])),
  )
  // Each 404 may be of a pet that alone is lost.
  const conclusive = [...since].flatMap((one) => {
    const id = askedId(one)
    return id !== undefined && (one.status !== 404 || seenSince.has(petName(one, id))) ? id : []
  })
  const isGoneSince = new Set(conclusive).size > 1
  return {
    seen: firstSightingsOf(history),
    isGone,
    isGoneFor: (exchange) => isGone || (isGoneSince && since.has(exchange)),
  }
})

/** Whether the last read of a pet from the store of an exchange did not find it. */
export const unreadIn = remembering(
  (history: History): ((pet: string, exchange: RecordedExchange) => boolean) => {
    const stores = storesOf(history)
    const last = new Map<string, number>()
    for (const exchange of history.exchanges) {
      const id = askedId(exchange)
      if (id !== undefined && isWithKey(exchange) && READ.has(exchange.status))
        last.set(`${stores.nameOf(exchange)} ${petName(exchange, id)}`, exchange.status)
    }
    return (pet, exchange) => last.get(`${stores.nameOf(exchange)} ${pet}`) === 404
  },
)

const READ = new Set([200, 404])

/** The first exchange that shows each pet. */
function firstSightingsOf(history: History): ReadonlyMap<string, RecordedExchange> {
  const first = new Map<string, RecordedExchange>()
  for (const { pet, exchange } of sightingsOf(history)) if (!first.has(pet)) first.set(pet, exchange)
  return first
}

const GREATEST_MODEST = 2 ** 31 - 1
const MOST_SHOWN = 120

// What two exchanges contradict needs both.
const MOST_SURE = 2
