import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { RunReport } from '../../contract-tests/index.ts'
import type { Repetition } from '../../contract-tests/report/model/run-report.ts'
import { conclusionOf } from '../../contract-tests/report/model/conclusion.ts'
import type { Contender } from './contenders.ts'
import type { JudgedClaim } from './claims.ts'

/** A claim with the result of its replay. */
export interface RecordedClaim {
  readonly test: string
  readonly expected: string
  readonly actual: string
  readonly replayed: boolean
  readonly judged: 'true by rule' | 'true by review' | 'false' | 'not decided'
}

/** A run against a mock, without what differs between two runs of the same suite. */
export interface PeerRecord {
  readonly mock: string
  readonly version: string
  readonly conclusion: string
  /** By clause. `not verified` is followed by the reason of the clause's first test that is not verified. */
  readonly verdicts: Readonly<Record<string, string>>
  /** The variant of each open point that was observed. */
  readonly choices: Readonly<Record<string, string>>
  /** What came of the curl lines of its breaches, which the suite has tried itself: how many of each outcome. */
  readonly lines: Readonly<Record<Exclude<Repetition['outcome'], 'not told'>, number>>
  readonly claims: readonly RecordedClaim[]
}

/** Claims that a person has judged, because no rule can judge them by one reply. */
interface Reviewed {
  readonly mocks: readonly string[]
  readonly test: string
  /** A part of the claim's `expected`. */
  readonly expected: string
  readonly isTrue: boolean
  readonly why: string
}

const reviewed = parse(
  await readFile(join(import.meta.dirname, 'reviewed.yaml'), 'utf8'),
) as readonly Reviewed[]

export function recordRun(
  { id, name, version }: Contender,
  report: RunReport,
  claims: readonly JudgedClaim[],
): PeerRecord {
  const stable = (text: string): string => withoutChanging(text, report)
  return {
    mock: name,
    version,
    conclusion: conclusionOf(report).word,
    verdicts: Object.fromEntries(
      report.clauses.map((clause) => {
        const detail = clause.tests.find(({ verdict }) => verdict === 'not verified')?.detail
        const reason = clause.verdict === 'not verified' && detail !== undefined ? `: ${stable(detail)}` : ''
        return [clause.id, `${clause.verdict}${reason}`]
      }),
    ),
    choices: Object.fromEntries(
      report.choices.flatMap((choice) => (choice.variant === undefined ? [] : [[choice.id, choice.variant]])),
    ),
    lines: countLines(report),
    claims: claims.map((claim) => ({
      test: claim.test,
      expected: stable(claim.expected),
      actual: stable(claim.actual),
      replayed: claim.isReplayed,
      judged: judgementOn(id, claim),
    })),
  }
}

function countLines({ clauses }: RunReport): PeerRecord['lines'] {
  const outcomes = clauses.flatMap(({ tests }) =>
    tests.flatMap(({ breach }) => breach?.repeated?.outcome ?? []),
  )
  const count = (outcome: Repetition['outcome']): number => outcomes.filter((one) => one === outcome).length
  return {
    'shown again': count('shown again'),
    'not shown again': count('not shown again'),
    'not repeated': count('not repeated') + count('not told'),
  }
}

function judgementOn(
  mock: string,
  { test, expected, isReplayed, isTrue }: JudgedClaim,
): RecordedClaim['judged'] {
  if (isTrue === true) return 'true by rule'
  const review = reviewed.find(
    (one) => one.mocks.includes(mock) && one.test === test && expected.includes(one.expected),
  )
  if (review !== undefined && isReplayed) return review.isTrue ? 'true by review' : 'false'
  return isTrue === undefined ? 'not decided' : 'false'
}

/** Replaces what differs from run to run: addresses, the run tag, times, random numbers. */
function withoutChanging(text: string, { mark: runTag, baseUrl }: RunReport): string {
  return text
    .replaceAll(baseUrl, '{base_url}')
    .replaceAll(new URL(baseUrl).origin, '{origin}')
    .replaceAll(runTag, '{tag}')
    .replaceAll(/(?<!status )\d[\d,]{2,}/g, (digits) =>
      /^(?:100|9007199254740993)$/.test(digits) ? digits : '#',
    )
    .replaceAll(/[#\d]+(?:,? [#\d]+){3,}/g, '…')
    .replaceAll(/\b(?!LIMIT)[A-Z]{5}\b/g, 'XXXXX')
}

/** The record as a file for people to read. */
export function recordAsYaml(record: PeerRecord): string {
  return `# Written by \`npm run lab -- peers\`.\n${stringify(record, { lineWidth: 0, version: '1.1' })}`
}
