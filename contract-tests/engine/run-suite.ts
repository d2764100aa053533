import { asked as askedOf } from '../asked/asked.ts'
import { askAgain } from './ask-again.ts'
import { buildReport } from '../report/model/build-report.ts'
import {
  titleOf,
  verdictOf,
  type FinishedCheck,
  type FinishedClause,
  type FinishedObservation,
  type NoResult,
} from '../report/model/finished-check.ts'
import type { Caller, RunReport } from '../report/model/run-report.ts'
import { FREE_MINUTE } from '../history/plans.ts'
import { assumptionsOf } from './assumptions.ts'
import { excused } from './excuse.ts'
import {
  isCheck,
  needsToShow,
  unmetIn,
  type Check,
  type Observation,
  type Stimulus,
  type SuiteItem,
} from './check.ts'
import { whyNotAsked } from './why-not-asked.ts'
import { whatIsJudged } from './history-of-run.ts'
import { judgeRun } from './judge-run.ts'
import { type AskedClause, isAsked } from './settle.ts'
import { createdPets, startOfNames } from './created-pets.ts'
import { interruptedText } from './interruption.ts'
import type { Beginning, RunPorts, Waits } from './ports.ts'
import { countSentAgain } from './exchange.ts'
import { reportBreach, reportExchange, reportUnanswered } from './reported-exchange.ts'
import { Path } from './path.ts'
import { Run } from './run.ts'
import { Repeater } from './repeat-breaches.ts'
import type { ContractSettings } from './settings.ts'
import { STOPPED } from './unanswered.ts'
import { Breach, NotVerified, OutOfReach, WrongStatus } from './verdicts.ts'

const BAILED = 'the run ended at the first breach (--bail)'

/** Called with each check when it ends. */
export type Listener = (check: FinishedCheck) => void

/**
 * Runs the items of a suite against one service, one after the other; resolves with what they found out. What is not
 * `reported` is run for the exchanges alone, which others judge.
 */
export async function runItems(
  items: readonly SuiteItem[],
  settings: ContractSettings,
  ports: RunPorts & Beginning & Waits,
  listener: Listener,
  isReported: (item: SuiteItem) => boolean = () => true,
): Promise<RunReport> {
  const startedAt = new Date()
  const started = performance.now()
  const run = await Run.open(settings, ports)
  const { interruption } = run.session
  run.session.asking = ports.asking
  await ports.begin?.(
    (probe) => run.session.share(probe),
    (signal) => {
      interruption.by(signal)
    },
    (milliseconds, wait) => run.session.time.pass(milliseconds, wait),
  )
  const finished: FinishedCheck[] = []
  const report = (check: FinishedCheck): void => {
    finished.push(check)
    if (!isAsked(check)) listener(check)
  }
  const again = async (): Promise<void> => {
    finished.splice(0, finished.length, ...(await askAgain(run, finished)))
  }
  let isBailed = false
  const whyEnded = (): string | undefined => {
    if (interruption.signal !== undefined) return interruptedText(interruption.signal)
    return isBailed ? BAILED : undefined
  }
  const path = new Path(items, settings.seed)
  run.session.beforeMinute = () => {
    const { minute } = run.session
    const of = settings.thorough ? minute + path.minutesLeft(run.session) : undefined
    ports.waiting?.({ minute: minute + 1, of })
  }
  for (let item = path.next(run.session); item !== undefined; item = path.next(run.session)) {
    if (isCheck(item) && item.extra && unmetIn(run, item) !== undefined) continue
    if (isCheck(item) && item.isDue?.(run) === false) continue
    const ended = whyEnded()
    const caller = ended !== undefined || !isCheck(item) ? undefined : callerShortFor(item, run, path)
    if (isCheck(item) && caller !== undefined) {
      if (settings.exhaust && path.putOff(item)) continue
      run.shortOf.add(caller)
      // Of what a Free key has no room for, the report says what it would ask.
      if (isReported(item) && item.extra === true)
        run.leftOut.push({ title: titleOf(checkFacts(item, run)), caller })
      continue
    }
    if (!isReported(item)) {
      if (ended === undefined) await observeOrCheck(item, run)
      continue
    }
    const check =
      ended === undefined ? unlessCut(await runItem(item, run), whyEnded()) : notRun(item, run, ended)
    report(check)
    ports.progress?.({ asked: finished.length, of: items.length })
    const isFailed = (): boolean =>
      [check, ...(isAsked(check) ? judgeRun(run, finished) : [])].some((one) => fails(one, settings))
    if (whyEnded() !== undefined || !settings.bail || !isFailed()) continue
    await again()
    isBailed = isFailed()
  }
  if (whyEnded() === undefined) await again()
  const whole = whatIsJudged(run, finished)
  const judged = judgeRun(run, finished, whole)
  const rest = finished.filter((check) => !isAsked(check))
  const inOrder = inOrderOf(items, judged)
  const repeater = settings.verifyRepeats ? new Repeater(run, rest, ports.newConnections) : undefined
  finished.splice(0, finished.length, ...((await repeater?.unjudged(rest)) ?? rest))
  const repeated = (await repeater?.judged(inOrder)) ?? inOrder
  // All else of it was redacted when it was run. The texts of its exchanges are only written for who reads them.
  for (const check of repeated) report({ ...check, result: run.redact(check.result) })
  if (ports.secondOpinion !== undefined && interruption.signal === undefined) {
    report(run.redact({ kind: 'second opinion', opinion: await ports.secondOpinion(run.session.exchanges) }))
  }
  const { unanswered } = run.session
  return buildReport(finished, {
    // The run's own words, though replies may quote them: a Location has the base address, and lists its names.
    baseUrl: run.cut(settings.baseUrl),
    mark: run.cut(startOfNames(run.session.exchanges, settings)),
    left: run.redact(createdPets(run.session.exchanges, run.session.lost, settings)),
    startedAt,
    milliseconds: performance.now() - started,
    gaveUp: run.session.stoppedBy !== undefined,
    ...(interruption.signal !== undefined && { interruptedBy: interruption.signal }),
    ...(unanswered.length > 0 && { unanswered: unanswered.map((one) => reportUnanswered(one, run)) }),
    minVerified: settings.minVerified,
    showsBodies: settings.showBodies,
    leftOut: run.leftOut,
    ...countSentAgain([...run.session.exchanges, ...unanswered]),
    ...(run.quotaSetAfter.length > 0 && { quotaSetAfter: run.quotaSetAfter.map(({ id }) => id) }),
    asked: askedOf(
      run.session.exchanges,
      whyNotAsked(run, run.session.stoppedBy === undefined ? whyEnded() : STOPPED),
    ),
    assumptions: assumptionsOf(run, finished, whole[0]),
  })
}

/** Results in the order of the suite, whatever path the run took; what was found beside all items comes last. */
function inOrderOf(
  items: readonly SuiteItem[],
  judged: readonly FinishedClause[],
): readonly FinishedClause[] {
  const titles = items.map((item) =>
    isCheck(item) ? titleOf({ clause: item.id, aspect: item.aspect ?? '' }) : '',
  )
  const places = new Map(titles.map((title, at) => [title, at]))
  const placeOf = (one: FinishedClause): number => places.get(titleOf(one)) ?? titles.length
  return judged.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * For whose next minute a check would have to wait; `undefined` where it is to be done: an extra one that would wait is left out. One
 * that was put off leaves enough for all that is no extra, and so does each one in a minute that the run has waited for.
 */
export function callerShortFor(check: Check, run: Run, path: Path): Caller | undefined {
  const { extra, cost = 0, caller = 'key' } = check
  const payer = caller === 'spare' ? run.session.spareCaller : caller
  if (extra === undefined) return undefined
  if (path.wasPutOff(check)) return run.hasRoomBesideTheRest(payer, cost) ? undefined : payer
  const isFurther = run.session.minute > 1 && !run.settings.exhaust
  const rest = isFurther ? path.leastLeft(payer) : 0
  const least = extra === 'larger plan' ? Math.max(cost, FREE_MINUTE) : cost
  if (!run.hasRoomFor(payer, least + rest)) return payer
  return extra === 'larger plan' && !run.hasRoomFor('key', FREE_MINUTE) ? 'key' : undefined
}

/** Runs one item of a suite within an open run. Never rejects: an exception becomes its result. */
export async function runItem(item: SuiteItem, run: Run): Promise<FinishedClause | FinishedObservation> {
  const { session } = run
  const started = performance.now()
  session.drainEvidence()
  const found = await observeOrCheck(item, run)
  return {
    ...run.redact(found),
    evidence: session.drainEvidence().map(({ id }) => id),
    sent: session.drainUnreported().map((exchange) => reportExchange(exchange, run)),
    milliseconds: Math.round(performance.now() - started),
  }
}

function observeOrCheck(
  item: SuiteItem,
  run: Run,
): Promise<Unevidenced<FinishedClause> | Unevidenced<FinishedObservation>> {
  return isCheck(item) ? resultOf(item, run) : observed(item, run)
}

type Unevidenced<Finished> = Omit<Finished, 'evidence' | 'sent' | 'milliseconds'>

async function resultOf(item: Check, run: Run): Promise<Unevidenced<FinishedClause | AskedClause>> {
  const about = checkFacts(item, run)
  if ('ask' in item) return { ...about, ...(await asked(item, run)) }
  try {
    await item.check(run)
    return { ...about, result: { kind: 'held' } }
  } catch (thrown) {
    // It may ask the service too.
    const error = await excused(thrown, item.id, run).catch((why: unknown) => why)
    if (!(error instanceof Breach)) return { ...about, result: noResult(error) }
    if (error instanceof WrongStatus) run.session.discredited.add(error.exchange)
    return { ...about, result: { kind: 'breach', breach: reportBreach(error) } }
  }
}

// In words of our own: the reason may quote a reply.
const OF_SERVICE = 'what the service itself lacks'

/** Asks a stimulus; it is held unless the judge of all that was asked finds otherwise. */
async function asked(
  item: Stimulus,
  run: Run,
): Promise<Pick<AskedClause, 'asked' | 'result' | 'ruledOutBy'>> {
  try {
    const exchanges = await item.ask(run)
    run.session.lookAt(exchanges)
    return { asked: exchanges.map(({ id }) => id), result: { kind: 'held' } }
  } catch (error) {
    const result = noResult(error)
    return { asked: [], result, ...(error instanceof OutOfReach && { ruledOutBy: OF_SERVICE }) }
  }
}

function checkFacts(check: Check, run: Run): Omit<Unevidenced<FinishedClause>, 'result'> {
  const { id, aspect = '', needs = [], extra } = check
  const ruledOutBy = unmetIn(run, { needs: needsToShow(check) })
  return {
    kind: 'clause',
    clause: id,
    aspect,
    needs,
    ...(ruledOutBy !== undefined && { ruledOutBy }),
    ...(extra !== undefined && { extra: true }),
  }
}

async function observed(item: Observation, run: Run): Promise<Unevidenced<FinishedObservation>> {
  const about = { kind: 'open point', openPoint: item.id } as const
  try {
    const seen = await item.observe(run)
    if (typeof seen === 'string') return { ...about, result: { kind: 'observed', variant: seen } }
    return { ...about, result: { kind: 'observed', ...seen } }
  } catch (error) {
    return { ...about, result: noResult(error) }
  }
}

function noResult(error: unknown): NoResult {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof NotVerified
    ? { kind: 'not verified', reason: message }
    : { kind: 'error', fault: message }
}

/** Whether `--bail` ends the run here: at a breach that is not accepted, and at a fault of the suite; a warning is neither. */
function fails(
  check: FinishedClause | FinishedObservation,
  { accepted }: Pick<ContractSettings, 'accepted'>,
): boolean {
  if (check.kind === 'open point') return check.result.kind === 'error'
  const verdict = verdictOf(check)
  return verdict === 'error' || (verdict === 'broken' && !accepted.includes(check.clause))
}

/** What a check has found that the end of a run has cut short: it may not have asked all that could show a breach. */
function unlessCut<Check extends FinishedClause | FinishedObservation>(
  check: Check,
  ended: string | undefined,
): Check {
  const { kind } = check.result
  if (ended === undefined || (kind !== 'held' && kind !== 'observed')) return check
  return { ...check, result: { kind: 'not verified', reason: `not run: ${ended}` } }
}

function notRun(item: SuiteItem, run: Run, ended: string): FinishedClause | FinishedObservation {
  const result = {
    kind: 'not verified',
    reason: `not run: ${ended}`,
  } as const
  // What was sent before the first item is reported with that.
  const sent = run.session.drainUnreported().map((exchange) => reportExchange(exchange, run))
  const nothing = { result, evidence: [], sent, milliseconds: 0 }
  return isCheck(item)
    ? { ...checkFacts(item, run), ...nothing }
    : { kind: 'open point', openPoint: item.id, ...nothing }
}
