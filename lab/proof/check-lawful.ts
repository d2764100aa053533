import { parse } from 'yaml'
import { parseSavedChoices } from '../../spec/choices.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { choicesFile } from '../../contract-tests/report/model/choices.ts'
import type { ObservedChoice, RunReport } from '../../contract-tests/report/model/run-report.ts'
import { clockOff, overlayFor, type Lawful } from './lawful.ts'
import { dreddFindsFault, Traffic } from './other-tools.ts'
import { runOn, testService, type TestServiceOptions } from './test-service.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'

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
}

/** The same beside other tools: whether they raise a false alarm. */
export interface ComparedJudgement extends Judgement {
  readonly prism: boolean
  readonly dredd: boolean
}

/** Runs the suite against a lawful service, and then against a mock with the choices that it has read. */
export async function checkLawful(lawful: Lawful): Promise<Judgement> {
  return judge(lawful, await runAgainst(lawful))
}

/** The same, and what the other tools say: Prism of the same traffic, Dredd of the service without the trouble on the way. */
export async function compareLawful(lawful: Lawful): Promise<ComparedJudgement> {
  const seen = await runAgainst(lawful)
  return {
    ...(await judge(lawful, seen)),
    prism: await seen.traffic.prismFindsFault(),
    dredd: await dreddFindsFault((healthy) => healthy, lawful),
  }
}

interface Seen {
  readonly report: RunReport
  /** The choices that were in force, by the id of their open point. */
  readonly inForce: Readonly<Record<string, string>>
  readonly traffic: Traffic
}

async function runAgainst({ begins, mock, trouble }: Lawful): Promise<Seen> {
  const traffic = new Traffic()
  const seed = mock.vary ?? 0
  const options: TestServiceOptions = {
    begins,
    mock,
    ahead: trouble === 'a clock that is off' ? clockOff(seed) : 0,
    witness: traffic.see,
  }
  const service = await testService(overlayFor(trouble, seed), options)
  return { report: await runOn(service), inForce: { ...service.world.choices.read() }, traffic }
}

async function judge(lawful: Lawful, { report, inForce }: Seen): Promise<Judgement> {
  const seen = report.choices.filter(({ variant }) => variant !== undefined)
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
  }
}

/** Feeds the saved choices to a mock, and says which of them a run against that reads otherwise. */
async function readAgain(first: RunReport, { begins, mock: { pets } }: Lawful): Promise<readonly string[]> {
  const saved = (parse(choicesFile(first.choices, '', '')) ?? {}) as Record<string, unknown>
  const { choices } = parseSavedChoices(saved)
  const service = await testService((healthy) => healthy, { begins, mock: { pets, choices } })
  const again = new Map<string, ObservedChoice>((await runOn(service)).choices.map((one) => [one.id, one]))
  return first.choices.flatMap(({ id, variant }) => {
    const now = again.get(id)?.variant
    // Where nothing was read, the mock takes what it takes by default.
    return variant === undefined || variant === now ? [] : [`${id}: ${now ?? 'not observed'}, not ${variant}`]
  })
}
