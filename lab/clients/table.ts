import type { ClientReport } from '../../mock/index.ts'
import { markdownTable } from '../../spec/markdown.ts'
import type { Claim } from './claims.ts'
import type { Contender, Form, Manner } from './contenders.ts'

/** The result of one client. */
export interface Tried {
  readonly contender: Pick<Contender, 'name' | 'version' | 'waitsFor'>
  readonly form: Form
  readonly manner: Manner
  /** How many of six calls succeeded in the end. */
  readonly through: number
  /** Its lines about the other calls. */
  readonly gaveUp: readonly string[]
  readonly report: ClientReport
  readonly claims: readonly Claim[]
  /** Whether a call was repeated before the end of its own wait; `undefined` where the wire was not recorded. */
  readonly retriedEarly: boolean | undefined
  readonly seconds: number
}

const head = `# Which clients honour Retry-After?

\`npm run lab -- clients\` writes this page. Each client makes six calls, configured as its documentation advises, with a key on the Free
plan that has 2 requests left in a minute of which 5 seconds are left: one call after the other, and all six at once; with
Retry-After in seconds and as an HTTP date. It runs in real time against a mock of its own, and the mock's
[client report](in-code.md#the-client-report) says how it behaved.

A client **honours** Retry-After when, with calls one after the other, it was never early. _Through_: calls of six
that succeeded in the end. _In flight_: requests that may have crossed the first refusal on their way, which is no fault.
_Early_, with all calls at once, is also a call that begins after its client has read the refusal of another call: the report sees one
client, not six calls. Where the packets show that these were the only ones, the table says _new_.

Some wait only because of their configuration (\`lab/clients/programs/\`): by default, axios-retry, wretch, wget, Faraday, Guzzle, Excon,
Go resty and LWP::UserAgent::Determined do not retry a 429. With bottleneck and backoff.runtime, the program itself reads the header. Without
\`-f\`, \`curl --retry -o /dev/null\` does not retry: it cannot truncate the device, and ends with 23. backoff.runtime, as its README has
it, and python-gitlab fail at a date: they expect a number. The libraries of npm are there in their newest version, all others in Debian's.

The clients that the table calls _new_ were not in the repository before their first run. The same runs were made against the mock as it was
before its client report was mended: 6 of 1344 claims did not match the packets (bottleneck and wretch, with all calls at once), none of a new client.
A parallel client that stops at the first 429 was accused in 10 of 1,000 runs on a busy machine then, and banned in each of them;
in 4,000 runs with the mock of today (\`npm run lab -- gates 1000 gate\`) it is never accused, and never banned.
`

/** The clients that were there before the client report was mended. */
const FIRST: ReadonlySet<string> = new Set([
  'axios-retry',
  'axios-retry, linearDelay',
  'axios, own linear delay',
  'retry-axios',
  'got',
  'ky',
  'bottleneck',
  'undici RetryAgent',
  'OpenAI SDK',
  'make-fetch-happen',
  'p-retry',
  'fetch-retry',
  'TanStack Query',
  'ofetch',
  'superagent',
  'wretch',
  'octokit throttling',
  'curl --retry 5',
  'wget --retry-on-http-error',
  'urllib3 Retry (requests)',
])

/** The page, with a table for each manner and form. */
export function table(tried: readonly Tried[]): string {
  return [head, checked(tried), summary(tried), ...parts(tried)].join('\n')
}

/** How many claims of the client report were compared with what is so. */
function checked(tried: readonly Tried[]): string {
  const claims = tried.flatMap((one) => one.claims)
  const wrong = claims.filter(({ holds }) => !holds).length
  const onWire = tried.filter(({ retriedEarly }) => retriedEarly !== undefined).length
  return `${claims.length} claims of the client report were compared with what is so: every verdict on a client that makes one call after
the other with what its documentation or source says of it (\`lab/clients/libraries.ts\`, \`installed.ts\`), and in ${onWire} of ${tried.length} runs each figure
with the packets that tcpdump recorded (\`claims.ts\`). With all calls at once, packets do not always show whether a request was early or in
flight: any figure that they allow holds. **${wrong} were false.**
`
}

function summary(tried: readonly Tried[]): string {
  const names = [...new Set(tried.map(({ contender }) => contender.name))]
  const rows = names.map((name) => {
    const own = tried.filter(({ contender }) => contender.name === name)
    const verdicts = (['seconds', 'http-date'] as const).map((form) =>
      own.every((one) => one.form !== form || one.manner !== 'one-by-one' || honours(one)) ? 'yes' : 'no',
    )
    return [name, own[0]?.contender.version ?? '', FIRST.has(name) ? '' : 'new', ...verdicts]
  })
  return `${markdownTable(['client', 'version', 'new', 'honours seconds', 'honours a date'], rows)}\n`
}

function honours({ report }: Tried): boolean {
  return report.earlyRetries + report.inFlight === 0 && report.requests > report.refused
}

function parts(tried: readonly Tried[]): readonly string[] {
  const groups = Map.groupBy(tried, ({ form, manner }) => `${form}, ${manner.replaceAll('-', ' ')}`)
  return Array.from(groups, ([title, ones]) => {
    const rows = ones.map(({ contender, through, report, retriedEarly, seconds, manner }) => [
      contender.name,
      `${through} of 6`,
      String(report.refused),
      `${report.earlyRetries}${report.earlyRetries > 0 && manner === 'at-once' && retriedEarly === false ? ' new' : ''}`,
      String(report.inFlight),
      String(report.bans),
      `${seconds.toFixed(1)} s`,
    ])
    const columns = ['client', 'through', 'refused', 'early', 'in flight', 'bans', 'time']
    return `## Retry-After: ${title}\n\n${markdownTable(columns, rows)}\n`
  })
}
