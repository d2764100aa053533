import { parse } from 'yaml'
import { parseChoices, type ClauseId } from '../../spec/index.ts'
import { choicesFile } from '../report/model/choices.ts'
import type { ObservedChoice, RunReport } from '../report/model/run-report.ts'
import { standWith } from './violations/stand.ts'
import { clockOff, overlayFor, type Lawful } from './lawful.ts'
import { dreddFindsFault, Traffic } from './other-tools.ts'
import { clausesThatAre, faultsOf, runOnStand } from './run-on-stand.ts'

/** What was said of a service that conforms. */
export interface Judgement {
  readonly lawful: Lawful
  /** The clauses that the suite blamed it for. */
  readonly broken: readonly ClauseId[]
  readonly faults: readonly string[]
  /** Open points whose variant was read, and of those the ones read wrongly: `id: read, not in force`. */
  readonly observed: number
  readonly misread: readonly string[]
  /** Open points that could not be observed. */
  readonly unseen: readonly string[]
  /** Where a mock with the choices that were read is read otherwise. */
  readonly drifted: readonly string[]
  readonly prism: boolean
  readonly dredd: boolean
}

/** Runs the suite and the other tools against a lawful service, and then against a mock with the choices it has read. */
export async function checkLawful(lawful: Lawful): Promise<Judgement> {
  const { begins, mock, trouble } = lawful
  const overlay = overlayFor(trouble, mock.vary ?? 0)
  const traffic = new Traffic()
  await using stand = await standWith(overlay, {
    begins,
    mock,
    ahead: trouble === 'a clock that is off' ? clockOff(mock.vary ?? 0) : 0,
    witness: traffic.see,
  })
  const report = await runOnStand(stand)
  const inForce: Readonly<Record<string, string>> = { ...stand.mock.choices.read() }
  const seen = report.choices.filter(({ variant }) => variant !== undefined)
  await using calm = await standWith((healthy) => healthy, { begins, mock })
  return {
    lawful,
    broken: clausesThatAre('broken', report),
    faults: faultsOf(report),
    observed: seen.length,
    misread: seen.flatMap(({ id, variant = '' }) =>
      variant === inForce[id] ? [] : [`${id}: ${variant}, not ${inForce[id]}`],
    ),
    unseen: report.choices.flatMap(({ id, variant }) => (variant === undefined ? [id] : [])),
    drifted: await readAgain(report, lawful),
    prism: await traffic.prismFindsFault(),
    dredd: await dreddFindsFault(calm.baseUrl, calm.mock.keys),
  }
}

/** Feeds the saved choices to a mock, and says which of them a run against that reads otherwise. */
async function readAgain(first: RunReport, { begins, mock: { pets } }: Lawful): Promise<readonly string[]> {
  const choices = parseChoices((parse(choicesFile(first.choices, '', '')) ?? {}) as Record<string, unknown>)
  await using stand = await standWith((healthy) => healthy, { begins, mock: { pets, choices } })
  const again = new Map<string, ObservedChoice>((await runOnStand(stand)).choices.map((one) => [one.id, one]))
  return first.choices.flatMap(({ id, variant }) => {
    const now = again.get(id)?.variant
    // Where nothing was read, the mock takes what it takes by default.
    return variant === undefined || variant === now ? [] : [`${id}: ${now ?? 'not observed'}, not ${variant}`]
  })
}
