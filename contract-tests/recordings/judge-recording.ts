import { clauses, type ClauseId } from '../../spec/clauses.ts'
import { withoutKeys } from '../engine/cut-keys.ts'
import type { Exchange } from '../engine/exchange.ts'
import { aspectOf, breachOf } from '../engine/judge-run.ts'
import { reportBreach, reportExchange } from '../engine/reported-exchange.ts'
import { settingsOf } from '../engine/settings.ts'
import { type Breach, breachBy, type Offence } from '../engine/verdicts.ts'
import type { Finding } from '../history/history.ts'
import { contradictionsIn, evidenceFor, historyOf } from '../history/judge.ts'
import { replyRules } from '../history/reply-rules.ts'
import { buildReport } from '../report/model/build-report.ts'
import type { CheckResult, FinishedClause } from '../report/model/finished-check.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { withFewExchanges } from './few-exchanges.ts'
import { assumptionsOf, explained, type Hypothesis } from './hypotheses.ts'
import type { RecordedEntry, Recording } from './recording.ts'
import { keysCutter } from './secrets.ts'

/** The verdicts of a recording on its service, by clause. All texts are without keys. */
export function judgeRecording(recording: Recording, hypothesis: Hypothesis): RunReport {
  const exchanges = recording.exchanges.map(asExchange)
  const each = replyRules.map((check) => checkEach(check, exchanges))
  const wrong = new Set(each.flatMap(({ offences }) => offences.map(({ exchange }) => exchange.id)))
  const callers = new Set(recording.exchanges.map(({ probe }) => probe.caller))
  const history = historyOf({
    exchanges: recording.exchanges,
    discredited: wrong,
    ...(hypothesis.keysAreShared && { sharedKeys: callers }),
    lacksKeys: recording.lacksKeys,
    quotaSetAfter: recording.quotaSetAfter.flatMap((id) => [...callers].map((caller) => ({ caller, id }))),
  })
  const findings = contradictionsIn(history)
  const together = clauses
    .filter(({ party }) => party !== 'client')
    .map(({ id }) => checkTogether(id, findings, evidenceFor(id, history), exchanges))
  const finished = [...each.map(({ check }) => check), ...together.flatMap((check) => check ?? [])]
  const verified = new Set(finished.map(({ clause }) => clause))
  const others = clauses
    .filter(({ id, party }) => party !== 'client' && !verified.has(id))
    .map(({ id }) => checked(id, '', [], { kind: 'not verified', reason: NOT_JUDGED }))
  return reportOf(
    recording,
    exchanges,
    explained([...finished, ...others], recording, history),
    assumptionsOf(recording, history, hypothesis),
  )
}

const NOT_JUDGED = 'precondition missing: requests of the suite’s own (petstore contract)'
const NONE_SHOWS = 'precondition missing: an exchange in the recording that shows it'

function asExchange({ probe, ...exchange }: RecordedEntry): Exchange {
  const { base: _base, caller, ...request } = probe
  const isNobody = caller === 'nobody'
  const type = probe.headers['content-type']
  // Of a browser's headers, only these matter for repeating the request.
  const headers = {
    ...(!isNobody && { Authorization: `Bearer ${placeholderOf(caller)}` }),
    ...(type !== undefined && { 'Content-Type': type }),
  }
  return { ...exchange, probe: { ...request, headers, caller: isNobody ? 'nobody' : 'key' } }
}

/** Stands for the key of a caller; the first two become variables of a shell. */
function placeholderOf(caller: string): string {
  const [, number = ''] = /^key (\d+)$/.exec(caller) ?? []
  return PLACEHOLDERS[number] ?? `{key-${number}}`
}

const PLACEHOLDERS: Readonly<Record<string, string>> = { '1': '{key}', '2': '{second-key}' }

function checkEach(
  { clause, aspect = '', concerns, expected, fault }: (typeof replyRules)[number],
  exchanges: readonly Exchange[],
): { readonly check: FinishedClause; readonly offences: readonly Offence[] } {
  const concerned = exchanges.filter(concerns)
  const offences = concerned.flatMap((exchange): readonly Offence[] => {
    const actual = fault(exchange)
    return actual === undefined ? [] : [{ actual, exchange }]
  })
  return {
    check: checked(clause, aspect, concerned, resultOf(breachBy(expected, offences), concerned)),
    offences,
  }
}

function resultOf(breach: Breach | undefined, concerned: readonly unknown[]): CheckResult {
  if (breach) return { kind: 'breach', breach: reportBreach(breach) }
  return concerned.length > 0 ? { kind: 'held' } : { kind: 'not verified', reason: NONE_SHOWS }
}

/** The verdict of several exchanges on a clause; `undefined` if they show nothing. */
function checkTogether(
  clause: ClauseId,
  findings: readonly Finding[],
  evidence: readonly { readonly id: number }[],
  exchanges: readonly Exchange[],
): FinishedClause | undefined {
  const finding = findings.find((one) => one.clause === clause)
  if (finding === undefined && evidence.length === 0) return undefined
  const breach = finding && breachOf([finding], exchanges)
  const aspect = aspectOf(finding ?? { alternatives: [] })
  const looked = finding ? finding.steps.map(({ exchange }) => exchange) : evidence
  return checked(clause, aspect, looked, resultOf(breach, looked))
}

function checked(
  clause: ClauseId,
  aspect: string,
  evidence: readonly { readonly id: number }[],
  result: CheckResult,
): FinishedClause {
  const ids = evidence.map(({ id }) => id)
  return { kind: 'clause', clause, aspect, needs: [], result, evidence: ids, sent: [], milliseconds: 0 }
}

function reportOf(
  { baseUrl, exchanges: recorded, keys }: Recording,
  exchanges: readonly Exchange[],
  finished: readonly FinishedClause[],
  assumptions: readonly string[],
): RunReport {
  const [key = 'no-key-was-recorded', secondKey] = keys
  const settings = settingsOf({ baseUrl, key, ...(secondKey !== undefined && { secondKey }) })
  const cutAll = keysCutter(keys)
  const redact = <Value>(value: Value): Value => withoutKeys(value, cutAll)
  const [first, last] = [recorded[0], recorded.at(-1)]
  const sent = exchanges.map((exchange) => reportExchange(exchange, { settings, redact }))
  const [lead, ...rest] = redact(finished)
  const report = buildReport(lead === undefined ? [] : [{ ...lead, sent }, ...rest], {
    baseUrl,
    mark: '',
    left: { created: [], perhaps: [] },
    startedAt: new Date(first?.sent ?? 0),
    milliseconds: (last?.received ?? 0) - (first?.sent ?? 0),
    gaveUp: false,
    minVerified: 0,
    leftOut: [],
    assumptions,
  })
  return withFewExchanges(report)
}
