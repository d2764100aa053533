import { CommandError } from '../environment/command-error.ts'
import { clauses, didYouMean, schemaCheck, problemText, type ClauseId } from '../../spec/index.ts'
import type { ClauseReport, KnownBreach } from '../../contract-tests/report/model/run-report.ts'

/** A line of the file that `--known` names. */
export type KnownLine = Pick<KnownBreach, 'clause' | 'reason' | 'until'>

const schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['clause', 'reason', 'until'],
    additionalProperties: false,
    properties: {
      clause: { type: 'string' },
      reason: { type: 'string', minLength: 1 },
      until: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    },
  },
}

/** Takes a parsed file as known breaches: a list of clause, reason, and the last day on which each is accepted. */
export async function parseKnown(value: unknown, file: string): Promise<readonly KnownLine[]> {
  const check = await schemaCheck(schema)
  const [problem] = check(value)
  if (problem) throw new CommandError(`${file}: ${problemText(problem, 'the file')}`)
  const lines = value as readonly KnownLine[]
  const ids: readonly string[] = clauses.map(({ id }) => id)
  const unknown = lines.find(({ clause }) => !ids.includes(clause))
  if (!unknown) return lines
  throw new CommandError(`${file}: there is no clause "${unknown.clause}".${didYouMean(unknown.clause, ids)}`)
}

/** How the known breaches stand after a run; `today` as 2027-01-31. */
export function judgeKnown(
  known: readonly KnownLine[],
  reports: readonly ClauseReport[],
  today: string,
): readonly KnownBreach[] {
  const verdictOf = new Map<ClauseId, ClauseReport['verdict']>(
    reports.map(({ id, verdict }) => [id, verdict]),
  )
  return known.map((line) => ({ ...line, state: stateOf(line, verdictOf.get(line.clause), today) }))
}

function stateOf(
  { until }: KnownLine,
  verdict: ClauseReport['verdict'] | undefined,
  today: string,
): KnownBreach['state'] {
  if (verdict === 'held') return 'gone'
  if (verdict !== 'broken' && verdict !== 'warned') return 'not verified'
  return today > until ? 'expired' : 'still there'
}
