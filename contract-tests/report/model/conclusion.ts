import { clauses as allClauses } from '../../../spec/clauses.ts'
import { counted, figure } from '../../../spec/wording.ts'
import { countChoices } from './choices.ts'
import { enoughText, INTERRUPTED, isNeverShown, isOfRecording, seenOf, shortfallOf } from './enough.ts'
import { acceptedBreach, isOutdated } from './known-breaches.ts'
import { stopText } from './no-reply.ts'
import type { ClauseReport, RunReport } from './run-report.ts'
import { verdicts, type Tone, type Verdict } from './verdict.ts'

/** How a run ended, in words. */
export interface Conclusion {
  readonly word: string
  readonly tone: Tone
}

/**
 * What a run concludes about the service. `conformant` requires that all that can be verified was verified; whatever was found, a run that
 * was interrupted says so.
 */
export function conclusionOf(report: RunReport): Conclusion {
  const { word, tone } = foundBy(report)
  const isSaid = report.interruptedBy === undefined || word === INTERRUPTED
  return { word: isSaid ? word : `${word}, and ${INTERRUPTED}`, tone }
}

function foundBy(report: RunReport): Conclusion {
  const { exitCode, known: breaches, clauses } = report
  const broken = clauses.filter(({ verdict }) => verdict === 'broken')
  if (broken.some((clause) => acceptedBreach(report, clause) === undefined))
    return { word: 'not conformant', tone: 'bad' }
  if (exitCode === 1 && breaches.some(isOutdated)) return { word: 'known breaches out of date', tone: 'bad' }
  if (exitCode === 1) return { word: isFailedByChoices(report) ? CHANGED : 'undecided', tone: 'bad' }
  const shortfall = shortfallOf(report)
  if (shortfall !== undefined) return { word: shortfall.word, tone: 'bad' }
  const open = clauses.filter(isOpen).length
  if (breaches.some(({ state }) => state === 'still there'))
    return { word: 'conformant but for known breaches', tone: 'fair' }
  return open > 0
    ? { word: 'conformant as far as verified', tone: 'fair' }
    : { word: 'conformant', tone: 'good' }
}

/** Whether a clause is not verified although a reply could show it. */
function isOpen({ verdict, tests }: ClauseReport): boolean {
  return verdict === 'error' || (verdict === 'not verified' && !tests.every(isNeverShown))
}

/** Why a run has too little evidence, or ended early, and what to do; `undefined` for any other run. */
export function adviceOf(report: RunReport): string | undefined {
  const isShort = report.exitCode === 2 || report.interruptedBy !== undefined
  return isShort ? shortfallOf(report)?.advice : stopText(report)
}

/** The same, or where a run passes that has not verified all, how much of what its flags allow it has. */
export function noteOf(report: RunReport): string | undefined {
  const isPart = report.exitCode === 0 && verifiedShare(report).percent < 100
  return adviceOf(report) ?? (isPart ? enoughText(report) : undefined)
}

/** What to mind before a report is published; `undefined` where it shows only what is harmless. */
export function warningOf({ showsBodies }: RunReport): string | undefined {
  return showsBodies === true ? SHOWS_BODIES : undefined
}

const SHOWS_BODIES =
  'Reports of this run show whole replies (--show-bodies), which may hold secrets in a form that nothing finds: look through them before you publish them.'

const CHANGED = 'not as before'

/** Whether changed open points are the only reason why a run fails (`--fail-on-changed-choices`). */
export function isFailedByChoices(report: RunReport): boolean {
  const { exitCode, totals, known: breaches, clauses, choices } = report
  const isBroken = clauses.some(
    (clause) => clause.verdict === 'broken' && acceptedBreach(report, clause) === undefined,
  )
  const hasOtherCause = isBroken || totals.error > 0 || breaches.some(isOutdated)
  return exitCode === 1 && !hasOtherCause && countChoices(choices).changed > 0
}

/** The whole run in one line, the worst first: `not conformant: 2 of 51 clauses broken; 47 held, …; 62 requests in 0.7 s`. */
export function verdictLine(report: RunReport): string {
  const { choices } = report
  const { changed } = countChoices(choices)
  const [counts, { percent, of, what, among }] = [verdictCounts(report), verifiedShare(report)]
  return [
    `${conclusionOf(report).word}: ${counts} (${percent} % of ${counted(of, what)} ${among} verified)`,
    ...(changed === 0 ? [] : [`${counted(changed, 'open point')} changed since the choices were saved`]),
    requestsOf(report),
  ].join('; ')
}

/**
 * `78 requests in 0.7 s, 5 of them without a reply, 5 of them sent again, because connections broke (88 sent in all)`; `details`
 * stand behind their number.
 */
export function requestsOf({ requests, unanswered = [], milliseconds }: RunReport, details = ''): string {
  const { sent, sentAgain, sentInAll } = requests
  const inAll = sentInAll === undefined ? '' : ` (${figure(sentInAll)} sent in all)`
  return [
    `${counted(sent + unanswered.length, 'request')}${details} in ${seconds(milliseconds)}`,
    ...(unanswered.length > 0 ? [`${figure(unanswered.length)} of them without a reply`] : []),
    ...(sentAgain ? [`${figure(sentAgain)} of them sent again${whySentAgain(requests)}${inAll}`] : []),
  ].join(', ')
}

/** `, because 2 timed out and the connections of 3 broke`; nothing where that is not known. */
function whySentAgain({ timedOut = 0, broken = 0 }: RunReport['requests']): string {
  if (timedOut > 0 && broken > 0)
    return `, because ${figure(timedOut)} timed out and the connections of ${figure(broken)} broke`
  if (timedOut > 0) return ', because they timed out'
  return broken > 0 ? ', because connections broke' : ''
}

/** `2 of 51 clauses broken; 47 held, 1 warned, 1 not verified`, without verdicts that have no clause. */
export function verdictCounts({ clauses, totals }: RunReport): string {
  const lead: Verdict = totals.broken > 0 ? 'broken' : 'held'
  const others = verdicts.filter((verdict) => verdict !== lead && totals[verdict] > 0)
  const rest = others.map((verdict) =>
    verdict === 'error' ? counted(totals.error, 'error') : `${totals[verdict]} ${verdict}`,
  )
  return [`${totals[lead]} of ${counted(clauses.length, 'clause')} ${lead}`, rest.join(', ')]
    .filter((part) => part !== '')
    .join('; ')
}

/** `0.7 s`, `2 min 5 s`. */
export function seconds(milliseconds: number): string {
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const whole = Math.round(milliseconds / 1000)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** How much a run has verified, of the document or of what its flags allow. */
export interface VerifiedShare {
  readonly verified: number
  readonly of: number
  /** Rounded down: 100 only where nothing is left. */
  readonly percent: number
  /** What is counted, and among which. */
  readonly what: 'promise' | 'clause'
  readonly among: 'of the document' | 'that the flags allow' | 'in all'
}

/**
 * Counts the promises of the document that bind the service (`must`), whether they hold or not. A run of a few clauses
 * (`--only`) is measured against the whole document too; one that ends because too little is verified, against what its flags allow.
 */
export function verifiedShare(report: RunReport): VerifiedShare {
  const { clauses, exitCode, gaveUp, interruptedBy, minVerified } = report
  const seen = seenOf(report)
  const isTooLittle =
    exitCode === 2 && !gaveUp && interruptedBy === undefined && seen.of > 0 && seen.percent < minVerified
  if (isTooLittle)
    return { ...seen, what: 'clause', among: isOfRecording(report) ? 'in all' : 'that the flags allow' }
  const of = allClauses.filter(({ level, party }) => level === 'must' && party !== 'client').length
  const verified = clauses.filter(
    ({ level, verdict }) => level === 'must' && verdict !== 'not verified' && verdict !== 'error',
  ).length
  const percent = Math.floor((verified / of) * 100)
  return { verified, of, percent, what: 'promise', among: 'of the document' }
}
