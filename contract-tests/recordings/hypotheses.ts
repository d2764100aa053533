import { areaOf, clauses, type ClauseId } from '../../spec/clauses.ts'
import { counted, figure } from '../../spec/wording.ts'
import { TOGETHER } from '../engine/settle.ts'
import { countUpTo, type History, type RecordedExchange } from '../history/history.ts'
import { evidenceFor } from '../history/evidence.ts'
import { historyOf } from '../history/judge.ts'
import { readingsOf } from '../history/readings.ts'
import type { FinishedClause } from '../report/model/finished-check.ts'
import { TOO_MUCH } from './compact.ts'
import type { Recording } from './recording.ts'

/** Assumptions about a recording. */
export interface Hypothesis {
  /** Whether others sent requests with the same keys meanwhile. */
  readonly keysAreShared: boolean
}

/** In sentences: what a recording is judged under, and what therefore cannot be said. */
export function assumptionsOf(
  recording: Recording,
  history: History,
  { keysAreShared }: Hypothesis,
): readonly string[] {
  const { lacksKeys, unanswered, dropped } = recording
  return [
    lacksKeys ? NO_KEYS : onKeys(history, keysAreShared),
    ...(lacksKeys ? [] : onBeginning(history)),
    ...onBodies(recording),
    ...(dropped === 0
      ? []
      : [
          `The recording is long: ${counted(dropped, 'exchange')} after the first ${figure(recording.exchanges.length)} are judged by themselves only, not together with others.`,
        ]),
    ...(unanswered === 0
      ? []
      : [
          `${counted(unanswered, 'request')} without a reply: the service may have handled each of them or not.`,
        ]),
    onChanges(history),
  ]
}

function onChanges({ changedPets }: History): string {
  const others = 'keys or limits meanwhile other than by the operations of the document'
  if (changedPets === undefined || changedPets.size === 0) return `Nobody changed or removed pets, ${others}.`
  const pets = counted(changedPets.size, 'pet')
  return `Others changed or removed ${pets} meanwhile: reads and lists agree on it, so nothing is said of what became of them. Nobody changed other pets, ${others}.`
}

const NO_KEYS =
  'The recording has no Authorization header, so nothing is said of keys, of quotas, or of what a list lacks. Export it with sensitive data to judge them.'
const IF_SHARED =
  'Nothing is said that they may have caused: a key that is refused (AUTH-1), and a quota that falls too slowly between two replies (a part of LIMIT-3 and LIMIT-5).'

function onKeys({ sharedKeys }: History, areShared: boolean): string {
  if (areShared) return `Others used the same keys meanwhile (--key-is-shared). ${IF_SHARED}`
  if (sharedKeys.size > 0) {
    const keys = sharedKeys.size === 1 ? 'a key' : `${sharedKeys.size} keys`
    return `Others used ${keys} meanwhile: X-RateLimit-Remaining falls by more than the requests of the recording. ${IF_SHARED}`
  }
  return 'Nobody else used the same keys meanwhile. If somebody did, give --key-is-shared.'
}

/** Requests that were counted before the first one of a key. */
function onBeginning({ exchanges, quotaSetAfter = [] }: History): readonly string[] {
  if (quotaSetAfter.length > 0) return []
  const missing = [...Map.groupBy(exchanges, ({ probe }) => probe.caller).values()].flatMap((own) => {
    const [first] = readingsOf(own)
    if (first === undefined) return []
    const sent = countUpTo(
      own.map(({ after }) => after).sort((one, other) => one - other),
      first.exchange.id - 1,
    )
    const before = first.limit - first.remaining - sent
    return before > 0 ? [before] : []
  })
  if (missing.length === 0) return []
  const most = Math.max(...missing)
  return [
    `The beginning is missing: ${counted(most, 'request')} of a key had been counted before its first one here. No reply is judged by what came before.`,
  ]
}

function onBodies({ exchanges }: Recording): readonly string[] {
  const unread = exchanges.filter((one) => one.unread !== undefined)
  return Array.from(
    Map.groupBy(unread, (one) => one.unread ?? ''),
    ([why, own]) => {
      const rest =
        why === TOO_MUCH
          ? 'Each is judged by itself only, not together with other replies.'
          : 'Nothing is said of what was in them.'
      return `Bodies that are missing, of ${counted(own.length, 'reply', 'replies')}: ${why}. ${rest}`
    },
  )
}

/** The verdicts with the reason why a clause, or a side of it, is not verified, where it is one of the assumptions. */
export function explained(
  checks: readonly FinishedClause[],
  recording: Recording,
  history: History,
): readonly FinishedClause[] {
  const needKeys = recording.lacksKeys ? shownWithKeys(history) : new Set<ClauseId>()
  const whyNot = (clause: ClauseId): string | undefined => {
    if (needKeys.has(clause)) return LACKS_KEYS
    return isLeftOut(clause, recording) ? LACKS_BODIES : undefined
  }
  const all = checks.map((check): FinishedClause => {
    const { clause, result } = check
    if (result.kind === 'held' && clause === 'AUTH-1' && isEveryKeyShared(history))
      return notVerified(check, SHARED)
    const reason = result.kind === 'not verified' ? whyNot(clause) : undefined
    return reason === undefined ? check : notVerified(check, reason)
  })
  const said = new Set(all.flatMap(({ clause, result }) => (result.kind === 'not verified' ? clause : [])))
  const unsaid = [...needKeys].filter((clause) => !said.has(clause))
  return [...all, ...unsaid.map((clause) => notVerified({ ...TOGETHER, clause }, LACKS_KEYS))]
}

function notVerified(check: Omit<FinishedClause, 'result'>, reason: string): FinishedClause {
  return { ...check, result: { kind: 'not verified', reason } }
}

const SHARED = 'precondition missing: a key that nobody else used meanwhile'
const LACKS_KEYS = 'precondition missing: the Authorization headers, which the recording leaves out'
const LACKS_BODIES = 'body not read: see the assumptions'

function isEveryKeyShared({ acceptedKeys, sharedKeys }: History): boolean {
  return acceptedKeys.size > 0 && [...acceptedKeys].every((caller) => sharedKeys.has(caller))
}

/** The clauses that replies would show together if each request had had one key. */
function shownWithKeys({ lacksKeys: _lacksKeys, exchanges, ...history }: History): ReadonlySet<ClauseId> {
  const imagined = historyOf({
    ...history,
    exchanges: exchanges.map((exchange): RecordedExchange => {
      const { probe } = exchange
      const headers = { ...probe.headers, Authorization: 'Bearer key' }
      return { ...exchange, probe: { ...probe, headers, caller: 'key' } }
    }),
  })
  return new Set(clauses.map(({ id }) => id).filter((id) => evidenceFor(id, imagined).length > 0))
}

const OF_PETS = new Set<ClauseId>([
  ...(['PET-1', 'PET-2', 'PET-3', 'PET-4', 'PET-5'] as const),
  ...(['LIST-2', 'LIST-5', 'LIST-7', 'CREATE-2', 'GET-1'] as const),
])

/** Whether some reply whose body is missing may have shown something of a clause. */
function isLeftOut(clause: ClauseId, { exchanges }: Recording): boolean {
  const isOfError = areaOf(clause) === 'ERROR'
  if (!isOfError && !OF_PETS.has(clause)) return false
  const operations = clauses.find(({ id }) => id === clause)?.operations ?? []
  return exchanges.some(({ unread, status, probe: { operation } }) => {
    if (unread === undefined || operation === undefined) return false
    return isOfError ? status >= 400 : status < 300 && operations.includes(operation)
  })
}
