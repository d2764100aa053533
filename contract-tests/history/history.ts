import type { ClauseId } from '../../spec/clauses.ts'
import { operationOf, successStatuses, type OperationId } from '../../spec/operations.ts'
import type { PlanId } from '../../spec/plans.ts'

/** The record of one request and its reply; the suite's exchanges are such records. */
export interface RecordedExchange {
  /** Counts up from 1, in the order in which replies arrived. */
  readonly id: number
  /** The last exchange that was answered before this one was sent; 0 where there was none. */
  readonly after: number
  readonly probe: {
    readonly method: string
    /** Below the base address, with its query. */
    readonly path: string
    /** Which base address; the first where it is absent. */
    readonly base?: string
    /** Whose key was sent; `nobody` where no valid one was. */
    readonly caller: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
    /** Whether its body is one that no conforming service stores as it is. */
    readonly isInvalid?: true
    /** In which way a valid key was altered to a made-up one, which may be somebody else's by chance. */
    readonly alteration?: string
    readonly operation: OperationId | undefined
  }
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The body as JSON, every int64 exact; `undefined` where it is no JSON or was not recorded. */
  readonly json: unknown
  /** Why the body cannot be judged: `it has more than 4 MB (--max-body)`. */
  readonly unread?: string
  /** Whether only a part of the request and reply is recorded: what is there is evidence, what lacks is none. */
  readonly isPart?: true
  /** How often it was sent, where the connection broke. */
  readonly tries?: number
  /** When the request left and when the reply arrived, in Unix milliseconds of the service's time. */
  readonly sent: number
  readonly received: number
}

/** All exchanges of a run or a recording, by `id`, with assumptions about them. */
export interface History {
  readonly exchanges: readonly RecordedExchange[]
  /** Callers whose keys others use meanwhile, as far as that shows. */
  readonly sharedKeys: ReadonlySet<string>
  /** Callers whose keys the service accepts. */
  readonly acceptedKeys: ReadonlySet<string>
  /** Callers whose keys are valid by the word of whoever asks. */
  readonly givenKeys?: ReadonlySet<string>
  /** A text that stands in the names of our own pets, and in nobody else's; absent where there is none. */
  readonly ownNames?: string
  /** Whether the recording leaves the Authorization header out, so that it is unknown which requests had a key. */
  readonly lacksKeys?: boolean
  /** Whether exchanges may lack between those that are there, so that nothing follows from silence. */
  readonly isExcerpt?: true
  /** Exchanges (by `id`) whose reply is wrong by itself, so that nothing follows from the pets in it. */
  readonly discredited?: ReadonlySet<number>
  /** Those of them of which the ids are right all the same, so that it is known which pets are in a list. */
  readonly countable?: ReadonlySet<number>
  /** The pets that others change or remove meanwhile, by `Sighting.pet`, with the replies that show it. */
  readonly changedPets?: ReadonlyMap<string, readonly RecordedExchange[]>
  /** The plans of callers, where whoever asks has named them. */
  readonly plans?: ReadonlyMap<string, PlanId>
  /** Exchanges (by `id`) after which the quota of a caller was set from outside, by the control API. */
  readonly quotaSetAfter?: readonly QuotaSet[]
}

/** That the quota of a caller was set from outside after an exchange; to how many requests, where that is recorded. */
export interface QuotaSet {
  readonly caller: string
  readonly id: number
  readonly minute?: number | undefined
  readonly day?: number | undefined
}

/** A contradiction: the fewest exchanges that no service fulfilling every clause can explain. */
export interface Finding {
  readonly clause: ClauseId
  /** Other clauses that may be broken instead of `clause`; the exchanges do not show which. */
  readonly alternatives: readonly ClauseId[]
  /** Set where it names another clause first, and is laid to `clause` because that explains more. */
  readonly isOfAnother?: true
  readonly expected: string
  readonly actual: string
  /** In the order of time; the last one shows `actual`. */
  readonly steps: readonly Step[]
  /** Which side of the clause it is about, where that is known. */
  readonly aspect?: string
  /** The exchange whose reply is wrong, where that is not the last one. */
  readonly wrong?: RecordedExchange
  /** The id of a pet that the wrong reply lacks, which is a list. */
  readonly lacks?: string
  /** Whether that reply answers its request wrongly, so that it shows nothing else. */
  readonly isOfAnswer?: boolean
}

/** An exchange of a finding, with the relevant part of its reply. */
export interface Step {
  readonly exchange: RecordedExchange
  readonly shows: string
}

/** The exchange whose reply a finding is about. */
export function wrongOf({ wrong, steps }: Finding): RecordedExchange | undefined {
  return wrong ?? steps.at(-1)?.exchange
}

/** The clause that a finding breaks, the side of it, and the reply that is wrong: findings of one name report the same. */
export function nameOf(finding: Finding): string {
  return `${finding.clause} ${finding.aspect ?? ''} ${wrongOf(finding)?.id}`
}

/** Steps of which each shows its status. */
export function statusesOf(exchanges: readonly RecordedExchange[]): readonly Step[] {
  return exchanges.map((exchange) => ({ exchange, shows: `status ${exchange.status}` }))
}

/** Each exchange once, in the order of time. */
export function inTime(steps: readonly Step[]): readonly Step[] {
  const byId = new Map(steps.map((step) => [step.exchange.id, step]))
  return asTheyWereAnswered([...byId.values()])
}

/** Something that the reply of an exchange shows. */
interface Shown {
  readonly exchange: RecordedExchange
}

/** As their exchanges were answered. */
export function asTheyWereAnswered<One extends Shown>(all: readonly One[]): readonly One[] {
  return all.toSorted((one, other) => one.exchange.id - other.exchange.id)
}

/** As their exchanges were sent: each once `meet` has met all those that were answered before it was sent. */
export function* asTheyWereSent<One extends Shown>(
  all: readonly One[],
  meet: (one: One) => void,
): Generator<One> {
  const answered = asTheyWereAnswered(all)
  let next = 0
  for (const sent of all.toSorted((one, other) => one.exchange.after - other.exchange.after)) {
    for (let one = answered[next]; one && precedes(one.exchange, sent.exchange); one = answered[next]) {
      meet(one)
      next += 1
    }
    yield sent
  }
}

/** Finds contradictions of one kind; of a part of a history it finds no more than of the whole. */
export type Rule = (history: History) => readonly Finding[]

/** Whether it follows from a list which pets there are. */
export function isCredibleList(
  { discredited, countable }: Pick<History, 'discredited' | 'countable'>,
  { id }: RecordedExchange,
): boolean {
  return discredited?.has(id) !== true || countable?.has(id) === true
}

/** Whether one exchange was answered before another was sent, so that the service handled them in this order. */
export function precedes(
  earlier: Pick<RecordedExchange, 'id'>,
  later: Pick<RecordedExchange, 'after'>,
): boolean {
  return earlier.id <= later.after
}

/** Whether a request was served and counts for sure: errors may be free, and the document does not speak of HEAD. */
export function isServed({ status, probe }: Pick<RecordedExchange, 'status' | 'probe'>): boolean {
  return successStatuses.has(status) && probe.method !== 'HEAD' && probe.operation !== undefined
}

/** Whether a HEAD was served as a GET of an operation is: what its headers say of the limit is said to the same key (RFC 9110 §9.3.2). */
export function isServedHead(exchange: Pick<RecordedExchange, 'status' | 'probe'>): boolean {
  const { method, path } = exchange.probe
  return method === 'HEAD' && isSuccess(exchange) && operationOf('GET', path) !== undefined
}

/** Whether a request was let in and done, in whatever way. */
export function isSuccess({ status }: Pick<RecordedExchange, 'status'>): boolean {
  return status >= 200 && status < 300
}

/** Whether a reply refuses a key, whatever was asked with it: the key is not valid, or banned. */
export function refusesKey({ status }: Pick<RecordedExchange, 'status'>): boolean {
  return status === 401 || status === 403
}

/** Whether a reply refuses a key, or one more request with it. */
export function isRefusal(exchange: Pick<RecordedExchange, 'status'>): boolean {
  return refusesKey(exchange) || exchange.status === 429
}

/** Whether a key is valid: the service has accepted it, or whoever asks vouches for it. */
export function hasValidKey(
  { acceptedKeys, givenKeys }: History,
  { probe: { caller } }: RecordedExchange,
): boolean {
  return acceptedKeys.has(caller) || givenKeys?.has(caller) === true
}

/** Whether a reply sends the client elsewhere: a router or a gateway may answer so before a key is looked at. */
export function isRedirect({ status }: Pick<RecordedExchange, 'status'>): boolean {
  return status >= 300 && status < 400
}

/** Whether a request for an operation was sent with a key, in the one form that the document names. */
export function isWithKey(exchange: RecordedExchange): boolean {
  const { operation, method } = exchange.probe
  return operation !== undefined && method !== 'HEAD' && hasKey(exchange, /^Bearer \S+$/)
}

/** Whether any request was sent with a key, in whatever case of letters its scheme is written. */
export function hasKey({ probe }: RecordedExchange, form = /^bearer \S+$/i): boolean {
  const value = probe.headers['Authorization'] ?? probe.headers['authorization'] ?? ''
  return probe.caller !== 'nobody' && form.test(value)
}

/** Leaves out of a finding each exchange without which the rule still finds the same clause broken, or the same reply wrong. */
export function minimal(finding: Finding, rule: Rule, history: History): Finding {
  let smallest = finding
  let settled: Finding | undefined
  for (const { exchange } of finding.steps) {
    const exchanges = smallest.steps.map((step) => step.exchange).filter((one) => one !== exchange)
    // Without an exchange that has gone already, the rule finds the same as the last time.
    const isWhole = exchanges.length === smallest.steps.length
    if (isWhole && smallest === settled) continue
    const again = rule({ ...history, exchanges }).find((one) =>
      finding.wrong === undefined ? one.clause === finding.clause : one.wrong === finding.wrong,
    )
    if (again === undefined) continue
    const { steps, expected, actual, wrong, lacks } = again
    smallest = {
      ...finding,
      steps,
      expected,
      actual,
      ...(wrong && { wrong }),
      ...(lacks !== undefined && { lacks }),
    }
    if (isWhole) settled = smallest
  }
  return smallest
}

/** How many of some numbers, in rising order, are no more than `most`. */
export function countUpTo(sorted: readonly number[], most: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares numbers, the least first. */
export function ascending(one: number, other: number): number {
  return one - other
}

/** Memoizes a function of an object, weakly. */
export function remembering<Value extends object, Result>(
  work: (value: Value) => Result,
): (value: Value) => Result {
  const results = new WeakMap<Value, { readonly result: Result }>()
  return (value) => {
    let cached = results.get(value)
    if (!cached) results.set(value, (cached = { result: work(value) }))
    return cached.result
  }
}
