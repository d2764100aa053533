import type { ClauseId } from '../../spec/clauses.ts'
import { REMOVAL_OF_GET_PET, successOf } from '../../spec/operations.ts'
import { type SentBody, sentBody } from './bodies.ts'
import {
  type Finding,
  hasValidKey,
  type History,
  inTime,
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
import { Order } from './key-histories.ts'
import { askedId, listQuery, petName, sightingsIn, sightingsOf } from './sightings.ts'
import { CLOCKS_S } from './readings.ts'
import { isRefusedAsByGateway, withThoseOverLimit } from './spent.ts'
import { isOfGateway } from './unavailable.ts'
import { idText, isAdded, isObject, shown } from './values.ts'

// What each operation answers to a valid request that comes with a valid key. Whether a key is valid, and how many requests it
// has, is judged by other rules.
const NOT_FOUND = new Set([404, 405, 410, 501])
/** When getPet may be removed: the 5th of December begins no earlier than that anywhere. */
export const EARLIEST_REMOVAL = REMOVAL_OF_GET_PET - 14 * 3_600_000

interface Fault {
  readonly clause: ClauseId
  readonly alternatives: readonly ClauseId[]
  readonly expected: string
  readonly actual?: string
  /** Exchanges without which the reply would be lawful. */
  readonly support?: readonly RecordedExchange[]
}

/** The status of a reply is one that the document names for its request. */
export const validIsServed: Rule = remembering((history: History): readonly Finding[] => {
  const creations = new Creations(history)
  const reads = readsIn(history)
  return history.exchanges.flatMap((exchange): readonly Finding[] => {
    const { operation, base } = exchange.probe
    if (operation === undefined || !isWithKey(exchange) || isRefusal(exchange)) return []
    if (exchange.isPart === true) return []
    if (isOfGateway(exchange, history) && !isRefusedAsByGateway(exchange, history)) return []
    if (!hasValidKey(history, exchange)) return []
    const fault = {
      listPets: () => listFault(exchange),
      createPet: () => creations.faultOf(exchange),
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
      expected,
      actual,
      steps,
      wrong: exchange,
      isOfAnswer,
    }
    return [steps.length > MOST_SURE ? minimal(finding, validIsServed, history) : finding]
  })
})

function listFault(exchange: RecordedExchange): Fault | undefined {
  const { status, json, probe, unread } = exchange
  if (listQuery(exchange) === undefined) return undefined
  const about: Fault = { clause: 'LIST-1', alternatives: [], expected: '200 with a list of pets' }
  if (status === 200) {
    if (unread !== undefined) return undefined
    if (!Array.isArray(json))
      return { ...about, actual: json === undefined ? 'no JSON' : shown(json).slice(0, MOST_SHOWN) }
    const other: unknown = json.find((one) => !isObject(one))
    return json.every(isObject) ? undefined : { ...about, actual: `a list of ${shown(other)}` }
  }
  const [hasLimit, hasStatus] = [probe.path.includes('limit='), probe.path.includes('status=')]
  const parameters: readonly ClauseId[] = [
    ...(hasStatus ? (['LIST-5'] as const) : []),
    ...(hasLimit ? (['LIST-3'] as const) : []),
  ]
  const [clause, ...alternatives] = [...accessClauses(status), ...parameters, 'LIST-1' as const]
  return { ...about, clause, alternatives }
}

/** The clauses that say that an operation is there, and what it accepts, where a status says it is not. */
export function accessClauses(status: number): readonly ClauseId[] {
  if (status === 415) return ['BASE-3']
  return isNotFound(status) ? ['BASE-1'] : []
}

/** Whether nothing answers there: a service may say so in several ways. */
export function isNotFound(status: number): boolean {
  return NOT_FOUND.has(status)
}

function getFault(exchange: RecordedExchange, reads: Reads): Fault | undefined {
  const { status, json, sent, unread } = exchange
  const id = askedId(exchange)
  if (id === undefined || sent >= REMOVAL_OF_GET_PET - CLOCKS_S * 1000) return undefined
  if (status === 404 || unread !== undefined) return undefined
  const first = reads.seen.get(petName(exchange, id))
  const isSeen = first !== undefined && precedes(first, exchange)
  // What a read shows of a pet that was seen is another rule's.
  const isPet = isObject(json) && idText(json) === id
  if (status === 200 && (isPet || isSeen)) return undefined
  const [clause, ...alternatives] = isSeen
    ? clausesOfRead(id, reads.isGoneFor(exchange))
    : clausesOfUnknown(id, reads.isGone || isNotFound(status))
  const of = isObject(json) && 'id' in json ? `the pet ${shown(json['id'])}` : shown(json)
  return {
    clause,
    alternatives,
    expected: isSeen ? `200 with pet ${id}` : `404, or the pet ${id}`,
    // Some statuses are wrong of any id.
    ...(isSeen && !isNotFound(status) && { support: [first] }),
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
  const isServed = reads.some((one) => one.status === 200 && sightingsIn(one).length > 0)
  const isGone = !isServed && new Set(reads.map(askedId)).size > 1
  const last = reads.findLast((one) => one.status === 200 && sightingsIn(one).length > 0)
  const since = new Set(reads.filter((one) => last !== undefined && one.sent - last.received > A_DAY_MS))
  // Each 404 may be of a pet that alone is lost.
  const telling = [...since].filter(({ status }) => status !== 404)
  const isGoneSince = new Set(telling.map(askedId)).size > 1
  return {
    seen: firstSightingsOf(history),
    isGone,
    isGoneFor: (exchange) => isGone || (isGoneSince && since.has(exchange)),
  }
})

const A_DAY_MS = 86_400_000

/** The first exchange that shows each pet. */
function firstSightingsOf(history: History): ReadonlyMap<string, RecordedExchange> {
  const first = new Map<string, RecordedExchange>()
  for (const { pet, exchange } of sightingsOf(history)) if (!first.has(pet)) first.set(pet, exchange)
  return first
}

const GREATEST_MODEST = 2 ** 31 - 1
const MOST_SHOWN = 120

/** The creations of a history, to compare those that were refused with those that were not. */
class Creations {
  readonly #byCaller: ReadonlyMap<string, readonly RecordedExchange[]>
  /** Those that succeeded, by caller and by what decides whether a body is refused. */
  readonly #accepted: ReadonlyMap<string, Order>
  /** The statuses of the pets in valid bodies that were answered 201; absent where nothing was. */
  readonly #addedStatuses: ReadonlySet<string | undefined> | undefined
  readonly #history: History
  readonly #nearOf = new Map<string, ReadonlyMap<RecordedExchange, RecordedExchange>>()

  constructor(history: History) {
    this.#history = history
    const all = history.exchanges.filter((one) => one.probe.operation === 'createPet' && isWithKey(one))
    this.#byCaller = Map.groupBy(all, ({ probe }) => probe.caller)
    const accepted = Map.groupBy(all.filter(isSuccess), nameOfBody)
    this.#accepted = new Map(Array.from(accepted, ([name, own]) => [name, new Order(own)]))
    const added = all.filter(({ status }) => status === 201)
    const sent = added.map(sentBody).filter(({ kind }) => kind === 'valid')
    this.#addedStatuses = added.length === 0 ? undefined : new Set(sent.map(statusOf))
  }

  faultOf(exchange: RecordedExchange): Fault | undefined {
    const sent = sentBody(exchange)
    const { status, json, unread } = exchange
    if (sent.kind !== 'valid') return undefined
    const expected = `${successOf('createPet').status} with the pet`
    if (status === 201) {
      const isRight = isObject(json) || unread !== undefined
      return isRight
        ? undefined
        : { clause: 'CREATE-1', alternatives: [], expected, actual: 'status 201 without a pet' }
    }
    if (status === 400 || (status === 413 && isLong(exchange))) return this.#refusal(exchange, sent)
    // Creations with this status never succeed, and others do.
    const isOfStatus = this.#addedStatuses?.has(sent.status) === false
    const [clause, ...alternatives] = [
      ...accessClauses(status),
      ...(isOfStatus ? (['CREATE-7', 'CREATE-1'] as const) : (['CREATE-1', 'CREATE-7'] as const)),
    ]
    // A member that the document does not have may be refused, as an invalid value is.
    const isOfMember = sent.others !== '' && status > 400 && status < 500
    return isOfMember
      ? { clause, alternatives: [...alternatives, 'CREATE-4'], expected: `${expected}, or 400` }
      : { clause, alternatives, expected }
  }

  /**
   * A valid body may be refused by a rule of names or categories that is not shown. No such rule refuses a name and a category
   * that it accepts later.
   */
  #refusal(exchange: RecordedExchange, sent: SentBody & { kind: 'valid' }): Fault | undefined {
    const accepted = this.#accepted.get(nameOfBody(exchange))?.next(exchange)
    const expected = '201: no rule of names and categories refuses what it accepts later'
    if (accepted !== undefined) {
      const isOfHeader =
        'content-type' in exchange.probe.headers && !('content-type' in accepted.probe.headers)
      const hasOtherStatus = statusOf(sentBody(accepted)) !== sent.status
      const clause = isOfHeader ? 'BASE-3' : hasOtherStatus ? 'CREATE-7' : 'CREATE-1'
      const all: readonly ClauseId[] = ['CREATE-7', 'CREATE-1', 'BASE-3']
      return { clause, alternatives: all.filter((one) => one !== clause), expected, support: [accepted] }
    }
    return this.#refusalOfAll(exchange)
  }

  /**
   * A service that accepts nothing refuses even bodies that differ in the last letter of the name alone from pets that it has: no
   * rule of lengths, letters, categories, or of names that are there already, does.
   */
  #refusalOfAll(exchange: RecordedExchange): Fault | undefined {
    const { caller } = exchange.probe
    const near = this.#nearOf.get(caller) ?? this.#refusedNear(caller)
    this.#nearOf.set(caller, near)
    if (near.size < ENOUGH_COPIES) return undefined
    const others = near
      .keys()
      .filter((one) => one !== exchange)
      .take(ENOUGH_COPIES - (near.has(exchange) ? 1 : 0))
      .toArray()
    const shown = [exchange, ...others].flatMap((one) => near.get(one) ?? [])
    return {
      clause: 'CREATE-1',
      alternatives: ['CREATE-7'],
      expected: `${successOf('createPet').status}: it refuses all, even what is nearly as pets that it has`,
      support: [...new Set([...shown, ...others])],
    }
  }

  /** What a caller of whom nothing is accepted was refused that is nearly as a pet, each with the first reply that shows that pet. */
  #refusedNear(caller: string): ReadonlyMap<RecordedExchange, RecordedExchange> {
    const own = this.#byCaller.get(caller) ?? []
    if (own.some(isSuccess)) return new Map()
    const [held, names] = [new Map<string, RecordedExchange>(), new Map<string, RecordedExchange>()]
    for (const { name, categoryId, exchange: first } of sightingsOf(this.#history).toReversed()) {
      held.set(nearly(name, categoryId), first)
      names.set(name, first)
    }
    return new Map(
      own.flatMap((one) => {
        const sent = sentBody(one)
        if (one.status !== 400 || sent.kind !== 'valid' || sent.others !== '') return []
        const [like, same] = [held.get(nearly(sent.name, sent.categoryId)), names.get(sent.name)]
        const wasThere = same !== undefined && precedes(same, one)
        return like === undefined || wasThere ? [] : [[one, like] as const]
      }),
    )
  }
}

/** Whether a body may be longer than a service takes, which is not shown: an HTTP server refuses it then (RFC 9110 §15.5.14). */
function isLong({ probe: { body = '' } }: RecordedExchange): boolean {
  return body.length > 1000
}

/** What decides whether a service refuses a valid body by a rule that is not shown, and who sent it. */
function nameOfBody(exchange: RecordedExchange): string {
  const { caller, base } = exchange.probe
  const sent = sentBody(exchange)
  const of = sent.kind === 'valid' ? [`${sent.categoryId}`, sent.others, sent.name] : []
  return JSON.stringify([base, caller, ...of])
}

function statusOf(sent: SentBody): string | undefined {
  return sent.kind === 'valid' ? sent.status : undefined
}

function nearly(name: string, categoryId: number | bigint): string {
  return `${categoryId} ${name.slice(0, -1)}`
}

// What two exchanges contradict needs both.
const MOST_SURE = 2
const ENOUGH_COPIES = 3
