// petstore-mock/contract: the suite for other people's programs and test runners.
import '../spec/need-node.ts'
import { platformAfter } from '../spec/after.ts'
import { clauses, type ClauseId } from '../spec/clauses.ts'
import { counted, printable, withoutWorkflowCommands } from '../spec/wording.ts'
import { checkedOptions } from './engine/check-options.ts'
import { isCheck, unmetNeed, type Check } from './engine/check.ts'
import { announcement } from './engine/created-pets.ts'
import type { RunPorts } from './engine/ports.ts'
import { proxiesIn, type ProxyOptions } from './engine/proxies.ts'
import { reportedWaits } from './engine/reported-waits.ts'
import type { Listener } from './engine/run-suite.ts'
import { machineClock } from './engine/service-time.ts'
import { settingsOf, type ContractOptions, type ContractSettings } from './engine/settings.ts'
import { openConnections, type Connections } from './engine/transport.ts'
import { shortfallOf } from './report/model/enough.ts'
import { insteadOf, seenIn } from './report/model/findings.ts'
import { repeatOf, repetitionText } from './report/model/repeat.ts'
import { titleOf, verdictOf, type FinishedClause } from './report/model/finished-check.ts'
import type { ReportedBreach, RunReport } from './report/model/run-report.ts'
import { runSuite as runWith, suiteFor } from './suite.ts'

export { SettingsError, type ContractOptions } from './engine/settings.ts'
export type { RunPorts, WorldControl } from './engine/ports.ts'
export type { Reply, Request, Transport } from './engine/transport.ts'
export type { RunReport } from './report/model/run-report.ts'

/** The options of a run, and its ports: real sockets and the machine's clock by default. */
export type SuiteOptions = ContractOptions & Partial<RunPorts> & ProxyOptions

/** Runs the suite against a service, and resolves with all that it found out; the listener hears of each check as it ends. */
export async function runSuite(options: SuiteOptions, listener?: Listener): Promise<RunReport> {
  const settings = settingsOf(checkedOptions(options))
  return runWith(settings, portsOf(options, settings), listener)
}

/** The `test` of a runner: that of Vitest, of Jest or of `node:test`. */
export interface TestFunction {
  (title: string, body: (...context: unknown[]) => Promise<void>, timeout: number): unknown
  skip(title: string, body: () => void): unknown
}

/**
 * Registers each check of the suite as a test. The first of them asks all that the suite asks, for its replies are judged
 * together; each then says what was found of its own. A breach fails its test with the requirement, expected, actual, and a
 * curl line. What the options rule out is skipped from the start, and what no reply of any service can show is no test at all;
 * what could not be verified on the way is skipped where the runner can skip, and logged as a warning where it cannot (Jest);
 * and so is a breach of what only a general standard asks for. The last test fails where too little was verified
 * (`minVerified`), and where a clause is broken of which no test asks. Throws a SettingsError for options that no run can have.
 */
export function registerContract(test: TestFunction, options: SuiteOptions): void {
  const settings = settingsOf(checkedOptions(options))
  const ports = portsOf(options, settings)
  const patience = Math.min((settings.maxWait * MOST_WAITS + PATIENCE_S) * 1000, LONGEST_TIMEOUT_MS)
  let asked: Promise<Outcome> | undefined
  const titles = new Set<string>()
  for (const check of suiteFor(settings).filter(isCheck).filter(mayBeSeen)) {
    const title = titleOf({ clause: check.id, aspect: check.aspect ?? '' })
    const need = unmetNeed(check, settings, ports)
    if (need !== undefined) {
      test.skip(`${title} (needs ${need})`, () => undefined)
      continue
    }
    titles.add(title)
    // A rest parameter: Jest passes its callback to any other.
    const body = async (...context: unknown[]): Promise<void> => {
      const { ended, report } = await (asked ??= askAll(settings, ports))
      const finished = ended.find((one) => titleOf(one) === title)
      if (finished === undefined)
        skip('left out: the minute has no room for it (thorough)', title, context[0])
      else conclude(finished, report, context[0])
    }
    test(title, body, patience)
  }
  const enough = async (...context: unknown[]): Promise<void> => {
    // Whoever has a runner pick none of the tests has asked nothing.
    if (asked === undefined) return
    const { ended, report } = await asked
    if (!canSkip(context[0])) warnOfUnskipped(titles, ended)
    for (const finished of ended) {
      const isShown = titles.has(titleOf(finished)) || finished.result.kind === 'not verified'
      if (!isShown) conclude(finished, report, undefined)
    }
    const shortfall = shortfallOf(report)
    if (shortfall !== undefined) throw new Error(shortfall.advice)
  }
  test('enough of the contract was verified', enough, patience)
}

/** What a run found out, for the tests that report it. */
interface Outcome {
  readonly ended: readonly FinishedClause[]
  readonly report: RunReport
}

async function askAll(settings: ContractSettings, ports: RunPorts): Promise<Outcome> {
  const isOurs = ports.control !== undefined
  const announced = isOurs ? undefined : announcement(settings)
  if (announced !== undefined) console.info(announced)
  const ended: FinishedClause[] = []
  const inform = (line: string): void => {
    console.info(line)
  }
  const waits = reportedWaits(ports.clock ?? machineClock, inform, platformAfter, settings.timeout)
  const report = await runWith(settings, { ...ports, ...waits }, (check) => {
    if (check.kind === 'clause' && !check.needs.includes(NEVER_SHOWN)) ended.push(check)
  })
  if (!isOurs) reportCreatedPets(report)
  return { ended, report }
}

/** Whether some reply could show it: a test that can never run would always look green. */
function mayBeSeen({ needs = [] }: Check): boolean {
  return !needs.includes(NEVER_SHOWN)
}

const NEVER_SHOWN = 'a reply that shows it'
// The longest duration of a run, and how often it waits for a window to end.
const PATIENCE_S = 120
const MOST_WAITS = 20
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

function portsOf(options: SuiteOptions, settings: ContractSettings): RunPorts {
  const { timeout, maxBody } = settings
  const { transport, clock, control, progress, secondOpinion, proxyEnv = {} } = options
  const isOurs = transport === undefined
  const proxies = isOurs ? proxiesIn(proxyEnv, settings) : undefined
  const open = (): Connections => openConnections(timeout, maxBody, undefined, proxies)
  const { newConnections = isOurs ? open : undefined } = options
  return { transport: transport ?? open().transport, newConnections, clock, control, progress, secondOpinion }
}

function conclude(finished: FinishedClause, report: RunReport, context: unknown): void {
  const { result } = finished
  const title = titleOf(finished)
  switch (result.kind) {
    case 'held':
      return
    case 'not verified':
      skip(shown(`not verified: ${result.reason}`), title, context)
      return
    case 'error':
      throw new Error(shown(`a fault of the suite itself: ${result.fault}`))
    case 'breach': {
      const story = storyOf(finished.clause, result.breach, report)
      if (verdictOf(finished) === 'broken') throw new Error(story)
      console.warn(`warned: ${finished.aspect === '' ? '' : `${title}\n`}${story}`)
    }
  }
}

function reportCreatedPets({ created, perhaps }: RunReport): void {
  if (created.length > 0) console.info(shown(`added pets ${created.join(', ')}`))
  if (perhaps.length > 0) console.info(shown(`added more perhaps: ${perhaps.join('; ')}`))
}

/** A text as a line of a test runner's output, with workflow commands for the CI runner escaped. */
function shown(text: string): string {
  return withoutWorkflowCommands(printable(text))
}

function skip(reason: string, title: string, context: unknown): void {
  if (canSkip(context)) context.skip(reason)
  else console.warn(`${title}: ${reason}`)
}

/** Whoever counts the tests that passed in such a runner would count these too. */
function warnOfUnskipped(titles: ReadonlySet<string>, ended: readonly FinishedClause[]): void {
  const seen = new Set(ended.filter(({ result }) => result.kind !== 'not verified').map(titleOf))
  const unseen = [...titles].filter((title) => !seen.has(title)).length
  if (unseen > 0)
    console.warn(
      `${counted(unseen, 'test')} not verified, though shown as passed: this runner cannot skip a test that has begun`,
    )
}

function canSkip(context: unknown): context is { skip(reason: string): void } {
  // Vitest's context is a function with members, that of node:test an object.
  const hasMembers = (typeof context === 'object' || typeof context === 'function') && context !== null
  return hasMembers && 'skip' in context && typeof context.skip === 'function'
}

function storyOf(clause: ClauseId, breach: ReportedBreach, { exchanges }: RunReport): string {
  const { expected, actual } = breach
  const text = clauses.find((one) => one.id === clause)?.text ?? ''
  const [curl, tried] = [repeatOf({ exchanges }, clause, breach), repetitionText(breach)]
  return [
    `${clause} ${text}`,
    `expected: ${expected.join(', or ')}`,
    `actual:   ${actual}`,
    ...(tried === undefined ? [] : [`tried:    ${tried}`]),
    ...(curl === undefined ? [] : [`repeat:   ${curl}`]),
    ...(insteadOf(breach) === '' ? [] : [`instead:  ${insteadOf(breach)} may be broken`]),
    ...seenIn({ exchanges }, clause, breach).map(
      ({ label, what, where }) => `${label}:     ${what} (${where})`,
    ),
  ]
    .map(shown)
    .join('\n')
}
