import { parse } from 'yaml'
import { parseSavedChoices } from '../../spec/choices.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { choicesFile } from '../../contract-tests/report/model/choices.ts'
import type { ObservedChoice, RunReport } from '../../contract-tests/report/model/run-report.ts'
import { clockOff, overlayFor, type Lawful } from './lawful.ts'
import { dreddFindsFault, Traffic } from './other-tools.ts'
import { runOn, testService, type TestServiceOptions } from './test-service.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'

/** What the suite reported of a service that conforms. */
export interface Judgement {
  readonly lawful: Lawful
  /** The clauses that the suite blamed it for. */
  readonly broken: readonly ClauseId[]
  readonly faults: readonly string[]
  /** How many open points were observed. */
  readonly observed: number
  /** Those whose variant was read wrongly: `list-order: newest, not oldest`, the one read before the one in force. */
  readonly misread: readonly string[]
  /** Open points that could not be observed. */
  readonly unseen: readonly string[]
  /** Open points that are read differently from a mock with the choices that were read first. */
  readonly drifted: readonly string[]
}

/** The same with other tools: whether each raises a false alarm. */
export interface ComparedJudgement extends Judgement {
  readonly prism: boolean
  readonly dredd: boolean
}

/** Runs the suite against a lawful service, and then against a mock with the choices that it has read. */
export async function checkLawful(lawful: Lawful): Promise<Judgement> {
  return judge(lawful, await runAgainst(lawful))
}

/** The same with other tools: Prism judges the same traffic, and Dredd the service without the trouble on the way. */
export async function compareLawful(lawful: Lawful): Promise<ComparedJudgement> {
  const first = await runAgainst(lawful)
  return {
    ...(await judge(lawful, first)),
    prism: await first.traffic.prismFindsFault(),
    dredd: await dreddFindsFault((healthy) => healthy, lawful),
  }
}

interface FirstRun {
  readonly report: RunReport
  /** The choices that were in force, by the id of their open point. */
  readonly inForce: Readonly<Record<string, string>>
  readonly traffic: Traffic
}

async function runAgainst({ begins, mock, trouble }: Lawful): Promise<FirstRun> {
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

async function judge(lawful: Lawful, { report, inForce }: FirstRun): Promise<Judgement> {
  const observed = report.choices.filter(({ variant }) => variant !== undefined)
  return {
    lawful,
    broken: clausesThatAre('broken', report),
    faults: faultsOf(report),
    observed: observed.length,
    misread: observed.flatMap(({ id, variant = '' }) =>
      variant === inForce[id] ? [] : [`${id}: ${variant}, not ${inForce[id]}`],
    ),
    unseen: report.choices.flatMap(({ id, variant }) => (variant === undefined ? [id] : [])),
    drifted: await readAgain(report, lawful),
  }
}

/** Gives the saved choices to a mock, and describes those that a run against it reads differently. */
async function readAgain(first: RunReport, { begins, mock: { pets } }: Lawful): Promise<readonly string[]> {
  const saved = (parse(choicesFile(first.choices, '')) ?? {}) as Record<string, unknown>
  const { choices } = parseSavedChoices(saved)
  const service = await testService((healthy) => healthy, { begins, mock: { pets, choices } })
  const again = new Map<string, ObservedChoice>((await runOn(service)).choices.map((one) => [one.id, one]))
  return first.choices.flatMap(({ id, variant }) => {
    const now = again.get(id)?.variant
    // Where nothing was read, the mock has its default.
    return variant === undefined || variant === now ? [] : [`${id}: ${now ?? 'not observed'}, not ${variant}`]
  })
}
