import { counted } from '../../../spec/wording.ts'
import { classesText } from '../model/asked.ts'
import {
  aspectOf,
  hitName,
  offenders,
  reasonsOf,
  sameBefore,
  seenIn,
  whereFrom,
  insteadOf,
} from '../model/findings.ts'
import { acceptedBreach } from '../model/known-breaches.ts'
import { repeatOf, repetitionText, statusesText } from '../model/repeat.ts'
import type {
  ClauseReport,
  ReportedBreach,
  ReportedExchange,
  RunReport,
  TestReport,
} from '../model/run-report.ts'
import { gravestFirst, looks, type Verdict } from '../model/verdict.ts'
import { exchangeAnchor, exchangeLinks, inOrder, testAnchor } from './exchanges.ts'
import { className, command, markup, sentence, type Markup } from './markup.ts'

/** All clauses, the worst first, and a filter by verdict. */
export function clausesSection(report: RunReport): Markup {
  const present = gravestFirst.filter((verdict) => report.totals[verdict] > 0)
  return markup`
<section aria-labelledby="clauses">
  <h2 id="clauses">Clauses</h2>
  <fieldset class="filter"><legend>Show</legend>
    <label><input type="radio" name="show" id="show-all" checked><span>all ${report.clauses.length}</span></label>
    ${present.map((verdict) => filter(verdict, report.totals[verdict]))}
  </fieldset>
  ${present.map((verdict) => group(verdict, report))}
</section>`
}

function filter(verdict: Verdict, count: number): Markup {
  const name = className(verdict)
  return markup`<label class="${name}"><input type="radio" name="show" id="show-${name}"><span>${verdict} ${count}</span></label>`
}

function group(verdict: Verdict, report: RunReport): Markup {
  const own = report.clauses.filter((clause) => clause.verdict === verdict)
  const { heading, remark } = looks[verdict]
  return markup`
<div class="group ${className(verdict)}">
  <h3>${heading} <span class="small">${counted(own.length, 'clause')}</span></h3>
  ${remark === undefined ? '' : markup`<p class="small">${remark}</p>`}
  ${verdict === 'not verified' ? reasons(report) : ''}
  ${own.map((clause) => clauseCard(clause, report))}
</div>`
}

function reasons(report: RunReport): Markup {
  const items = reasonsOf(report).map(({ reason, clauses }) => {
    const links = clauses.map(
      (hit, index) => markup`${index === 0 ? '' : ', '}<a href="#${hit.clause.id}">${hitName(hit)}</a>`,
    )
    return markup`<dt>${reason}</dt><dd>${links}</dd>`
  })
  return markup`<dl class="reasons">${items}</dl>`
}

/** A clause with the words it comes from and all of its tests; open from the start where there is something to mend. */
function clauseCard(clause: ClauseReport, report: RunReport): Markup {
  const { id, verdict, text, level } = clause
  const open = verdict === 'broken' || verdict === 'error' || verdict === 'warned' ? markup` open` : undefined
  const accepted = acceptedBreach(report, clause)
  const classes = classesText(clause)
  return markup`
<details class="card ${className(verdict)}"${open}>
  <summary><span class="sign" title="${verdict}">${looks[verdict].sign}</span><b class="id">${id}</b>
    <span class="text">${sentence(text)}</span>${classes === undefined ? '' : markup` <span class="small classes">${verdict}: ${classes}</span>`}</summary>
  <div class="inside" id="${id}">
    ${words(clause)}
    ${accepted && markup`<p class="remark">Known, and accepted until ${accepted.until}: ${accepted.reason}</p>`}
    <ol class="tests">${worstFirst(clause.tests).map(({ test, index }) => testItem(clause, test, index, report))}</ol>
    <p class="small">${level === 'must' ? 'must' : 'should: breaking it is a warning'} · binds ${clause.operations.join(', ')}</p>
  </div>
</details>`
}

/** Places in the page are named for a test's place in the report, wherever it is shown. */
function worstFirst(tests: readonly TestReport[]): readonly { test: TestReport; index: number }[] {
  const numbered = tests.map((test, index) => ({ test, index }))
  return numbered.sort(
    (one, other) => gravestFirst.indexOf(one.test.verdict) - gravestFirst.indexOf(other.test.verdict),
  )
}

function testItem(clause: ClauseReport, test: TestReport, index: number, report: RunReport): Markup {
  const { verdict, breach } = test
  const aspect = aspectOf(test, clause) || (clause.tests.length > 1 ? 'the clause itself' : '')
  const same = sameBefore(test, clause)
  const detail =
    same === undefined ? test.detail : `the same as: ${aspectOf(same, clause) || 'the clause itself'}`
  const why = detail === undefined ? undefined : markup`<p class="why">${detail}</p>`
  return markup`
<li class="test ${className(verdict)}" id="${testAnchor(clause, index)}">
  <p><span class="sign" aria-hidden="true">${looks[verdict].sign}</span> <strong>${verdict}</strong>${
    aspect === '' ? undefined : markup` · ${sentence(aspect)}`
  }</p>
  ${why}${same === undefined ? breach && breachList(clause, breach, report) : undefined}${lookedAt(test, report)}
</li>`
}

function breachList({ id }: ClauseReport, breach: ReportedBreach, report: RunReport): Markup {
  const { exchanges } = report
  const [instead, tried] = [insteadOf(breach), repetitionText(breach)]
  const exchange = exchanges.find((one) => one.id === breach.exchange)
  const repeat = repeatOf(report, id, breach) ?? exchange?.curl ?? ''
  const statuses = statusesText(repeat)
  const lawful = breach.expected.map(
    (one, index) => markup`<dd class="exact">${index === 0 ? '' : markup`<i>or</i> `}${sentence(one)}</dd>`,
  )
  const seen = seenIn(report, id, breach).map(
    ({ label, what, exchanges: ids, curl }) =>
      markup`<dt>${label}</dt><dd><span class="exact">${what}</span> · ${exchangeLinks(ids, exchanges)}</dd>${
        curl === undefined || curl === exchange?.curl ? '' : markup`<dt>repeat</dt><dd>${command(curl)}</dd>`
      }`,
  )
  return markup`
<dl class="breach">
  <dt>expected</dt>${lawful}
  <dt>actual</dt><dd class="actual exact">${breach.actual}</dd>
  ${instead === '' ? undefined : markup`<dt>instead</dt><dd>${instead} may be broken</dd>`}
  ${exchange && markup`<dt>exchange</dt><dd>${exchangeLink(exchange)}</dd>${tried === undefined ? undefined : markup`<dt>tried</dt><dd>${tried}</dd>`}<dt>repeat</dt><dd>${command(repeat)}${statuses === undefined ? undefined : markup`<p>${statuses}</p>`}</dd>`}
  ${seen}
</dl>`
}

function exchangeLink({ id, method, path, status }: ReportedExchange): Markup {
  return markup`<a href="#${exchangeAnchor(id)}">#${id} <code>${method} ${path}</code> → ${status}</a>`
}

/** The evidence, unless the breach has shown it all. */
function lookedAt({ breach, evidence }: TestReport, { exchanges }: RunReport): Markup | undefined {
  if (evidence.length === 0) return markup`<p class="small">no exchange</p>`
  if (breach && evidence.every((id) => offenders(breach).includes(id))) return undefined
  return markup`<div class="small">looked at ${exchangeLinks(inOrder(evidence), exchanges)}</div>`
}

/** The words that a clause comes from, quoted; a row of a table as a row. */
function words(clause: ClauseReport): Markup {
  const from = whereFrom(clause)
  return from.kind === 'document'
    ? markup`<blockquote>${quoted(from.words)}<cite>the document, ${from.section}</cite></blockquote>`
    : markup`<p class="small">Not in the document; asked for by ${from.name}.</p>`
}

function quoted(text: string): Markup {
  if (!/^\|.*\|$/.test(text)) return markup`<p>${sentence(text.replace(/^#+ /, ''))}</p>`
  const cells = text.slice(1, -1).split('|')
  return markup`<p class="row">${cells.map((cell) => markup`<span>${sentence(cell.trim())}</span>`)}</p>`
}
