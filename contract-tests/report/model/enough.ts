// Whether a run saw enough to say anything of the service.
import { counted } from '../../../spec/wording.ts'
import { interruptionText } from './interruption.ts'
import { droppedText, stopText } from './no-reply.ts'
import { share, type AskedCount } from './asked.ts'
import type { ClauseReport, RunReport, TestReport } from './run-report.ts'

/** How much of what it was allowed a run has verified, in clauses. */
export interface Seen {
  readonly verified: number
  readonly of: number
  /** The classes of values that those speak of which are verified, but for what was left out with a reason. */
  readonly classes: AskedCount
  /** Rounded down: 100 only where nothing is left. */
  readonly percent: number
}

/**
 * Counts the clauses of a run but for what its flags ruled out. One is verified when all of its tests are; in the percentage it
 * then counts for the share of its classes of values that was asked.
 */
export function seenOf(report: Pick<RunReport, 'clauses'>): Seen {
  const allowed = allowedOf(report)
  const verified = allowed.filter(({ tests }) => tests.every(isVerified))
  const shares = verified.map(({ classes = NO_CLASSES }) => ({
    asked: classes.asked,
    of: classes.of - classes.leftOut,
  }))
  const whole = sumOf(shares.map(({ asked, of }) => (of === 0 ? 1 : asked / of)))
  return {
    verified: verified.length,
    of: allowed.length,
    classes: { asked: sumOf(shares.map(({ asked }) => asked)), of: sumOf(shares.map(({ of }) => of)) },
    // Adding shares may lose a last digit, which must not make 99 of 100.
    percent: allowed.length === 0 ? 0 : Math.floor((whole / allowed.length) * 100 + ROUNDING),
  }
}

const NO_CLASSES = { asked: 0, of: 0, leftOut: 0 }
const ROUNDING = 1e-9

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

/** The clauses of a run with those of their tests that the flags did not rule out. */
function allowedOf({ clauses }: Pick<RunReport, 'clauses'>): readonly ClauseReport[] {
  return clauses
    .map((clause) => ({
      ...clause,
      tests: clause.tests.filter((test) => test.ruledOutBy === undefined || isVerified(test)),
    }))
    .filter(({ tests }) => tests.length > 0)
}

/** Whether no reply of any service can show it, so that there is nothing to verify. */
export function isNeverShown({ ruledOutBy }: TestReport): boolean {
  return ruledOutBy === 'a reply that shows it'
}

function isVerified({ verdict }: Pick<TestReport, 'verdict'>): boolean {
  return verdict !== 'not verified' && verdict !== 'error'
}

/** Why a run is no success although it blames the service for nothing. */
export interface Shortfall {
  readonly word: string
  /** In one line: the obstacle, and what to do. */
  readonly advice: string
}

type Judged = Pick<
  RunReport,
  | 'clauses'
  | 'created'
  | 'perhaps'
  | 'mark'
  | 'minVerified'
  | 'gaveUp'
  | 'interruptedBy'
  | 'unanswered'
  | 'exchanges'
>

/** How a run ended that a signal has ended early. */
export const INTERRUPTED = 'interrupted'

/** `undefined` where the run came to its end, the service answered to it, all but a few requests, and enough was verified. */
export function shortfallOf(report: Judged): Shortfall | undefined {
  const found = seenOf(report)
  const { verified, of, percent } = found
  const { minVerified, gaveUp } = report
  const stopped = stopText(report)
  const dropped = droppedText(report)
  // A clause may lack only tests that are exempt from the percentage: it does not hold all the same.
  const isNone = verified === 0 || !report.clauses.some(isVerified)
  const seen = isNone ? { ...found, verified: 0, classes: NO_CLASSES } : found
  const interrupted = interruptionText(report)
  if (interrupted !== undefined) {
    const advice = `${interrupted}. This report has what was found until then. ${counts(seen, amongIn(report))}.`
    return { word: INTERRUPTED, advice }
  }
  if (!isNone && percent >= minVerified && !gaveUp) {
    return dropped === undefined ? undefined : { word: 'not all answered', advice: dropped }
  }
  const among = amongIn(report)
  const advice =
    stopped === undefined
      ? `${counts(seen, among)}${of > 0 && percent < minVerified ? compared(report) : ''}. ${obstacle(report, isNone)}`
      : `${stopped} ${counts(seen, among)}.`
  if (isNone) return { word: 'nothing verified', advice }
  const word = gaveUp ? 'not finished: the service has stopped answering' : 'too little verified'
  return { word, advice }
}

/** How much a run has verified that verified enough, in one line; `undefined` where nothing was asked for, and of any other run. */
export function enoughText(report: Judged): string | undefined {
  if (report.minVerified === 0 || shortfallOf(report) !== undefined) return undefined
  return `${counts(seenOf(report), amongIn(report))}${compared(report)}.`
}

function amongIn(report: Judged): string {
  return isOfRecording(report) ? '' : ' that the flags allow'
}

/** Whether recorded traffic was judged: no flag rules out a test then, and no pet has a mark of the run. */
export function isOfRecording({ mark }: Pick<RunReport, 'mark'>): boolean {
  return mark === ''
}

function counts({ verified, of, classes }: Seen, among: string): string {
  if (of === 0) return 'The flags allow none of these clauses to be verified'
  const values = classes.asked < classes.of ? `, with ${share(classes)} classes of values` : ''
  return `Verified by all their tests: ${verified} of ${counted(of, 'clause')}${among}${values}`
}

function compared(report: Judged): string {
  return ` (${seenOf(report).percent} %, and --min-verified asks for ${report.minVerified} %)`
}

const GIVE = 'Give the run what it lacks.'
const NOT_GIVEN = 'No flag gives that. If it was missing by chance, another run may show it'
const OWN_MOCK = 'No flag allows that; without an address, the suite shows it on a mock of its own.'

// By what rules a test out, where no flag would give that.
const BEYOND_FLAGS: Readonly<Record<string, string>> = {
  'a reply that shows it': 'No reply of any service can show it.',
  'a day’s quota': OWN_MOCK,
  'the day of the removal': OWN_MOCK,
  'what the service itself lacks': 'No flag gives that: the service itself lacks it.',
}

const OF_RECORDING =
  'No flag gives that, nor the same traffic once more: run petstore contract, or let --min-verified ask for less.'

// By the first words of a reason.
const REMEDIES: readonly (readonly [reason: string, remedy: string])[] = [
  ['depends on', 'Fix that first.'],
  ['unsafe here', 'Allow it where it is safe.'],
  ['budget spent: --max-requests', 'Allow more requests.'],
  ['budget spent: --max-created', 'Allow more pets.'],
  ['budget spent', 'Wait until the key has requests left, or give another one.'],
  ['precondition missing', GIVE],
  ['unreachable', 'Check that the service answers.'],
  ['body not read', 'Check what the service sends there.'],
  ['wait too long', 'Allow a longer wait.'],
]

/** The obstacle that most tests met, and what may help. */
function obstacle(report: Judged, isNone: boolean): string {
  const allowed = allowedOf(report).flatMap((clause) => clause.tests)
  const isExempt = isNone && allowed.every(isVerified)
  const tests = isExempt ? report.clauses.flatMap((clause) => clause.tests) : allowed
  const unverified = tests.filter((test) => !isVerified(test))
  const reasons = Array.from(Map.groupBy(unverified, ({ detail = 'no reason given' }) => detail))
  const [first] = reasons.toSorted(([, one], [, other]) => other.length - one.length)
  if (first === undefined) return 'Check that the service answers.'
  const [reason, hit] = first
  const dropped = reason.startsWith('unreachable') ? droppedText(report) : undefined
  if (dropped !== undefined) return dropped
  const beyond = BEYOND_FLAGS[hit[0]?.ruledOutBy ?? '']
  const known =
    beyond ?? (isOfRecording(report) && reason.startsWith('precondition missing') ? OF_RECORDING : undefined)
  const help = known ?? remedyFor(reason, unverified.length < tests.length)
  return `In the way of ${counted(hit.length, 'test')}: “${reason}”. ${help}`.trimEnd()
}

/** What may help against a reason; to ask for less does only where something else was verified. */
function remedyFor(reason: string, isPart: boolean): string {
  const remedy = REMEDIES.find(([start]) => reason.startsWith(start))?.[1] ?? ''
  // A reason names the flag that would help.
  if (remedy !== GIVE || reason.includes('--')) return remedy
  return isPart ? `${NOT_GIVEN}; if not, let --min-verified ask for less.` : `${NOT_GIVEN}.`
}
