import { aspectOf } from '../model/findings.ts'
import type { ClauseReport, ReportedExchange, RunReport, TestReport } from '../model/run-report.ts'
import { looks } from '../model/verdict.ts'
import { command } from './command.ts'
import { markup, type Markup } from './markup.ts'
import { className, exchangeAnchor, testAnchor } from './names.ts'

/** A test that looked at an exchange, and where it stands in the page. */
interface Looker {
  readonly clause: ClauseReport
  readonly test: TestReport
  readonly anchor: string
}

/** The exchanges of a run, each with the tests that looked at it. */
export function exchangeCards({ clauses, exchanges }: RunReport): readonly Markup[] {
  const lookers = new Map<number, Looker[]>()
  for (const clause of clauses) {
    for (const [index, test] of clause.tests.entries()) {
      const looker = { clause, test, anchor: testAnchor(clause, index) }
      for (const id of new Set(test.evidence)) lookers.set(id, [...(lookers.get(id) ?? []), looker])
    }
  }
  return exchanges.map((exchange) => exchangeCard(exchange, lookers.get(exchange.id) ?? []))
}

function exchangeCard(exchange: ReportedExchange, lookers: readonly Looker[]): Markup {
  const { id, method, path, status, curl, headers, body } = exchange
  const worst = lookers.find(({ test }) => test.breach?.exchange === id)?.test.verdict
  const head = [`${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  )
  return markup`
<details class="card exchange${worst === undefined ? '' : ` ${className(worst)}`}">
  <summary><b class="number">#${id}</b><span class="request"><b>${method}</b> ${path}</span>
    <span class="status s${String(status).slice(0, 1)}">${status}</span></summary>
  <div class="inside" id="${exchangeAnchor(id)}">
    <h4>Request</h4>${command(curl)}
    <h4>Reply</h4><pre class="reply" tabindex="0">${head}</pre>
    ${body === '' ? markup`<p class="small">no body</p>` : markup`<pre class="reply" tabindex="0">${body}</pre>`}
    ${lookers.length > 0 ? lookersList(lookers) : ''}
  </div>
</details>`
}

function lookersList(lookers: readonly Looker[]): Markup {
  const items = lookers.map(({ clause, test, anchor }) => {
    const aspect = aspectOf(test, clause)
    return markup`<li class="${className(test.verdict)}"><a href="#${anchor}"><span class="sign">${looks[test.verdict].sign}</span>
      ${clause.id}${aspect === '' ? '' : ` · ${aspect}`}</a></li>`
  })
  return markup`<h4>Looked at by</h4><ul class="lookers">${items}</ul>`
}
