import type { ClauseId } from '../../spec/clauses.ts'
import { rateLimitOf, retryAfterOf } from './headers.ts'
import {
  type Finding,
  type History,
  isServed,
  type RecordedExchange,
  refusesKey,
  remembering,
  wrongOf,
} from './history.ts'
import { staysDown } from './unavailable.ts'
import { LONGEST_WINDOW_MS, ROUNDED_WAIT_MS } from './waits.ts'

/** The clauses of which one is broken by a reply that is no refusal as it should be, the likeliest first. */
type Clauses = readonly ClauseId[]
const SPENT = ['LIMIT-7', 'LIMIT-12', 'LIMIT-6'] as const satisfies Clauses
const BANNED = ['LIMIT-12', 'LIMIT-7'] as const satisfies Clauses

/**
 * The clauses that may be broken by replies to requests that came when their key had nothing left, or had been refused and not
 * served since; first that of a ban, where the refusals showed one.
 */
const overLimit = remembering((history: History): ReadonlyMap<RecordedExchange, OverLimit> => {
  const { exchanges } = history
  const spent = new Map<string, Spent>()
  const found = new Map<RecordedExchange, OverLimit>()
  for (const exchange of exchanges) {
    const { status, probe, received } = exchange
    const before = spent.get(probe.caller)
    if (before !== undefined)
      found.set(exchange, { clauses: before.clauses, isSure: exchange.sent < before.until })
    const isSpent = status === 429 || hasNoneLeft(exchange) || (before !== undefined && status >= 400)
    if (!isSpent) spent.delete(probe.caller)
    else {
      const wait = waitOf(exchange)
      // Refusals that ask for a longer wait than the one before are those of a ban.
      const isLonger = before !== undefined && before.wait > 0 && wait > before.wait + ROUNDED_WAIT_MS
      const clauses = isLonger ? BANNED : (before?.clauses ?? SPENT)
      spent.set(probe.caller, { clauses, wait, until: Math.max(before?.until ?? 0, received + wait) })
    }
  }
  for (const exchange of overSetDays(history))
    found.set(exchange, { clauses: ['LIMIT-6', 'LIMIT-7'], isSure: true })
  return found
})

/** Whether a key has nothing left by the word of a reply: one that refuses the key may speak of all who have none. */
function hasNoneLeft(reply: RecordedExchange): boolean {
  return rateLimitOf(reply).remaining <= 0 && !refusesKey(reply)
}

/** The first request of each caller that was over the quota of a day that had been set from outside. */
function overSetDays({ exchanges, quotaSetAfter = [] }: History): readonly RecordedExchange[] {
  return quotaSetAfter.flatMap(({ caller, id, day }) => {
    const own = exchanges.filter(({ probe, after }) => probe.caller === caller && after >= id)
    return day === undefined ? [] : own.slice(day, day + 1)
  })
}

interface OverLimit {
  readonly clauses: Clauses
  /** Whether the window or the ban was surely still there. */
  readonly isSure: boolean
}

interface Spent {
  readonly clauses: Clauses
  /** Of its last reply, in milliseconds. */
  readonly wait: number
  /** Unix milliseconds. */
  readonly until: number
}

function waitOf(exchange: RecordedExchange): number {
  const untilReset = rateLimitOf(exchange).reset * 1000 - exchange.received
  const wait = exchange.status === 429 ? (retryAfterOf(exchange) ?? 0) : 0
  return Math.max(wait, untilReset > LONGEST_WINDOW_MS || Number.isNaN(untilReset) ? 0 : untilReset)
}

/**
 * The clauses of what is broken where a reply does not fit its request: those of the operation, and those of a request over the limit
 * where it may have been one; these first, if the operation serves the key else.
 */
export function withThoseOverLimit(clauses: Clauses, exchange: RecordedExchange, history: History): Clauses {
  const isAsOver = isRefusedAsByGateway(exchange, history)
  const over = overLimit(history).get(exchange) ?? (isAsOver ? { clauses: SPENT, isSure: true } : undefined)
  if (over === undefined) return clauses
  const isFirst = over.isSure && isServedElse(exchange, history)
  return isFirst ? [...over.clauses, ...clauses] : [...clauses, ...over.clauses]
}

/** A finding about a reply that may have come in the place of a refusal, with the clauses of that. */
export function perhapsOverLimit(finding: Finding, history: History): Finding {
  const reply = wrongOf(finding)
  if (reply === undefined) return finding
  const all = [finding.clause, ...finding.alternatives]
  // What was under way beside the last ones may have been one too many.
  const isLast = !overLimit(history).has(reply) && hasNoneLeft(reply)
  const named = isLast ? [...all, ...SPENT] : withThoseOverLimit(all, reply, history)
  const [clause = finding.clause, ...alternatives] = named
  return { ...finding, clause, alternatives }
}

/** Whether a request was surely over the limit of its key, or met its ban. */
export function isSurelyOverLimit(exchange: RecordedExchange, history: History): boolean {
  return overLimit(history).get(exchange)?.isSure === true
}

/** Whether the operation is served to the same key where it is surely not over the limit. */
function isServedElse(exchange: RecordedExchange, history: History): boolean {
  return servedWithinLimit(history).has(nameOfUse(exchange))
}

const servedWithinLimit = remembering((history: History): ReadonlySet<string> => {
  const over = overLimit(history)
  return new Set(history.exchanges.filter((one) => isServed(one) && !over.has(one)).map(nameOfUse))
})

function nameOfUse({ probe: { caller, operation } }: RecordedExchange): string {
  return `${operation} ${caller}`
}

/** Whether a reply is one of several that look like a gateway's, and that came over the limit alone. */
export function isRefusedAsByGateway(exchange: RecordedExchange, history: History): boolean {
  return onlyOverLimit(history).has(nameOfReply(exchange)) && !staysDown(exchange, history)
}

/** The replies of which a caller has several, and only over the limit. */
const onlyOverLimit = remembering((history: History): ReadonlySet<string> => {
  const over = overLimit(history)
  // One that was under way beside the last ones says so itself.
  const isOver = (one: RecordedExchange): boolean => over.has(one) || hasNoneLeft(one)
  const alike = [...Map.groupBy(history.exchanges, nameOfReply)]
  return new Set(alike.flatMap(([name, own]) => (own.length > 1 && own.every(isOver) ? name : [])))
})

function nameOfReply({ status, probe: { caller } }: RecordedExchange): string {
  return `${status} ${caller}`
}
