import type { ClauseId } from '../../../spec/clauses.ts'
import { isSafeMethod } from '../../../spec/methods.ts'
import type { ExchangeRecord, ReportedBreach, ReportedExchange, RunReport } from './run-report.ts'

/** The exchanges that repeat a breach, in their order, and whether they are sent together. */
export interface Story {
  readonly exchanges: readonly ReportedExchange[]
  readonly isAtOnce: boolean
  /** Whether one of them is over the limit, so that it takes a quota of its own. */
  readonly isOverTheLimit: boolean
  /** What is waited for before some of them, by their place. */
  readonly waits: ReadonlyMap<number, Wait>
}

/** Seconds, or as many as the Retry-After of the reply before says. */
export type Wait = number | 'as reported'

/** What only a key shows that has spent its quota. */
const OVER_THE_LIMIT: readonly ClauseId[] = ['LIMIT-5', 'LIMIT-7']
/** What only shows after a wait, however short. */
const AFTER_A_WAIT: readonly ClauseId[] = ['LIMIT-9', 'LIMIT-10', 'LIMIT-12']

/**
 * All that shows a breach of a clause, and before a 429, or what else is over the limit, as many requests as had been sent: alone,
 * it would not be. Where the report lacks an exchange, or where a request names a pet that an earlier one added, and that
 * has another id the next time, it is the one exchange that the breach is about; empty where the report lacks that one too.
 */
export function storyOf(
  { exchanges }: Pick<RunReport, 'exchanges'>,
  clause: ClauseId,
  breach: ReportedBreach,
): Story {
  const story = withRead(shownBy(exchanges, clause, breach), breach)
  const beyond = beyondIn(story, clause, breach, exchanges)
  const one = beyond && mostPlain(beyond, exchanges)
  if (beyond === undefined || one === undefined)
    return clause === 'LIMIT-3' ? withSpending(story, breach, exchanges) : story
  const only = withoutSpending(story, beyond)
  const inMinute = sentBefore(beyond, exchanges).filter((before) => !only.exchanges.includes(before))
  const before = servedOf(inMinute)
  // Of replies that came in another order than their requests, the first may not be the one with the most left.
  const tooMany = onlySpends(beyond, breach, exchanges)
    ? inMinute.filter(({ id }) => breach.steps?.includes(id)).length
    : 0
  // A window that rolls may have given back to those before the refused one, and then taken it again.
  const counted = clause === 'LIMIT-5' ? before : [...before, beyond]
  const spent = Math.max(before.length, tooMany, ...counted.map(spentBy))
  const limit = limitOf([...before, beyond])
  // A ban is earned by going on after a refusal.
  const strikes = clause === 'LIMIT-12' ? inMinute.filter(isRefused).length : 0
  const spending = (clause === 'LIMIT-5' ? spent : Math.min(spent, limit)) + strikes
  return {
    exchanges: [...Array.from({ length: spending }, () => one), ...only.exchanges],
    // Who waits for the end of a refusal needs no race to be refused.
    isAtOnce:
      story.isAtOnce || (!AFTER_A_WAIT.includes(clause) && before.some((other) => overlaps(other, beyond))),
    isOverTheLimit: true,
    waits: new Map(Array.from(only.waits, ([place, wait]) => [place + spending, wait])),
  }
}

/** A story without what only spends the quota that its refused exchange is beyond: any other request does that as well. */
function withoutSpending(story: Story, beyond: ReportedExchange): Pick<Story, 'exchanges' | 'waits'> {
  const at = story.exchanges.indexOf(beyond)
  const spends = ({ status, caller }: ReportedExchange): boolean => status < 400 && caller === beyond.caller
  if (!story.exchanges.slice(0, at).every(spends)) return story
  const waits = [...story.waits].flatMap(([place, wait]) => (place > at ? [[place - at, wait] as const] : []))
  return { exchanges: story.exchanges.slice(at), waits: new Map(waits) }
}

// So many equal figures in one window are no accident, and fewer where the breach rests on more than its story has.
const ENOUGH = 3
const ENOUGH_OF_MORE = 2

/** The story of a Remaining that falls, and then no further: first as many requests as make it fall so far. */
function withSpending(
  story: Story,
  { exchange: id, steps = [id] }: ReportedBreach,
  exchanges: readonly ReportedExchange[],
): Story {
  const last = story.exchanges.find((one) => one.id === id)
  const one = last && mostPlain(last, exchanges)
  if (last === undefined || one === undefined || steps.length === 1) return story
  const [least, reset] = [headerOf(last, 'x-ratelimit-remaining'), headerOf(last, 'x-ratelimit-reset')]
  const left = exchanges
    .filter((other) => other.caller === last.caller && headerOf(other, 'x-ratelimit-reset') === reset)
    .map((other) => headerOf(other, 'x-ratelimit-remaining'))
  const enough = steps.length > story.exchanges.length ? ENOUGH_OF_MORE : ENOUGH
  const stays = left.filter((count) => count === least).length >= enough
  if (!stays || Math.min(...left) < least || Math.max(...left) === least) return story
  const spending = Array.from({ length: spentBy(last) }, () => one)
  return { ...story, exchanges: [...spending, last], isAtOnce: false, waits: new Map() }
}

/** The exchange of a story that is over the limit, as far as can be seen. */
function beyondIn(
  { exchanges }: Story,
  clause: ClauseId,
  breach: ReportedBreach,
  ofRun: readonly ReportedExchange[],
): ReportedExchange | undefined {
  const [first] = exchanges
  if (first !== undefined && isRefused(first)) return first
  const { exchange, steps = [exchange] } = breach
  const last = exchanges.find(({ id }) => id === exchange)
  // Pets that were added on the way are of no account where all of it only spends a quota.
  if (steps.length !== exchanges.length && !onlySpends(last, breach, ofRun)) return undefined
  // A refusal with requests left shows that Remaining is wrong.
  const isOfLimit =
    OVER_THE_LIMIT.includes(clause) || (clause === 'LIMIT-3' && last !== undefined && isRefused(last))
  return isOfLimit ? last : undefined
}

/** Whether all that shows a breach was served to one caller. */
function onlySpends(
  last: ReportedExchange | undefined,
  { steps = [] }: ReportedBreach,
  exchanges: readonly ReportedExchange[],
): boolean {
  const all = exchanges.filter(({ id }) => steps.includes(id))
  return all.every(({ status, caller }) => status < 400 && caller === last?.caller)
}

function shownBy(
  exchanges: readonly ReportedExchange[],
  clause: ClauseId,
  { exchange: id, steps = [id] }: ReportedBreach,
): Story {
  const all = exchanges.filter((one) => steps.includes(one.id))
  const isWhole = all.length === steps.length && !namesAdded(all)
  const inOrder = isWhole
    ? steps.flatMap((step) => all.find((one) => one.id === step) ?? [])
    : exchanges.filter((one) => one.id === id)
  const isAtOnce = inOrder.some((one, at) => overlaps(inOrder[at - 1], one))
  const waits = inOrder.flatMap((one, at): readonly [number, Wait][] => {
    const wait = waitBetween(inOrder[at - 1], one, clause)
    return wait === undefined ? [] : [[at, wait]]
  })
  return { exchanges: inOrder, isAtOnce, isOverTheLimit: false, waits: new Map(waits) }
}

/**
 * The story of a list that lacks a pet, with a read of that pet first: an earlier list that has shown it may lack it too when it is
 * asked for again, and the same list shows nothing beside itself.
 */
function withRead(story: Story, { exchange: id, lacks }: ReportedBreach): Story {
  const { exchanges, waits } = story
  const list = exchanges.find((one) => one.id === id)
  const read = list && lacks !== undefined ? readBeside(list, lacks) : undefined
  const isOfOldPet = exchanges.length > 1 && exchanges.every(({ status }) => status === 200)
  if (list === undefined || read === undefined || !isOfOldPet) return story
  const others = exchanges.filter((one) => one === list || one.curl !== list.curl)
  const isWhole = others.length === exchanges.length
  return {
    ...story,
    exchanges: [read, ...others],
    waits: isWhole ? new Map(Array.from(waits, ([place, wait]) => [place + 1, wait])) : new Map(),
  }
}

/** The read of a pet as the same caller; it has the id of the list, since no run has sent it. */
function readBeside({ record: _of, ...list }: ReportedExchange, pet: string): ReportedExchange | undefined {
  const path = `/pets/${pet}`
  const curl = list.curl.replace(`${list.path}'`, () => `${path}'`)
  return curl === list.curl ? undefined : { ...list, path, curl }
}

/** A run asks the next time within less, in milliseconds. */
export const A_MOMENT_MS = 2000
const WHOLE_MINUTE_S = 61
const IN_SECONDS = /^\d{1,6} ?(?:s|sec|secs|seconds?)?$/i

/** What was waited for between two exchanges; `undefined` where it was nothing. After a refusal that is another time each time. */
function waitBetween(
  before: ReportedExchange | undefined,
  { record }: ReportedExchange,
  clause: ClauseId,
): Wait | undefined {
  if (!before?.record || !record) return undefined
  const passed = Date.parse(record.sent) - Date.parse(before.record.received)
  const isOfClause = AFTER_A_WAIT.includes(clause)
  if (!isOfClause && passed <= A_MOMENT_MS) return undefined
  if (before.status < 400) return Math.ceil(passed / 1000)
  if (clause !== 'LIMIT-10' && IN_SECONDS.test(before.headers['retry-after'] ?? '')) return 'as reported'
  return clause === 'LIMIT-9' ? Math.ceil(passed / 1000) : WHOLE_MINUTE_S
}

function namesAdded(all: readonly ReportedExchange[]): boolean {
  const adds = all.findIndex(({ status }) => status === 201)
  return adds !== -1 && all.slice(adds).some(({ path }) => path.startsWith('/pets/'))
}

function overlaps(before: ReportedExchange | undefined, one: ReportedExchange): boolean {
  if (!before?.record || !one.record) return false
  const isBefore = (first: ExchangeRecord, then: ExchangeRecord): boolean =>
    Date.parse(first.received) <= Date.parse(then.sent)
  return !isBefore(before.record, one.record) && !isBefore(one.record, before.record)
}

const MINUTE_MS = 60_000
// So far may clocks be apart, and a Reset be rounded.
const APART_MS = 5000

/** What a caller had sent in the minute before an exchange, or beside it. */
function sentBefore(
  { id, caller, record }: ReportedExchange,
  exchanges: readonly ReportedExchange[],
): readonly ReportedExchange[] {
  if (record === undefined) return []
  const [from, until] = [Date.parse(record.sent) - MINUTE_MS, Date.parse(record.received)]
  return exchanges.filter((one) => {
    const sent = Date.parse(one.record?.sent ?? '')
    return one.id !== id && one.caller === caller && sent <= until && sent >= from
  })
}

function isRefused({ status }: ReportedExchange): boolean {
  return status === 429
}

/** What was served of its quota, since most of it was left. */
function servedOf(inMinute: readonly ReportedExchange[]): readonly ReportedExchange[] {
  const served = inMinute.filter((one) => !isRefused(one))
  const left = served.map((one) => headerOf(one, 'x-ratelimit-remaining'))
  const most = Math.max(...left.filter((count) => !Number.isNaN(count)))
  const falls = left.some((count) => count < most)
  return falls ? served.slice(left.lastIndexOf(most)) : served
}

/** How much of its minute a caller had spent by what a reply says, also by other runs, or as the control of a mock has set it. */
function spentBy(one: ReportedExchange): number {
  const [limit, remaining] = [headerOf(one, 'x-ratelimit-limit'), headerOf(one, 'x-ratelimit-remaining')]
  const reset = headerOf(one, 'x-ratelimit-reset')
  const isOfMinute = reset * 1000 - Date.parse(one.record?.received ?? '') <= MINUTE_MS + APART_MS
  return isOfMinute && remaining <= limit ? limit - remaining : 0
}

/** A header that is a number; NaN where it is missing or none. */
function headerOf({ headers }: ReportedExchange, name: string): number {
  return Number.parseFloat(headers[name] ?? '')
}

function limitOf(all: readonly ReportedExchange[]): number {
  const limits = all.map((one) => headerOf(one, 'x-ratelimit-limit')).filter((limit) => limit > 0)
  return limits.at(-1) ?? Number.POSITIVE_INFINITY
}

const DEAR = 2000

/** The request that spends a quota in the shortest command, and only reads. */
function mostPlain(
  refused: ReportedExchange,
  exchanges: readonly ReportedExchange[],
): ReportedExchange | undefined {
  const reads = exchanges.filter(
    ({ caller, method, curl }) => caller === refused.caller && PLAIN.test(curl) && isSafeMethod(method),
  )
  if (reads.includes(refused)) return refused
  // An error may cost nothing.
  const cost = ({ status, curl }: ReportedExchange): number => curl.length + (status < 400 ? 0 : DEAR)
  return reads.toSorted((one, other) => cost(one) - cost(other))[0]
}

/** A command that a range behind its address sends again and again. */
export const PLAIN = /^(curl -sSi (?:--head|-X [A-Z]+) '[^'[\]{}#]+)'/
