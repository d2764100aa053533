// petstore-mock/contract: the suite for other people's programs and test runners.
import { clauses, type ClauseId } from '../spec/clauses.ts'
import { printable, withoutWorkflowCommands } from '../spec/wording.ts'
import { checkedOptions } from './engine/check-options.ts'
import { isCheck, unmetNeed, type Check } from './engine/check.ts'
import { announcement, createdPets } from './engine/created-pets.ts'
import type { RunPorts } from './engine/ports.ts'
import { reportExchange } from './engine/reported-exchange.ts'
import { hasRoomFor, runItem, type Listener } from './engine/run-suite.ts'
import { Run } from './engine/run.ts'
import { settingsOf, type ContractOptions, type ContractSettings } from './engine/settings.ts'
import { socketTransport } from './engine/transport.ts'
import { reportClauses } from './report/model/build-report.ts'
import { shortfallOf } from './report/model/enough.ts'
import { seenIn } from './report/model/findings.ts'
import { titleOf, verdictOf, type FinishedClause } from './report/model/finished-check.ts'
import type { ReportedBreach, RunReport } from './report/model/run-report.ts'
import { runSuite as runWith, suiteFor } from './suite.ts'

export { SettingsError, type ContractOptions } from './engine/settings.ts'
export type { RunPorts, WorldControl } from './engine/ports.ts'
export type { Reply, Request, Transport } from './engine/transport.ts'
export type { RunReport } from './report/model/run-report.ts'

/** The options of a run, and its ports: real sockets and the machine's clock by default. */
export type SuiteOptions = ContractOptions & Partial<RunPorts>

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
 * Registers each check of the suite as a test. The tests share one run, in the order in which they are registered, so they
 * must not run at once. A breach fails its test with the requirement, expected, actual, and a curl line. What the options
 * rule out is skipped from the start, and what no reply of any service can show is no test at all; what could not be
 * verified on the way is skipped where the runner can skip, and logged as a warning where it cannot (Jest); and so is a
 * breach of what only a general standard asks for. The last test fails where too little was verified (`minVerified`).
 * Throws a SettingsError for options that no run can have.
 */
export function registerContract(test: TestFunction, options: SuiteOptions): void {
  const settings = settingsOf(checkedOptions(options))
  const ports = portsOf(options, settings)
  const ended: FinishedClause[] = []
  let opened: Promise<Run> | undefined
  for (const check of suiteFor(settings).filter(isCheck).filter(mayBeSeen)) {
    const title = titleOf({ clause: check.id, aspect: check.aspect ?? '' })
    const need = unmetNeed(check, settings, ports)
    if (need !== undefined) {
      test.skip(`${title} (needs ${need})`, () => undefined)
      continue
    }
    // A rest parameter: Jest passes its callback to any other.
    const body = async (...context: unknown[]): Promise<void> => {
      if (opened === undefined && ports.control === undefined) console.info(announcement(settings) ?? '')
      const run = await (opened ??= Run.open(settings, ports))
      if (!hasRoomFor(check, run)) {
        skip('left out: the minute has no room for it (thorough)', title, context[0])
        return
      }
      const finished = await runItem(check, run)
      if (finished.kind !== 'clause') return
      ended.push(finished)
      conclude(finished, title, run, context[0])
    }
    test(title, body, (settings.maxWait + PATIENCE_S) * 1000)
  }
  const enough = async (): Promise<void> => {
    const run = await opened
    const gaveUp = run?.session.isGivenUp ?? false
    if (run && ports.control === undefined) reportCreatedPets(run)
    const shortfall = shortfallOf({
      clauses: reportClauses(ended),
      gaveUp,
      minVerified: settings.minVerified,
    })
    // Whoever has a runner pick none of the tests has asked nothing.
    if (shortfall !== undefined && ended.length > 0) throw new Error(shortfall.advice)
  }
  test('enough of the contract was verified', enough, PATIENCE_S * 1000)
}

/** Whether some reply could show it: a test that can never run would always look green. */
function mayBeSeen({ needs = [] }: Check): boolean {
  return !needs.includes('a reply that shows it')
}

// The longest duration of a check, apart from waiting for windows to end.
const PATIENCE_S = 120

function portsOf(options: SuiteOptions, { timeout, maxBody }: ContractSettings): RunPorts {
  const { transport = socketTransport(timeout, maxBody), clock, control, secondOpinion } = options
  return { transport, clock, control, secondOpinion }
}

function conclude(finished: FinishedClause, title: string, run: Run, context: unknown): void {
  const { result } = finished
  switch (result.kind) {
    case 'held':
      return
    case 'not verified':
      skip(shown(`not verified: ${result.reason}`), title, context)
      return
    case 'error':
      throw new Error(shown(`a fault of the suite itself: ${result.fault}`))
    case 'breach': {
      const story = storyOf(finished.clause, result.breach, run)
      if (verdictOf(finished) === 'broken') throw new Error(story)
      console.warn(`${title}: warned: ${story}`)
    }
  }
}

function reportCreatedPets({ session: { exchanges, lost }, settings, redact }: Run): void {
  const { created, perhaps } = redact(createdPets(exchanges, lost, settings))
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

function canSkip(context: unknown): context is { skip(reason: string): void } {
  const isObject = typeof context === 'object' && context !== null
  return isObject && 'skip' in context && typeof context.skip === 'function'
}

function storyOf(clause: ClauseId, breach: ReportedBreach, run: Run): string {
  const { expected, actual, exchange: id } = breach
  const text = clauses.find((one) => one.id === clause)?.text ?? ''
  const exchanges = run.session.exchanges.map((exchange) => reportExchange(exchange, run))
  const curl = exchanges.find((one) => one.id === id)?.curl
  return [
    `${clause} ${text}`,
    `expected: ${expected.join(', or ')}`,
    `actual:   ${actual}`,
    ...(curl === undefined ? [] : [`repeat:   ${curl}`]),
    ...seenIn({ exchanges }, breach).map(({ what, where }) => `seen:     ${what} (${where})`),
  ]
    .map(shown)
    .join('\n')
}
