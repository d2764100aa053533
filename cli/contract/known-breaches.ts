import { CommandError } from '../environment/command-error.ts'
import { clauses, didYouMean, schemaCheck, problemText } from '../../spec/index.ts'
import type { KnownLine } from '../../contract-tests/report/model/known-breaches.ts'

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
