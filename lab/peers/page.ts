import { markdownTable } from '../../spec/markdown.ts'
import type { PeerRecord } from './record.ts'

const head = `# What the suite says of other mocks

\`npm run lab -- peers\` writes this page. It starts nine mocks that others have written, each from
[the same OpenAPI document](../spec/openapi.yaml), and runs the contract suite against each, with a second key and no other flag. Then
it starts the mock again and replays the whole run with the curl lines that the report prints. The replies decide whether each claim of a
breach is true: by rules that were written from the document, independent of the suite (\`lab/peers/judge.ts\`), or, where one reply
is not enough, by a person (\`lab/peers/reviewed.yaml\`). The command also writes the verdict on each clause, to \`lab/peers/verdicts/\`.

_Lines_ are the curl lines that the report prints, one for each breach and warning. The suite tries them itself (\`--verify-repeats\`):
how many show it again, how many do not, and how many were not tried, with the reason in the report.

None of these mocks claims to be the service: a mock that answers with the examples of a document can keep few of the promises that need a
memory, a key or a clock. This page shows that what the suite calls broken is broken. Mockoon, MSW and Specmatic answer at random, so
that their figures differ a little from run to run; json-server stores pets that it must refuse, which the replay creates last. For these
four, a claim is true if the reply of the run or of the replay shows it.
`

/** The page: a table of all mocks, and the claims against each. */
export function page(records: readonly PeerRecord[], missing: readonly string[]): string {
  const columns = [
    'mock',
    'version',
    'held',
    'broken',
    'warned',
    'not verified',
    'conclusion',
    'claims',
    'replayed',
    'true',
    'lines',
    'show it again',
    'do not',
    'not tried',
  ]
  const rows = records.map(({ mock, version, verdicts, conclusion, claims, lines }) => {
    const count = (verdict: string): string =>
      `${Object.values(verdicts).filter((one) => one.startsWith(verdict)).length}`
    const counts = ['held', 'broken', 'warned', 'not verified'].map(count)
    const replayed = claims.filter((claim) => claim.replayed).length
    return [
      mock,
      version,
      ...counts,
      conclusion,
      `${claims.length}`,
      `${replayed}`,
      `${claims.filter(isFoundTrue).length}`,
      `${Object.values(lines).reduce((sum, one) => sum + one, 0)}`,
      ...(['shown again', 'not shown again', 'not repeated'] as const).map((outcome) => `${lines[outcome]}`),
    ]
  })
  const absent = missing.map(
    (name) => `\n${name} is not in the table: it needs a Java runtime, which was not installed.\n`,
  )
  return [head, `${markdownTable(columns, rows)}\n`, ...absent, ...records.map(listBreaches)].join('\n')
}

export function isFoundTrue({ judged }: PeerRecord['claims'][number]): boolean {
  return judged.startsWith('true')
}

/** What a mock breaks: claims that say the same of a clause share a row. */
function listBreaches({ mock, claims }: PeerRecord): string {
  const alike = Map.groupBy(
    claims,
    ({ test, expected, actual }) => `${clauseIn(test)}\n${expected}\n${actual}`,
  )
  const rows = Array.from(alike, ([text, ones]) => {
    const [clause = '', expected = '', actual = ''] = text.split('\n').map(escape)
    return [clause, expected, actual, `${ones.length}`]
  })
  return `## ${mock}\n\n${markdownTable(['clause', 'expected', 'actual', 'claims'], rows)}\n`
}

function clauseIn(test: string): string {
  return test.slice(0, test.indexOf(' '))
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;') || '(nothing)'
}
