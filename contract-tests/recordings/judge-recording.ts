import { clauses } from '../../spec/clauses.ts'
import { asked as askedIn } from '../asked/asked.ts'
import { withoutKeys } from '../engine/cut-keys.ts'
import { countSentAgain, type Exchange } from '../engine/exchange.ts'
import { Excerpts } from '../engine/excerpt.ts'
import { reportExchange } from '../engine/reported-exchange.ts'
import { settingsOf } from '../engine/settings.ts'
import { type AskedClause, settle, TOGETHER } from '../engine/settle.ts'
import type { History } from '../history/history.ts'
import { evidenceFor } from '../history/evidence.ts'
import { historyOf, judgementOf } from '../history/judge.ts'
import { replyRules } from '../history/reply-rules.ts'
import { assumption } from '../report/model/assumptions.ts'
import { buildReport, type RunFacts } from '../report/model/build-report.ts'
import type { CheckResult, FinishedClause } from '../report/model/finished-check.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { withFewExchanges } from './few-exchanges.ts'
import { assumptionsOf, explained, type Hypothesis } from './hypotheses.ts'
import type { RecordedEntry, Recording } from './recording.ts'
import { keysCutter } from './secrets.ts'

/** What a report of a recording shows and asks for. */
export type ReportSettings = Partial<Pick<RunFacts, 'showsBodies' | 'minVerified'>>

/**
 * The verdicts of a recording on its service, by clause. All texts are without keys; `showsBodies` has it show whole replies, and with
 * `minVerified` it is no success where less than so many percent of the clauses are verified.
 */
export function judgeRecording(
  recording: Recording,
  hypothesis: Hypothesis,
  settings: ReportSettings = {},
): RunReport {
  const placeholders = placeholdersOf(recording.exchanges)
  const exchanges = recording.exchanges.map((one) => asExchange(one, placeholders))
  const callers = new Set(recording.exchanges.map(({ probe }) => probe.caller))
  const history = historyOf({
    exchanges: recording.exchanges,
    ...(hypothesis.keysAreShared && { sharedKeys: callers }),
    lacksKeys: recording.lacksKeys,
    quotaSetAfter: recording.quotaSetAfter.flatMap((id) => [...callers].map((caller) => ({ caller, id }))),
  })
  const finished = settle(askedOf(exchanges, history), judgementOf(history), exchanges)
  const verified = new Set(finished.map(({ clause }) => clause))
  const others = clauses
    .filter(({ id, party }) => party !== 'client' && !verified.has(id))
    .map(({ id }): FinishedClause => ({
      ...TOGETHER,
      clause: id,
      aspect: '',
      result: { kind: 'not verified', reason: NOT_JUDGED },
    }))
  return reportOf(
    recording,
    exchanges,
    explained([...finished, ...others], recording, history),
    assumptionsOf(recording, history, hypothesis),
    settings,
  )
}

const NOT_JUDGED = 'precondition missing: requests of the suite’s own (petstore contract)'
const NOT_RECORDED = 'no request of the recording asks it'
const NONE_SHOWS = 'precondition missing: an exchange in the recording that shows it'

function asExchange(
  { probe, ...exchange }: RecordedEntry,
  placeholders: ReadonlyMap<string, string>,
): Exchange {
  const { base, caller, ...request } = probe
  const isNobody = caller === 'nobody'
  const type = probe.headers['content-type']
  const [scheme] = /^bearer/i.exec(probe.headers['Authorization'] ?? '') ?? ['Bearer']
  // Of a browser's headers, only these matter for repeating the request.
  const headers = {
    ...(!isNobody && { Authorization: `${scheme} ${placeholders.get(caller) ?? caller}` }),
    ...(type !== undefined && { 'Content-Type': type }),
  }
  const where = base !== undefined && { base: 'second' as const }
  return { ...exchange, probe: { ...request, ...where, headers, caller: isNobody ? 'nobody' : 'key' } }
}

/** What stands for the key of each caller: variables of a shell, but for keys that the service has refused, which any wrong key repeats. */
function placeholdersOf(exchanges: readonly RecordedEntry[]): ReadonlyMap<string, string> {
  const callerOf = ({ probe }: RecordedEntry): string => probe.caller
  const valid = new Set(exchanges.filter(({ status }) => status !== 401).map(callerOf))
  valid.delete('nobody')
  const all = new Set([...valid, ...exchanges.map(callerOf)])
  const first = ['{key}', '{second-key}'].slice(0, Math.max(valid.size, 1))
  return new Map(
    [...all]
      .filter((one) => one !== 'nobody')
      .map((one, at) => [one, first[at] ?? (valid.has(one) ? `{key-${at + 1}}` : `refused-key-${at + 1}`)]),
  )
}

/** What a recording may show of each clause: by each reply, and by several together. */
function askedOf(exchanges: readonly Exchange[], history: History): readonly AskedClause[] {
  const each = replyRules.map(({ clause, aspect = '', concerns }) =>
    asked({ clause, aspect }, exchanges.filter(concerns)),
  )
  const together = clauses
    .map(({ id }) => asked({ clause: id, aspect: TOGETHER.aspect }, evidenceFor(id, history)))
    .filter(({ evidence }) => evidence.length > 0)
  return [...each, ...together]
}

function asked(
  about: Pick<FinishedClause, 'clause' | 'aspect'>,
  evidence: readonly { readonly id: number }[],
): AskedClause {
  const ids = evidence.map(({ id }) => id)
  const result: CheckResult = ids.length > 0 ? { kind: 'held' } : { kind: 'not verified', reason: NONE_SHOWS }
  return { ...TOGETHER, ...about, result, evidence: ids, asked: ids }
}

function reportOf(
  { baseUrl, exchanges: recorded, keys, quotaSetAfter }: Recording,
  exchanges: readonly Exchange[],
  finished: readonly FinishedClause[],
  assumptions: readonly string[],
  { showsBodies = false, minVerified = 0 }: ReportSettings,
): RunReport {
  const [key = 'no-key-was-recorded', secondKey] = keys
  const settings = settingsOf({ baseUrl, key, ...(secondKey !== undefined && { secondKey }) })
  const cutAll = keysCutter(keys)
  const [first, last] = [recorded[0], recorded.at(-1)]
  const excerpts = showsBodies ? undefined : new Excerpts(exchanges, cutAll)
  const { sentence = (text: string) => text } = excerpts ?? {}
  const redact = <Value>(value: Value): Value => withoutKeys(value, (text) => cutAll(sentence(text)))
  const sent = exchanges.map((exchange) => reportExchange(exchange, { settings, cut: cutAll, excerpts }))
  const [lead, ...rest] = redact(finished)
  const report = buildReport(lead === undefined ? [] : [{ ...lead, sent }, ...rest], {
    baseUrl,
    mark: '',
    left: { created: [], perhaps: [] },
    startedAt: new Date(first?.sent ?? 0),
    milliseconds: (last?.received ?? 0) - (first?.sent ?? 0),
    gaveUp: false,
    minVerified,
    showsBodies,
    leftOut: [],
    ...countSentAgain(exchanges),
    ...(quotaSetAfter.length > 0 && { quotaSetAfter }),
    asked: askedIn(recorded, () => NOT_RECORDED),
    assumptions: assumptions.map(assumption),
  })
  return withFewExchanges(report)
}
