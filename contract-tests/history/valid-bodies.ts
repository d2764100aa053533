import type { ClauseId } from '../../spec/clauses.ts'
import { successOf } from '../../spec/operations.ts'
import { type SentBody, sentBody } from './bodies.ts'
import { accessClauses, type Fault } from './fault.ts'
import { type History, isSuccess, isWithKey, type RecordedExchange } from './history.ts'
import { Order } from './key-histories.ts'
import { sightingsOf } from './sightings.ts'
import { isError, isObject } from './values.ts'

/** What is answered to valid bodies: those that were refused are compared with those that were not. */
export class ValidBodies {
  readonly #byCaller: ReadonlyMap<string, readonly RecordedExchange[]>
  /** Those that succeeded, by caller and by what decides whether a body is refused: its name, its category, or both. */
  readonly #accepted: ReadonlyMap<string, Order>
  /** The statuses of the pets in valid bodies that were answered 201; absent where nothing was. */
  readonly #addedStatuses: ReadonlySet<string | undefined> | undefined
  /** What valid bodies had in them that were answered 201, as far as a rule of names or categories may speak of it. */
  readonly #added: {
    readonly lengths: readonly (readonly number[])[]
    readonly parts: ReadonlySet<string>
  }
  /** The statuses that invalid bodies were answered, each with the clause by which they are invalid. */
  readonly #invalid: ReadonlySet<string>
  readonly #history: History
  #firstWith: ReadonlyMap<string, RecordedExchange> | undefined
  readonly #nearOf = new Map<string, ReadonlyMap<RecordedExchange, RecordedExchange>>()

  constructor(history: History) {
    this.#history = history
    const all = history.exchanges.filter((one) => one.probe.operation === 'createPet' && isWithKey(one))
    this.#byCaller = Map.groupBy(all, ({ probe }) => probe.caller)
    const succeeded = all.filter(isSuccess)
    const accepted = DECIDERS.flatMap((decider) => [...Map.groupBy(succeeded, decider)])
    this.#accepted = new Map(accepted.map(([name, own]) => [name, new Order(own)]))
    const added = all.filter(({ status }) => status === 201)
    const sent = added.map(sentBody).filter(({ kind }) => kind === 'valid')
    this.#addedStatuses = added.length === 0 ? undefined : new Set(sent.map(statusOf))
    const valid = sent.filter((one) => one.kind === 'valid')
    this.#added = {
      lengths: valid.map(lengthsOf),
      parts: new Set(valid.flatMap(partsOf)),
    }
    this.#invalid = new Set(all.flatMap(answeredInvalid))
  }

  faultOf(exchange: RecordedExchange): Fault | undefined {
    const sent = sentBody(exchange)
    const { status, json, unread } = exchange
    if (sent.kind !== 'valid') return undefined
    const expected = `${successOf('createPet').status} with the pet`
    if (status === 201) {
      const isRight = (isObject(json) && !isError(json)) || unread !== undefined
      return isRight
        ? undefined
        : { clause: 'CREATE-1', alternatives: [], expected, actual: 'status 201 without a pet' }
    }
    // Whether two pets may have one name is not shown.
    if (status === 409 && this.#isTaken(exchange, sent.name)) return undefined
    if (status === 400 || (status === 413 && isLong(exchange))) return this.#refusal(exchange, sent)
    // What is done is not refused for its status.
    if (isSuccess(exchange)) return { clause: 'CREATE-1', alternatives: [], expected }
    // Creations with this status never succeed, and others do.
    const isOfStatus = this.#addedStatuses?.has(sent.status) === false
    const [clause, ...alternatives] = [
      ...accessClauses(status),
      ...(isOfStatus ? (['CREATE-7', 'CREATE-1'] as const) : (['CREATE-1', 'CREATE-7'] as const)),
    ]
    if (status < 400 || status >= 500) return { clause, alternatives, expected }
    const orRefused = `${expected}, or 400`
    // A member that the document does not have may be refused, as an invalid value is.
    if (sent.others !== '')
      return { clause, alternatives: [...alternatives, 'CREATE-4'], expected: orRefused }
    if (accessClauses(status).length > 0 || !this.#isUnusual(sent)) return { clause, alternatives, expected }
    // So is what a rule of names or categories refuses.
    if (this.#addedStatuses === undefined) return { clause, alternatives, expected: orRefused }
    const ofInvalid = OF_INVALID.filter((one) => this.#invalid.has(`${status} ${one}`))
    // Its status succeeds in other bodies, or else it may be that.
    const ofStatus = isOfStatus ? alternatives : []
    return { clause, alternatives: [...ofStatus, ...ofInvalid], expected: orRefused }
  }

  /** Whether a rule of names or categories that accepts all that was added may refuse a body: by the length or letters of its name, or its category. */
  #isUnusual(sent: SentBody & { kind: 'valid' }): boolean {
    const { lengths, parts } = this.#added
    const isOfLength = lengthsOf(sent).every((length, at) => {
      const added = lengths.map((one) => one[at] ?? 0)
      return added.some((one) => one <= length) && added.some((one) => one >= length)
    })
    return !isOfLength || partsOf(sent).some((one) => !parts.has(one))
  }

  /** Whether another pet, or one of a category, may have had a name that is the same in some way, when a creation with it was handled. */
  #isTaken(exchange: RecordedExchange, name: string, categoryId?: number | bigint): boolean {
    const firstWith = (this.#firstWith ??= firstByName(this.#history))
    return formsOf(name, categoryId).some((form) => {
      const first = firstWith.get(form)
      return first !== undefined && first.after < exchange.id
    })
  }

  /**
   * A valid body may be refused by a rule of names or categories that is not shown. No such rule refuses a name and a category
   * that it accepts later, be it in two pets, unless names are taken within a category.
   */
  #refusal(exchange: RecordedExchange, sent: SentBody & { kind: 'valid' }): Fault | undefined {
    const [whole, ...parts] = DECIDERS.map((decider) => this.#accepted.get(decider(exchange))?.next(exchange))
    const mayBeTaken = whole === undefined && this.#isTaken(exchange, sent.name, sent.categoryId)
    const accepted = whole === undefined ? parts.filter((one) => one !== undefined) : [whole]
    if (accepted.length < (whole === undefined ? parts.length : 1) || mayBeTaken)
      return this.#refusalOfAll(exchange)
    const isOfHeader =
      'content-type' in exchange.probe.headers &&
      accepted.every(({ probe }) => !('content-type' in probe.headers))
    const hasOtherStatus = accepted.every((one) => statusOf(sentBody(one)) !== sent.status)
    const clause = isOfHeader ? 'BASE-3' : hasOtherStatus ? 'CREATE-7' : 'CREATE-1'
    const isSentAlike = accepted.some((one) => contentTypeOf(one) === contentTypeOf(exchange))
    const all: readonly ClauseId[] = [
      'CREATE-7',
      'CREATE-1',
      // What was sent alike is refused for something else.
      ...(isSentAlike ? [] : (['BASE-3'] as const)),
    ]
    return {
      clause,
      alternatives: all.filter((one) => one !== clause),
      expected: '201: no rule of names and categories refuses what it accepts later',
      support: accepted,
    }
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
    const held = new Map<string, RecordedExchange>()
    for (const { name, categoryId, exchange: first } of sightingsOf(this.#history).toReversed())
      held.set(nearly(name, categoryId), first)
    return new Map(
      own.flatMap((one) => {
        const sent = sentBody(one)
        if (
          one.status !== 400 ||
          sent.kind !== 'valid' ||
          sent.others !== '' ||
          !BARELY_ANOTHER.test(sent.name)
        )
          return []
        const like = held.get(nearly(sent.name, sent.categoryId))
        return like === undefined || this.#isTaken(one, sent.name) ? [] : [[one, like] as const]
      }),
    )
  }
}

/** The first reply that shows a pet of each form of a name, and of each in a category. */
function firstByName(history: History): ReadonlyMap<string, RecordedExchange> {
  const first = new Map<string, RecordedExchange>()
  for (const { name, categoryId, exchange } of sightingsOf(history))
    for (const form of [...formsOf(name), ...formsOf(name, categoryId)])
      if (!first.has(form)) first.set(form, exchange)
  return first
}

const LENGTH_OF_KEY = 20

/**
 * A name, in a category or in any, as services may compare it that take each name once, which is not shown: without its case and accents,
 * by its letters and digits alone, or by what it begins with. Names are the same to some service that have a form in common.
 */
function formsOf(name: string, categoryId?: number | bigint): readonly string[] {
  const folded = foldedName(name)
  const forms = [folded, folded.replaceAll(/[^a-z\d]/g, ''), foldedName(name.slice(0, LENGTH_OF_KEY))]
  return forms.map((form, way) => `${way} ${categoryId ?? ''} ${form}`)
}

function foldedName(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/** Whether a body may be longer than a service takes, which is not shown: an HTTP server refuses it then (RFC 9110 §15.5.14). */
function isLong({ probe: { body = '' } }: RecordedExchange): boolean {
  return body.length > 1000
}

/** What may decide, by a rule that is not shown, whether a service refuses a valid body: its name and its category, together or each. */
const DECIDERS = [
  (exchange: RecordedExchange) => ofSender(exchange, ({ name, categoryId }) => [`${categoryId}`, name]),
  (exchange: RecordedExchange) => ofSender(exchange, ({ name }) => ['name', name]),
  (exchange: RecordedExchange) => ofSender(exchange, ({ categoryId }) => ['category', `${categoryId}`]),
]

/** Some of a valid body, with what the document does not have, and with who sent it. */
function ofSender(
  exchange: RecordedExchange,
  some: (sent: SentBody & { kind: 'valid' }) => readonly string[],
): string {
  const { caller, base } = exchange.probe
  const sent = sentBody(exchange)
  const of = sent.kind === 'valid' ? [sent.others, ...some(sent)] : []
  return JSON.stringify([base, caller, ...of])
}

function statusOf(sent: SentBody): string | undefined {
  return sent.kind === 'valid' ? sent.status : undefined
}

/** The clauses of invalid bodies; of invalid values first, for a rule that is not shown makes of a valid one such. */
const OF_INVALID = ['CREATE-4', 'CREATE-3', 'CREATE-5'] as const satisfies readonly ClauseId[]

function answeredInvalid(exchange: RecordedExchange): readonly string[] {
  const body = sentBody(exchange)
  return body.kind === 'invalid' ? [`${exchange.status} ${body.clause}`] : []
}

/** The length of a name, with the blanks around it and without. */
function lengthsOf({ name }: SentBody & { kind: 'valid' }): readonly number[] {
  return [name, name.trim()].map((one) => Array.from(one).length)
}

/** The category of a body, and the characters of its name; of letters that any service accepts, that there are some. */
function partsOf({ name, categoryId }: SentBody & { kind: 'valid' }): readonly string[] {
  return [`category ${categoryId}`, ...Array.from(name.replaceAll(/[a-z]/gi, 'a'))]
}

function nearly(name: string, categoryId: number | bigint): string {
  return `${categoryId} ${name.slice(0, -1)}`
}

// What a name ends with may break a rule of letters, and one of a letter differs in all of it.
const BARELY_ANOTHER = /.[a-z]$/su

const ENOUGH_COPIES = 3

/** The name and the value of the Content-Type, as they were sent. */
function contentTypeOf({ probe: { headers } }: RecordedExchange): string | undefined {
  return Object.entries(headers)
    .find(([name]) => name.toLowerCase() === 'content-type')
    ?.join(': ')
}
