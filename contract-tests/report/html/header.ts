import { areaOf } from '../../../spec/clauses.ts'
import { counted } from '../../../spec/wording.ts'
import { adviceOf, conclusionOf, seconds, verdictCounts, verifiedShare } from '../model/conclusion.ts'
import type { ClauseReport, RunReport } from '../model/run-report.ts'
import { looks, type Tone } from '../model/verdict.ts'
import { className, markup, type Markup } from './markup.ts'

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', fair: '~', bad: '✗' }

/** The verdict at one glance, and the document as a map of its clauses, each of which leads to what was found. */
export function header(report: RunReport): Markup {
  const { word, tone } = conclusionOf(report)
  const { percent, verified, of } = verifiedShare(report)
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
      <p>${percent} % of the document verified <span class="small">(${verified} of ${counted(of, 'promise')})</span></p>
    </div>
    <p class="small"><time datetime="${report.startedAt}">${day(report.startedAt)}</time> · ${requests(report)}</p>
    ${map(report.clauses)}
  </div>
</header>`
}

function advice(report: RunReport): Markup {
  const text = adviceOf(report)
  return text === undefined ? markup`` : markup`<p class="small">${text}</p>`
}

function day(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
}

function requests({ requests: { sent, admitted, refused }, milliseconds }: RunReport): string {
  return `${counted(sent, 'request')} (${admitted} counted, ${refused} refused with 429) in ${seconds(milliseconds)}`
}

function map(clauses: readonly ClauseReport[]): Markup {
  const families = Map.groupBy(clauses, ({ id }) => areaOf(id))
  const rows = Array.from(
    families,
    ([family, own]) =>
      markup`<li><span class="family">${family}</span><span class="cells">${own.map(cell)}</span></li>`,
  )
  return markup`<nav aria-label="All clauses"><ul class="map">${rows}</ul></nav>`
}

function cell({ id, verdict, text }: ClauseReport): Markup {
  return markup`<a class="cell ${className(verdict)}" href="#${id}" title="${id}, ${verdict}: ${text}"><span aria-label="${id} ${verdict}">${looks[verdict].sign}</span></a>`
}
