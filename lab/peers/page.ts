import type { PeerRecord } from './record.ts'

const head = `# What the suite says of other mocks

\`npm run lab -- peers\` writes this page. It starts nine mocks that others have written, each from
[the same OpenAPI document](../spec/openapi.yaml), and runs the contract suite against each, with a second key and no other flag. Then
it starts the mock anew and replays the whole run by the curl lines that the report prints. Each claim of a breach is judged by
what comes back, by rules that were written from the words of the document and apart from the suite (\`lab/peers/judge.ts\`), or, where
one reply cannot tell, by a person (\`lab/peers/reviewed.yaml\`). What each run found is kept in \`lab/peers/verdicts/\`.

None of these mocks claims to be the service: a mock that answers with the examples of a document keeps few of the promises that need a
memory, a key or a clock. The page is here to show that what the suite calls broken is broken. Mockoon, MSW and
Specmatic make up another answer each time, so that what is kept of them differs a little from run to run, and a claim counts as true
where the reply at the time or the replayed one shows it.
`

/** The page: a table of all mocks, and what each breaks. */
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
  ]
  const rows = records.map(({ mock, version, verdicts, conclusion, claims }) => {
    const of = (verdict: string): string =>
      `${Object.values(verdicts).filter((one) => one.startsWith(verdict)).length}`
    const counts = ['held', 'broken', 'warned', 'not verified'].map(of)
    const replayed = claims.filter((claim) => claim.replayed).length
    return [
      mock,
      version,
      ...counts,
      conclusion,
      `${claims.length}`,
      `${replayed}`,
      `${claims.filter(isFoundTrue).length}`,
    ]
  })
  const absent = missing.map(
    (name) => `\n${name} is not in the table: it needs a Java runtime, and there was none.\n`,
  )
  return [head, table(columns, rows), ...absent, ...records.map(broken)].join('\n')
}

export function isFoundTrue({ judged }: PeerRecord['claims'][number]): boolean {
  return judged.startsWith('true')
}

/** What a mock breaks: claims of a clause that say the same stand in one row. */
function broken({ mock, claims }: PeerRecord): string {
  const alike = Map.groupBy(
    claims,
    ({ test, expected, actual }) => `${clauseOf(test)}\n${expected}\n${actual}`,
  )
  const rows = Array.from(alike, ([said, ones]) => {
    const [clause = '', expected = '', actual = ''] = said.split('\n').map(cell)
    return [clause, expected, actual, `${ones.length}`]
  })
  return `## ${mock}\n\n${table(['clause', 'expected', 'actual', 'claims'], rows)}`
}

function clauseOf(test: string): string {
  return test.slice(0, test.indexOf(' '))
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;') || '(nothing)'
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((_, at) => Math.max(3, ...[columns, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return `${[line(columns), rule, ...rows.map(line)].join('\n')}\n`
}
