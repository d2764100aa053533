import { clauses } from '../../../../spec/clauses.ts'
import { counted, figure } from '../../../../spec/wording.ts'
import { clauseCell, clauseMap } from '../../../report/html/clause-map.ts'
import { SIGNS } from '../../../report/html/header.ts'
import { className, markup, sentence, type Markup } from '../../../report/html/markup.ts'
import { htmlPage } from '../../../report/html/page.ts'
import { style } from '../../../report/html/style.ts'
import { looks, type Tone } from '../../../report/model/verdict.ts'
import { type Finding, findingText } from '../../judge.ts'
import { timeOf } from '../finding-kinds.ts'
import type { ReportedFinding } from '../judge-traffic.ts'
import { othersOf, type ProxyCounts } from '../pass-requests.ts'
import { SO_FAR, tallyCounts } from '../tally/tally-lines.ts'
import { type ClauseTally, type Tally, totalsOf } from '../tally/tally.ts'
import { liveScript } from './live-script.ts'
import { liveStyle } from './live-style.ts'

/** The page without anything of the traffic, which comes later: whoever links to it, or embeds it, learns nothing. */
export function emptyPage(hasRoom = false): string {
  const own = clauses.filter(({ party }) => party !== 'client')
  const places = own.map(({ id, text }) => ({ id, text, verdict: 'not verified' as const }))
  const body = markup`<a class="skip" href="#findings">To the findings</a>
<header id="top" class="fair">
  <div class="wide">
    <p class="kicker">Pet Store proxy · <span class="url" id="upstream"></span> <span class="live" id="live" role="status">not connected</span></p>
    <h1 id="headline" aria-live="polite"><span class="word">waiting</span></h1>
    <p class="counts" id="counts"></p>
    <p class="small"><span id="traffic"></span>${hasRoom ? markup` · <a href="/_mock/">Control room</a>` : ''}</p>
    ${clauseMap(places, ({ id }) => markup`<span class="place" id="${cellId(id)}"></span>`)}
  </div>
</header>
<main class="wide">
<section aria-labelledby="findings-title">
  <h2 id="findings-title">Findings <span class="small" id="found"></span></h2>
  <noscript><p>This page needs JavaScript. <code>curl</code> gets the tally as text from <code>/tally</code>.</p></noscript>
  <ol class="findings" id="findings" tabindex="0" aria-label="Findings"></ol>
</section>
<section aria-labelledby="clauses">
  <h2 id="clauses">The tally of clauses so far</h2>
  <p class="small">A clause holds so far if an exchange could have shown it broken and none did. Some show only when somebody asks for it, as <code>petstore contract</code> does.</p>
  <table class="stacked tally">
    <thead><tr><th scope="col">clause</th><th scope="col">so far</th><th scope="col">what it promises</th><th scope="col">exchanges</th></tr></thead>
    <tbody>${own.map(({ id }) => markup`<tr id="${id}"></tr>`)}</tbody>
  </table>
</section>
</main>`
  return htmlPage({
    title: 'Pet Store proxy',
    tone: 'fair',
    style: style + liveStyle,
    script: liveScript,
    body,
    isLive: true,
  })
}

/** What the page shows at a time, but for the findings themselves. */
export interface View {
  readonly title: string
  readonly tone: Tone
  /** The content of the elements that change, as HTML, by their ids. */
  readonly parts: Readonly<Record<string, string>>
}

/** What to show of the traffic so far. */
export interface Seen {
  readonly upstream: string
  readonly tally: Tally
  readonly counts: Readonly<ProxyCounts>
}

export function viewOf({ upstream, tally, counts }: Seen): View {
  const all = tally.clauses
  const { word, tone } = headlineOf(all, counts)
  const found = counts.breaches + counts.warnings
  const parts: Record<string, Markup> = {
    upstream: markup`${upstream}`,
    headline: markup`<span class="seal" aria-hidden="true">${SIGNS[tone]}</span><span class="word">${word}</span>`,
    counts: markup`${tallyCounts(all)}`,
    traffic: markup`${trafficLine(counts)}`,
    found: markup`${found === 0 ? 'none so far' : `${figure(found)} so far. Those of one kind share a card, and the latest kind is first`}`,
  }
  for (const one of all) {
    const { clause, verdict } = one
    parts[cellId(clause.id)] = clauseCell({ id: clause.id, text: clause.text, verdict }, SO_FAR[verdict])
    parts[clause.id] = clauseRow(one)
  }
  const html = Object.entries(parts).map(([id, part]) => [id, part.toString()] as const)
  return { title: `${word}: Pet Store proxy`, tone, parts: Object.fromEntries(html) }
}

function cellId(clause: string): string {
  return `cell-${clause}`
}

function headlineOf(
  all: readonly ClauseTally[],
  { judged, breaches, warnings }: ProxyCounts,
): { readonly word: string; readonly tone: Tone } {
  const { broken } = totalsOf(all)
  if (broken > 0) return { word: `${counted(broken, 'clause')} broken`, tone: 'bad' }
  // Prism finds some that no clause of ours covers.
  if (breaches > 0) return { word: `${counted(breaches, 'breach', 'breaches')} found`, tone: 'bad' }
  if (warnings > 0) return { word: `${counted(warnings, 'warning')}, nothing broken so far`, tone: 'fair' }
  if (judged === 0) return { word: 'waiting for traffic', tone: 'fair' }
  return { word: 'nothing broken so far', tone: 'good' }
}

function trafficLine(counts: ProxyCounts): string {
  const { exchanges, judged, breaches, warnings, failures, own } = counts
  const others = othersOf(counts)
  return [
    `${counted(exchanges, 'request')}, ${figure(judged)} judged`,
    counted(breaches, 'breach', 'breaches'),
    counted(warnings, 'warning'),
    ...(failures > 0 ? [`${counted(failures, 'failure')} of the upstream`] : []),
    ...(own > 0 ? [`${figure(own)} answered by the proxy itself`] : []),
    ...(others > 0 ? [`${figure(others)} not judged`] : []),
  ].join(' · ')
}

function clauseRow({ clause: { id, text }, verdict, exchanges, broken }: ClauseTally): Markup {
  const count = broken > 0 ? `${figure(broken)} of ${figure(exchanges)}` : figure(exchanges)
  return markup`<th scope="row"><span class="id">${id}</span></th>
    <td class="state ${className(verdict)}"><span class="sign" aria-hidden="true">${looks[verdict].sign}</span> ${SO_FAR[verdict]}</td>
    <td>${sentence(text)}</td><td class="figure">${count}</td>`
}

const TONES = { error: 'broken', warning: 'warned', correction: 'held' } satisfies Record<
  Finding['severity'],
  string
>

/** The last finding of a kind, with its exchange. All of it may come from the service or a client. */
export function findingItem({ at, request, status, finding, kind }: ReportedFinding): Markup {
  const { severity, clause } = finding
  const text = findingText(finding)
  const isNamed = clause !== undefined && text.startsWith(clause)
  const shown = isNamed
    ? markup`<a href="#${clause}"><b>${clause}</b></a>${sentence(text.slice(clause.length))}`
    : sentence(text)
  const time = new Date(at)
  const times =
    kind.times > 1
      ? markup` <span class="times">${figure(kind.times)} times, this is the last one</span>`
      : ''
  return markup`<li class="card ${TONES[severity]}" id="kind-${kind.id}">
  <p class="exchange-line"><time datetime="${time.toISOString()}">${timeOf(at)}</time> <code>${request}</code> <span class="status">${status}</span>${times}</p>
  <p class="what">${shown}</p></li>`
}
