import { acceptedBreach, aspectOf } from '../model/findings.ts'
import type { ClauseReport, ReportedExchange, RunReport, TestReport } from '../model/run-report.ts'
import { gravestFirst, looks } from '../model/verdict.ts'
import { command } from './command.ts'
import { markup, type Markup } from './markup.ts'
import { className, exchangeAnchor, exchangeLinks, testAnchor } from './names.ts'
import { sentence } from './sentence.ts'
import { words } from './words.ts'

/** A clause with the words it comes from and all of its tests; open from the start where there is something to mend. */
export function clauseCard(clause: ClauseReport, report: RunReport): Markup {
  const { id, verdict, text, level } = clause
  const open = verdict === 'broken' || verdict === 'error' || verdict === 'warned' ? markup` open` : undefined
  const accepted = acceptedBreach(report, clause)
  return markup`
<details class="card ${className(verdict)}"${open}>
  <summary><span class="sign" title="${verdict}">${looks[verdict].sign}</span><b class="id">${id}</b>
    <span class="text">${sentence(text)}</span></summary>
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
  const { verdict, detail, breach } = test
  const aspect = aspectOf(test, clause)
  const why = detail === undefined ? undefined : markup`<p class="why">${detail}</p>`
  return markup`
<li class="test ${className(verdict)}" id="${testAnchor(clause, index)}">
  <p><span class="sign" aria-hidden="true">${looks[verdict].sign}</span> <strong>${verdict}</strong>${
    aspect === '' ? undefined : markup` · ${sentence(aspect)}`
  }</p>
  ${why}${breach && breachList(breach, report)}${lookedAt(test, report)}
</li>`
}

function breachList(breach: NonNullable<TestReport['breach']>, { exchanges }: RunReport): Markup {
  const exchange = exchanges.find(({ id }) => id === breach.exchange)
  const lawful = breach.expected.map(
    (one, index) => markup`<dd>${index === 0 ? '' : markup`<i>or</i> `}${one}</dd>`,
  )
  return markup`
<dl class="breach">
  <dt>expected</dt>${lawful}
  <dt>came</dt><dd class="came">${breach.actual}</dd>
  ${exchange && markup`<dt>exchange</dt><dd>${exchangeLink(exchange)}</dd><dt>repeat</dt><dd>${command(exchange.curl)}</dd>`}
</dl>`
}

function exchangeLink({ id, method, path, status }: ReportedExchange): Markup {
  return markup`<a href="#${exchangeAnchor(id)}">#${id} <code>${method} ${path}</code> → ${status}</a>`
}

/** The evidence, unless the breach has shown it all. */
function lookedAt({ breach, evidence }: TestReport, { exchanges }: RunReport): Markup | undefined {
  if (evidence.length === 0) return markup`<p class="small">no exchange</p>`
  if (breach && evidence.every((id) => id === breach.exchange)) return undefined
  return markup`<p class="small">looked at ${exchangeLinks(evidence, exchanges)}</p>`
}
