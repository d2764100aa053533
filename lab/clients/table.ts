import type { ClientReport } from '../../mock/index.ts'
import { markdownTable } from '../../spec/markdown.ts'
import type { Contender, Manner } from './contenders.ts'

/** The result of one client. */
export interface Tried {
  readonly contender: Pick<Contender, 'name' | 'version'>
  readonly form: 'seconds' | 'http-date'
  readonly manner: Manner
  /** How many of six calls succeeded in the end. */
  readonly through: number
  /** Its lines about the other calls. */
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
that succeeded in the end. _In flight_: requests that may have crossed the first refusal on their way, which is no fault.

Some wait only because of their configuration (\`lab/clients/programs/client.mjs\`): by default, axios-retry, wretch and wget do not
retry a 429. With bottleneck, the program itself reads the header.
`

/** The page, with a table for each manner and form. */
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
  return `${markdownTable(['client', 'version', 'honours seconds', 'honours a date'], rows)}\n`
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
    return `## Retry-After: ${title}\n\n${markdownTable(columns, rows)}\n`
  })
}
