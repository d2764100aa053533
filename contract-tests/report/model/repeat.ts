import { mayChangePets } from '../../../spec/operations.ts'
import { figure } from '../../../spec/wording.ts'
import type { ExchangeRecord, ReportedBreach, ReportedExchange, Repetition, RunReport } from './run-report.ts'
import { cut } from './text.ts'

/** The exchanges that repeat a breach, in their order, and whether they are sent together. */
export interface Story {
  readonly exchanges: readonly ReportedExchange[]
  readonly isAtOnce: boolean
}

/**
 * All that shows a breach, and before a 429 as many requests as had been sent: alone, it would be no 429. Where the report lacks an exchange, or where a request names a pet that an earlier one added, and that
 * has another id the next time, it is the one exchange that the breach is about; empty where the report lacks that one too.
 */
export function storyOf({ exchanges }: Pick<RunReport, 'exchanges'>, breach: ReportedBreach): Story {
  const story = shownBy(exchanges, breach)
  const [first] = story.exchanges
  if (first?.status !== 429) return story
  const before = sentBefore(first, exchanges)
  const one = mostPlain(first, before)
  if (one === undefined) return story
  return {
    // One more has looked whether the service is there, before the run.
    exchanges: [one, ...before.map(() => one), ...story.exchanges],
    isAtOnce: story.isAtOnce || before.some((one) => overlaps(one, first)),
  }
}

function shownBy(
  exchanges: readonly ReportedExchange[],
  { exchange: id, steps = [id] }: ReportedBreach,
): Story {
  const all = exchanges.filter((one) => steps.includes(one.id))
  const isWhole = all.length === steps.length && !namesAdded(all)
  if (!isWhole) return { exchanges: exchanges.filter((one) => one.id === id), isAtOnce: false }
  const inOrder = steps.flatMap((step) => all.find((one) => one.id === step) ?? [])
  return { exchanges: inOrder, isAtOnce: inOrder.some((one, at) => overlaps(inOrder[at - 1], one)) }
}

/**
 * The command that repeats the story of a breach: one curl line, with `--next` between different requests, and a range behind
 * the address of one that is sent again and again.
 */
export function repeatOf(report: Pick<RunReport, 'exchanges'>, breach: ReportedBreach): string | undefined {
  const { exchanges: all, isAtOnce } = storyOf(report, breach)
  const [first, second] = all
  if (second === undefined) return first?.curl
  const runs: { readonly curl: string; count: number }[] = []
  for (const { curl } of all) {
    const last = runs.at(-1)
    if (last?.curl === curl) last.count += 1
    else runs.push({ curl, count: 1 })
  }
  const commands = runs.flatMap(({ curl, count }) => timesOver(curl, count))
  const parallel = isAtOnce ? ' --parallel' : ''
  return `curl${parallel}${commands.map((curl) => curl.replace(/^curl/, '')).join(' --next')}`
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

/** What a refused caller had sent in the minute before. */
function sentBefore(
  { id, caller, record }: ReportedExchange,
  exchanges: readonly ReportedExchange[],
): readonly ReportedExchange[] {
  if (record === undefined) return []
  const until = Date.parse(record.sent)
  const isBefore = (one: ReportedExchange): boolean => {
    const sent = Date.parse(one.record?.sent ?? '')
    return one.id !== id && one.caller === caller && sent <= until && sent >= until - MINUTE_MS
  }
  return exchanges.filter(isBefore)
}

/** The request that spends a quota in the shortest command, and adds no pet. */
function mostPlain(
  refused: ReportedExchange,
  before: readonly ReportedExchange[],
): ReportedExchange | undefined {
  const reads = [refused, ...before].filter(
    ({ method, path, curl }) => PLAIN.test(curl) && !mayChangePets(method, path),
  )
  return reads.includes(refused) ? refused : reads.toSorted((a, b) => a.curl.length - b.curl.length)[0]
}

const PLAIN = /^(curl -i (?:--head|-X [A-Z]+) '[^'[\]{}#]+)'/

function timesOver(curl: string, count: number): readonly string[] {
  if (count === 1) return [curl]
  if (PLAIN.test(curl)) return [curl.replace(PLAIN, `$1#[1-${count}]'`)]
  return Array.from({ length: count }, () => curl)
}

/** What came of repeating a breach by its command, in words; `undefined` where nobody asked for that. */
export function repetitionText({ repeated }: ReportedBreach): string | undefined {
  return repeated && TEXTS[repeated.outcome](repeated)
}

const TEXTS: Readonly<Record<Repetition['outcome'], (repeated: Repetition) => string>> = {
  'shown again': ({ exchanges }) => `the curl line showed it again (${idList(exchanges)})`,
  'not shown again': ({ exchanges }) =>
    `seen once; the curl line did not show it again (${idList(exchanges)})`,
  'not repeated': ({ why = 'no reason given' }) => `the curl line was not tried: ${why}`,
}

function idList(exchanges: readonly number[]): string {
  return exchanges.map((id) => `#${id}`).join(', ')
}

const LONGEST = 2000
const SHOWN = 200

/** A command as a report for people shows it: of a very long one the beginning, as a comment, and where the whole stands. */
export function shortCommand(curl: string, longest = LONGEST): string {
  if (curl.length <= longest) return curl
  const where = 'whole in a report of the run (--report html=FILE or json=FILE)'
  return `# ${figure(curl.length)} letters, ${where}: ${cut(curl, SHOWN)}`
}
