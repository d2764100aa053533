import { resolve } from 'node:path'
import { printable } from '../../spec/wording.ts'
import { CommandError, failureLine } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import type { Keys } from '../../contract-tests/engine/keys.ts'
import type { Ask, RunPorts, Stop } from '../../contract-tests/engine/ports.ts'
import type { Listener } from '../../contract-tests/engine/run-suite.ts'
import type { ServiceTime, Wait } from '../../contract-tests/engine/service-time.ts'
import { exitCodeOfSignal } from '../environment/end-by.ts'
import { createPaint } from '../environment/paint.ts'
import { patienceOf } from '../environment/save-file.ts'
import { clearedProgress, progressOf, waysOf, type Ways } from '../environment/ways.ts'
import { announcement } from '../../contract-tests/engine/created-pets.ts'
import {
  clausesNamed,
  MEGABYTE,
  settingsOf,
  SettingsError,
  type ContractSettings,
} from '../../contract-tests/engine/settings.ts'
import { withExpected } from '../../contract-tests/report/model/choices.ts'
import { interruptionText } from '../../contract-tests/report/model/interruption.ts'
import { acceptedClauses, withKnownBreaches } from '../../contract-tests/report/model/known-breaches.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { progressLine, wrap } from '../../contract-tests/report/terminal/lines.ts'
import { terminalReport } from '../../contract-tests/report/terminal/terminal.ts'
import {
  checkReports,
  type FlagFile,
  parseReportSpecs,
  refuseSharedFiles,
  removeReports,
  reportFiles,
  ReportError,
  type ReportSpec,
  writeNoRun,
  writeReports,
} from '../../contract-tests/report/write-reports.ts'
import { needsAll, runSuite, suiteFor } from '../../contract-tests/suite.ts'
import type { ContractFlags } from './commands.ts'
import { checkSavingChoices, type ComparedWith, readFiles, saveChoices } from './files.ts'
import { beyondProxy, checkAddress, givenSecondOpinion } from './preconditions.ts'
import { refuseRuledOut } from './ruled-out.ts'
import { openTarget, withoutKeyIn, type Target } from './target.ts'

/** `petstore contract`: checks a service, reports what was found, and resolves with the exit code 0, 1 or 2. */
export async function runContractCommand(flags: ContractFlags, environment: Environment): Promise<number> {
  const { stdout } = environment
  if (flags.list === true) {
    const only = await forUser(() => clausesNamed(flags.only ?? []))
    const suite = { deep: flags.deep ?? false, seed: flags.seed ?? 1 }
    const sent = needsAll({ only }) ? suiteFor({ ...suite, only: [] }) : undefined
    const { describeSuite } = await import('./describe-suite.ts')
    stdout.write(describeSuite(suiteFor({ ...suite, only }), sent, flags.readOnly))
    return 0
  }
  const asked = await forUser(() => parseReportSpecs(flags.report ?? []))
  await forUser(() => refuseSharedFiles(asked, filesBeside(flags, environment)))
  const specs = await removeReports(asked)
  await using target = await orNoRun(specs, environment, () => openTarget(flags, environment), undefined)
  try {
    return await checkTarget(flags, specs, target, environment)
  } catch (error) {
    throw withoutKeyIn(error, target)
  }
}

/** The files of the flags beside the reports. */
function filesBeside(
  { known, expectChoices, saveChoices: save }: ContractFlags,
  { files }: Environment,
): readonly FlagFile[] {
  const named = Object.entries({
    '--known': known,
    '--expect-choices': expectChoices,
    '--save-choices': save,
  })
  return named.flatMap(([flag, name]) =>
    name === undefined ? [] : [{ flag, path: resolve(files.folder, name) }],
  )
}

interface Prepared extends Pick<RunPorts, 'secondOpinion'> {
  readonly ways: Ways
  readonly settings: ContractSettings
  readonly files: ComparedWith
}

/** What a run needs, but for the service. Rejects with a CommandError where it cannot be carried out as the flags say. */
async function prepareRun(
  flags: ContractFlags,
  specs: readonly ReportSpec[],
  target: Target,
  environment: Environment,
): Promise<Prepared> {
  const asked = await forUser(() => settingsFor(flags, target))
  if (flags.failOnChangedChoices === true && flags.expectChoices === undefined) {
    throw new CommandError(
      '--fail-on-changed-choices needs the choices to compare with: add --expect-choices FILE',
    )
  }
  refuseRuledOut(asked, target)
  const files = await readFiles(flags, environment)
  const today = new Date().toISOString().slice(0, 10)
  const settings = {
    ...asked,
    accepted: acceptedClauses(files.knownBreaches, today),
    keyVariables: target.keyVariables,
  }
  await forUser(() => checkReports(specs))
  await checkSavingChoices(flags, environment)
  const secondOpinion = flags.secondOpinion === undefined ? undefined : await givenSecondOpinion()
  return { settings, files, secondOpinion, ways: waysOf(environment, settings, environment.stdout) }
}

async function checkTarget(
  flags: ContractFlags,
  specs: readonly ReportSpec[],
  target: Target,
  environment: Environment,
): Promise<number> {
  const { stdout, colours, columns } = environment
  const prepared = orNoRun(specs, environment, () => prepareRun(flags, specs, target, environment), target)
  const { settings, files, secondOpinion, ways } = await prepared
  const paint = createPaint(colours)
  let isInterrupted = false
  let isAtGateway = false
  let stopRun: Stop = () => undefined
  const interrupt = (): void => {
    isInterrupted = true
    stdout.write(clearedProgress(environment))
    stopRun(String(environment.ending.reason))
  }
  // Until then a signal ends the process at once. It is the same listener each time.
  const heedSignals = (): void => {
    environment.ending.addEventListener('abort', interrupt)
  }
  const ports = {
    ...ways,
    clock: {
      now: () => ways.clock.now(),
      sleep: (milliseconds: number, wait?: Wait) => {
        // The first request may have to wait too, once the service has refused it. Of a gateway alone there is nothing to report.
        if (!isAtGateway) heedSignals()
        return ways.clock.sleep(milliseconds, wait)
      },
    },
    control: target.control,
    begin: async (ask: Ask, stop: Stop, pass: ServiceTime['pass']) => {
      stopRun = stop
      const passAtGateway: typeof pass = (...wait) => {
        isAtGateway = true
        return pass(...wait).finally(() => (isAtGateway = false))
      }
      await checkAddress(settings.baseUrl, !settings.readOnly, ask, passAtGateway).catch((error: unknown) => {
        if (!isInterrupted) throw beyondProxy(error, settings, environment.variables)
      })
      if (isInterrupted) return
      // Announce created pets first, so that they can be found even if the run fails. A mock of our own is discarded with its pets.
      const notice = target.control === undefined ? announcement(settings) : undefined
      if (notice !== undefined) stdout.write(`${wrap(notice, columns ?? 80).join('\n')}\n\n`)
      // From now on there may be breaches and pets to report, however the run ends.
      heedSignals()
    },
    progress: progressOf(environment),
    secondOpinion,
  }
  const listener: Listener = (check) => {
    // What was not run any more has no line of its own: the report counts it.
    const isShown = check.kind === 'clause' && !(isInterrupted && check.result.kind === 'not verified')
    if (isShown) stdout.write(progressLine(check, paint, columns))
  }
  const found = await orNoRun(specs, environment, () => runSuite(settings, ports, listener), target)
  const compared = withKnownBreaches(found, files.knownBreaches, settings.only)
  const report = withExpected(compared, files.choices, flags.failOnChangedChoices ?? false)
  stdout.write(terminalReport(report, paint, columns))
  const interruption = interruptionText(report)
  // First: a second signal ends the process at once, and files may fail.
  if (interruption !== undefined) environment.stderr.write(`${printable(interruption)}\n`)
  try {
    await save(report, specs, flags, environment)
  } catch (error) {
    const { ending } = environment
    if (!ending.aborted) throw error
    environment.stderr.write(`${failureLine(withoutKeyIn(error, target))}\n`)
    return exitCodeOfSignal(String(ending.reason))
  }
  const { interruptedBy: signal, exitCode } = report
  return signal === undefined ? exitCode : exitCodeOfSignal(signal)
}

/** Writes the files of a run, and says where each is. After a signal it waits for the reader of a pipe for some time only. */
async function save(
  report: RunReport,
  specs: readonly ReportSpec[],
  { saveChoices: choices }: ContractFlags,
  environment: Environment,
): Promise<void> {
  const { outputs, files, launch, stdout } = environment
  using patience = patienceOf(environment)
  const ways = { outputs, unread: patience.unread }
  const reportsSaved = await forUser(() => writeReports(report, specs, reportFiles(ways)))
  const choicesSaved =
    choices === undefined || report.interruptedBy !== undefined
      ? []
      : [await saveChoices(choices, report, { ...ways, files, launch })]
  const saved = [...reportsSaved, ...choicesSaved]
  if (saved.length > 0) stdout.write(`\n${saved.join('\n')}\n`)
}

/** Does what there is no run without. Where that fails, the files of the reports say so without a key, and hold nothing of an earlier run. */
async function orNoRun<T>(
  specs: readonly ReportSpec[],
  environment: Environment,
  work: () => Promise<T>,
  keys: Keys | undefined,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const error = keys === undefined ? thrown : withoutKeyIn(thrown, keys)
    await writeNoRun(error instanceof Error ? error.message : String(error), specs, reportFiles(environment))
    throw error
  }
}

/** The settings of a run; on a mock of our own, everything is allowed and tested. */
function settingsFor(flags: ContractFlags, target: Target): ContractSettings {
  const isMock = target.control !== undefined
  return settingsOf({
    baseUrl: target.baseUrl,
    secondBaseUrl: target.secondBaseUrl,
    key: target.key,
    secondKey: target.secondKey,
    plan: flags.plan ?? (isMock ? 'free' : undefined),
    secondPlan: flags.secondPlan,
    category: flags.category,
    namePattern: flags.namePattern,
    readOnly: flags.readOnly,
    exhaust: flags.exhaust ?? isMock,
    ban: flags.ban ?? isMock,
    deep: flags.deep,
    thorough: flags.thorough ?? isMock,
    seed: flags.seed,
    maxCreated: flags.maxCreated,
    maxRequests: flags.maxRequests,
    maxWait: flags.maxWait,
    timeout: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    maxBody: flags.maxBody === undefined ? undefined : flags.maxBody * MEGABYTE,
    minVerified: flags.minVerified ?? (isMock ? 100 : undefined),
    bail: flags.bail,
    showBodies: flags.showBodies,
    verifyRepeats: flags.verifyRepeats,
    only: flags.only,
  })
}

/** Reports what was asked for wrongly, or cannot be written, as what the user has to mend. */
async function forUser<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ReportError || error instanceof SettingsError) {
      throw new CommandError(error.message, { cause: error })
    }
    throw error
  }
}
