import { counted } from '../../../spec/wording.ts'
import {
  conclusionOf,
  noteOf,
  requestsOf,
  verdictCounts,
  verifiedShare,
  warningOf,
} from '../model/conclusion.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Tone } from '../model/verdict.ts'
import { clauseMap } from './clause-map.ts'
import { markup, type Markup } from './markup.ts'

/** The sign of the whole, in its seal. */
export const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', fair: '~', bad: '✗' }

/** The verdict at one glance, and the document as a map of its clauses, each of which leads to what was found. */
export function header(report: RunReport): Markup {
  const { word, tone } = conclusionOf(report)
  const { percent, verified, of, what, among } = verifiedShare(report)
  return markup`
<header class="${tone}">
  <div class="wide">
    <p class="kicker">Pet Store contract · <span class="url">${report.baseUrl}</span></p>
    <h1><span class="seal" aria-hidden="true">${SIGNS[tone]}</span><span class="word">${word}</span></h1>
    <p class="counts">${verdictCounts(report)}</p>
    ${advice(report)}
    <div class="share">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${percent} % verified">
        <rect class="track" width="100" height="4" rx="2"/><rect class="done" width="${percent}" height="4" rx="2"/></svg>
      <p>${percent} % verified <span class="small">(${verified} of ${counted(of, what)} ${among})</span></p>
    </div>
    <p class="small"><time datetime="${report.startedAt}">${day(report.startedAt)}</time> · ${requests(report)}</p>
    ${clauseMap(report.clauses)}
  </div>
</header>`
}

function advice(report: RunReport): Markup {
  return markup`${[noteOf(report), warningOf(report)].flatMap((text) =>
    text === undefined ? [] : markup`<p class="small">${text}</p>`,
  )}`
}

function day(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
}

function requests(report: RunReport): string {
  const { admitted, refused } = report.requests
  return requestsOf(report, ` (of the first key: ${admitted} counted, ${refused} refused with 429)`)
}
