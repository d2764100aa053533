import type { ClientReport } from '../../mock/index.ts'
import type { Contender, Manner } from './contenders.ts'

/** How one client got on. */
export interface Tried {
  readonly contender: Pick<Contender, 'name' | 'version'>
  readonly form: 'seconds' | 'http-date'
  readonly manner: Manner
  /** Of six calls, those that succeeded in the end. */
  readonly through: number
  /** What it said of the others. */
  readonly gaveUp: readonly string[]
  readonly report: ClientReport
  readonly seconds: number
}

const head = `# Which clients honour Retry-After?

\`npm run lab -- clients\` writes this page. Each client makes six calls, configured as its documentation advises, with a key on the Free
plan that has 2 requests left in a minute of which 5 seconds are left: one call after the other, and all six at once; with
Retry-After in seconds and as an HTTP date. It runs in real time against a mock of its own, and the mock's
[client report](in-code.md#in-a-test) says how it behaved.

A client **honours** Retry-After when, with calls one after the other, it was never early. _Through_: calls of six
that succeeded in the end. _In flight_: already on their way when the first refusal went out, which is no fault. At once, a
client may be early that honours every wait it was told: what its queue, another process or a busy machine sends more than 25 ms
after the first refusal cannot be told from a retry.

Some wait only because their configuration says so (\`lab/clients/programs/client.mjs\`): axios-retry and wretch leave a 429 alone
unless asked to retry it, and so does wget; bottleneck leaves reading the header to the program's own code.
`

/** The page, with one table for each manner and form. */
export function table(tried: readonly Tried[]): string {
  return [head, summary(tried), ...parts(tried)].join('\n')
}

function summary(tried: readonly Tried[]): string {
  const names = [...new Set(tried.map(({ contender }) => contender.name))]
  const rows = names.map((name) => {
    const own = tried.filter(({ contender }) => contender.name === name)
    const verdicts = (['seconds', 'http-date'] as const).map((form) =>
      own.every((one) => one.form !== form || one.manner !== 'one-by-one' || honours(one)) ? 'yes' : 'no',
    )
    return [name, own[0]?.contender.version ?? '', ...verdicts]
  })
  return rendered(['client', 'version', 'honours seconds', 'honours a date'], rows)
}

function honours({ report }: Tried): boolean {
  return report.earlyRetries === 0 && report.requests > report.refused
}

function parts(tried: readonly Tried[]): readonly string[] {
  const groups = Map.groupBy(tried, ({ form, manner }) => `${form}, ${manner.replaceAll('-', ' ')}`)
  return Array.from(groups, ([title, ones]) => {
    const rows = ones.map(({ contender, through, report, seconds }) => [
      contender.name,
      `${through} of 6`,
      ...[report.refused, report.earlyRetries, report.inFlight, report.bans].map(String),
      `${seconds.toFixed(1)} s`,
    ])
    const columns = ['client', 'through', 'refused', 'early', 'in flight', 'bans', 'time']
    return `## Retry-After: ${title}\n\n${rendered(columns, rows)}`
  })
}

function rendered(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((_, at) => Math.max(3, ...[columns, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return `${[line(columns), rule, ...rows.map(line)].join('\n')}\n`
}
