import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { RunReport } from '../../contract-tests/index.ts'
import { conclusionOf } from '../../contract-tests/report/model/conclusion.ts'
import type { Contender } from './contenders.ts'
import type { JudgedClaim } from './claims.ts'

/** A claim as it is kept, with what came of replaying it. */
export interface RecordedClaim {
  readonly test: string
  readonly expected: string
  readonly actual: string
  readonly replayed: boolean
  readonly judged: 'true by rule' | 'true by review' | 'false' | 'not decided'
}

/** What is kept of a run against a foreign mock, in a form that two runs of the same suite have in common. */
export interface PeerRecord {
  readonly mock: string
  readonly version: string
  readonly conclusion: string
  /** Of each clause; where it is not verified, with the reason of its first test that is not. */
  readonly verdicts: Readonly<Record<string, string>>
  /** The open points that were observed. */
  readonly choices: Readonly<Record<string, string>>
  readonly claims: readonly RecordedClaim[]
}

/** Claims that a person has judged, since no rule can tell from one reply: of which mock, of which test, and why. */
interface Reviewed {
  readonly mocks: readonly string[]
  readonly test: string
  /** What the claim says was expected, in part. */
  readonly expected: string
  readonly isTrue: boolean
  readonly why: string
}

const reviewed = parse(
  await readFile(join(import.meta.dirname, 'reviewed.yaml'), 'utf8'),
) as readonly Reviewed[]

export function recordOf(
  { id, name, version }: Contender,
  report: RunReport,
  claims: readonly JudgedClaim[],
): PeerRecord {
  const steady = (text: string): string => steadied(text, report)
  return {
    mock: name,
    version,
    conclusion: conclusionOf(report).word,
    verdicts: Object.fromEntries(
      report.clauses.map((clause) => {
        const detail = clause.tests.find(({ verdict }) => verdict === 'not verified')?.detail
        const reason = clause.verdict === 'not verified' && detail !== undefined ? `: ${steady(detail)}` : ''
        return [clause.id, `${clause.verdict}${reason}`]
      }),
    ),
    choices: Object.fromEntries(
      report.choices.flatMap((choice) => (choice.variant === undefined ? [] : [[choice.id, choice.variant]])),
    ),
    claims: claims.map((claim) => ({
      test: claim.test,
      expected: steady(claim.expected),
      actual: steady(claim.actual),
      replayed: claim.isReplayed,
      judged: judgedBy(id, claim),
    })),
  }
}

function judgedBy(
  mock: string,
  { test, expected, isReplayed, isTrue }: JudgedClaim,
): RecordedClaim['judged'] {
  if (isTrue === true) return 'true by rule'
  const word = reviewed.find(
    (one) => one.mocks.includes(mock) && one.test === test && expected.includes(one.expected),
  )
  if (word !== undefined && isReplayed) return word.isTrue ? 'true by review' : 'false'
  return isTrue === undefined ? 'not decided' : 'false'
}

/** Leaves out of a text what is another one in each run: addresses, the run's mark, moments, numbers by chance. */
function steadied(text: string, { mark, baseUrl }: RunReport): string {
  return text
    .replaceAll(baseUrl, '{base_url}')
    .replaceAll(new URL(baseUrl).origin, '{origin}')
    .replaceAll(mark, '{mark}')
    .replaceAll(/(?<!status )\d[\d,]{2,}/g, (digits) =>
      /^(?:100|9007199254740993)$/.test(digits) ? digits : '#',
    )
    .replaceAll(/[#\d]+(?:,? [#\d]+){3,}/g, '…')
    .replaceAll(/\b(?!LIMIT)[A-Z]{5}\b/g, 'XXXXX')
}

/** The file that a record is kept in, for people to look at. */
export function written(record: PeerRecord): string {
  return `# Written by \`npm run lab -- peers\`. Look at what has changed before you commit it.\n${stringify(record, { lineWidth: 0, version: '1.1' })}`
}
