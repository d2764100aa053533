import { counted } from '../../../spec/index.ts'
import { verdicts, type RunReport, type Verdict } from './run-report.ts'
import { standingOf } from './standing.ts'
import { verifiedShare } from './verified-share.ts'

/** The whole run in one line, the worst first: `not conformant: 2 of 51 clauses broken; 47 held, …; 62 requests in 0.7 s`. */
export function verdictLine(report: RunReport): string {
  const { requests, milliseconds } = report
  const [counts, share] = [verdictCounts(report), verifiedShare(report)]
  return [
    `${standingOf(report).word}: ${counts} (${share.percent} % of the document verified)`,
    `${counted(requests.sent, 'request')} in ${seconds(milliseconds)}`,
  ].join('; ')
}

/** `2 of 51 clauses broken; 47 held, 1 warned, 1 not verified`, leaving out what there is none of. */
export function verdictCounts({ clauses, totals }: RunReport): string {
  const lead: Verdict = totals.broken > 0 ? 'broken' : 'held'
  const others = verdicts.filter((verdict) => verdict !== lead && totals[verdict] > 0)
  const rest = others.map((verdict) => `${totals[verdict]} ${verdictWord(verdict, totals[verdict])}`)
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

function verdictWord(verdict: Verdict, count: number): string {
  return verdict === 'error' && count !== 1 ? 'errors' : verdict
}
