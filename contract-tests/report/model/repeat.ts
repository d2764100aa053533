import type { ClauseId } from '../../../spec/clauses.ts'
import { counted, figure } from '../../../spec/wording.ts'
import type { ReportedBreach, ReportedExchange, Repetition, RunReport } from './run-report.ts'
import { PLAIN, storyOf, type Wait } from './story.ts'
import { cut } from './text.ts'

/**
 * The command that repeats the story of a breach: one curl line, with `--next` between different requests, and a range behind
 * the address of one that is sent again and again; with `sleep` between two lines where the story waits. Each of several replies begins
 * on a line of its own.
 */
export function repeatOf(
  report: Pick<RunReport, 'exchanges'>,
  clause: ClauseId,
  breach: ReportedBreach,
): string | undefined {
  const { exchanges, isAtOnce, waits } = storyOf(report, clause, breach)
  if (exchanges.length === 1) return exchanges[0]?.curl
  const places = [...waits.keys(), exchanges.length]
  const [first, ...others] = places.map((end, at) => exchanges.slice(places[at - 1] ?? 0, end))
  if (first === undefined || exchanges.length === 0) return undefined
  const beginning = curlLine(first, isAtOnce)
  const pauses = [...waits.values()]
  return others.reduce(
    (line, some, at) => `${afterwards(line, pauses[at] ?? 0)}; ${curlLine(some, false)}`,
    beginning,
  )
}

function curlLine(all: readonly ReportedExchange[], isAtOnce: boolean): string {
  const runs: { readonly curl: string; count: number }[] = []
  for (const { curl } of all) {
    const last = runs.at(-1)
    if (last?.curl === curl) last.count += 1
    else runs.push({ curl, count: 1 })
  }
  const commands = runs.flatMap(({ curl, count }) => timesOver(curl, count))
  const parallel = isAtOnce && all.length > 1 ? AT_ONCE : ''
  return `curl${parallel}${commands.map((curl) => curl.replace(/^curl -sSi/, () => EACH)).join(' --next')}`
}

// Many a body ends without a newline, and the next reply would begin in its last line.
const EACH = String.raw` -sSi -w '\n'`

// What is silent by `-sS` shows a meter all the same where it is parallel.
const AT_ONCE = ' --no-progress-meter --parallel --parallel-immediate'

/** What to look for in the many replies to a line that sends a request again and again; `undefined` for any other. */
export function statusesText(repeat: string | undefined): string | undefined {
  if (repeat === undefined || !RANGE.test(repeat)) return undefined
  // What is sent at once comes back in any order; what was sent after a wait is seen by its place alone.
  const order = repeat.includes(' --parallel ') && !repeat.includes('; sleep ') ? 'sort | ' : ''
  return `to count the statuses of its replies: { the line; } | grep -aoE 'HTTP/[0-9.]+ [0-9]+' | ${order}uniq -c`
}

const RANGE = /#\[1-\d+\]'/

/** A command that shows the replies to a line, and then waits. */
function afterwards(line: string, wait: Wait): string {
  if (wait !== 'as reported') return `${line}; sleep ${wait}`
  const seconds = `awk 'tolower($1) == "retry-after:" { s = $2 } END { print s + 0 }'`
  return `R=$(${line}); printf '%s\\n' "$R"; sleep "$(printf '%s\\n' "$R" | ${seconds})"`
}

function timesOver(curl: string, count: number): readonly string[] {
  if (count === 1) return [curl]
  if (PLAIN.test(curl)) return [curl.replace(PLAIN, `$1#[1-${count}]'`)]
  return Array.from({ length: count }, () => curl)
}

/** What came of repeating a breach by its command, in words; `undefined` where nobody asked for that. */
export function repetitionText({ repeated, shapes = [], steps = [] }: ReportedBreach): string | undefined {
  const shown = steps.length > 0 ? [] : shapes.flatMap(({ exchanges }) => exchanges)
  return repeated && TEXTS[repeated.outcome](repeated, shown.length)
}

const MOST_NAMED = 3

const TEXTS: Readonly<Record<Repetition['outcome'], (repeated: Repetition, shown: number) => string>> = {
  'shown again': ({ exchanges }) => `the curl line showed it again (${idList(exchanges)})`,
  'not shown again': ({ exchanges }, shown) =>
    `seen ${shown > 1 ? `in ${shown} replies` : 'once'}; the curl line did not show it again (${idList(exchanges)})`,
  'not told': ({ exchanges, why = 'no reason given' }) =>
    `whether the curl line shows it again is unclear: ${why} (${idList(exchanges)})`,
  'not repeated': ({ why = 'no reason given' }) => `the curl line was not tried: ${why}`,
}

/** They are sent one after the other: of many the first and the last are named. */
function idList(ids: readonly number[]): string {
  const [first, last] = [ids.at(0), ids.at(-1)]
  return ids.length > MOST_NAMED ? `#${first} to #${last}` : ids.map((id) => `#${id}`).join(', ')
}

const LONGEST = 2000
const SHOWN = 200

const NEXT = ' --next '

/**
 * A command as a report for people shows it: of a very long one the first requests, as a comment, and where the whole stands. What is
 * shown ends with a whole request, unless the first one alone is too long.
 */
export function shortCommand(curl: string, longest = LONGEST): string {
  if (curl.length <= longest) return curl
  const where = 'whole in a report of the run (--report html=FILE or json=FILE)'
  const end = curl.lastIndexOf(NEXT, SHOWN)
  const left = end < 0 ? 0 : curl.slice(end).split(NEXT).length - 1
  const shown = end < 0 ? cut(curl, SHOWN) : `${curl.slice(0, end)} (and ${counted(left, 'request')} more)`
  return `# ${figure(curl.length)} letters, ${where}: ${shown}`
}
