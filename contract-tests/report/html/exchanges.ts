import { counted } from '../../../spec/wording.ts'
import { aspectOf, offenders } from '../model/findings.ts'
import type { ClauseReport, ReportedExchange, RunReport, TestReport } from '../model/run-report.ts'
import { gravestFirst } from '../model/verdict.ts'
import { className, command, Markup, markup } from './markup.ts'

/** The name of a test's place in the page: its place in the report, wherever it is shown. */
export function testAnchor({ id }: ClauseReport, index: number): string {
  return `${id}.${index + 1}`
}

/** The name of an exchange's place in the page. */
export function exchangeAnchor(id: number): string {
  return `exchange-${id}`
}

const FEW = 12

/** Links to exchanges; a number that the report does not hold is no link. */
export function exchangeLinks(
  ids: readonly number[],
  exchanges: readonly ReportedExchange[],
): Markup | undefined {
  if (ids.length === 0) return undefined
  const links = ids.map((id) => {
    const exchange = exchanges.find((one) => one.id === id)
    return exchange ? markup` ${exchangeLink(id)}` : markup` <span>#${id}</span>`
  })
  if (ids.length <= FEW) return markup`<span class="links">${links}</span>`
  return markup`<details class="links"><summary>${counted(ids.length, 'exchange')}</summary>${links}</details>`
}

/** The script says what each of them leads to, for a report has tens of thousands. */
function exchangeLink(id: number): Markup {
  return markup`<a href="#${exchangeAnchor(id)}">#${id}</a>`
}

/** The ids of exchanges as they were sent, where none of them stands for the others. */
export function inOrder(ids: readonly number[]): readonly number[] {
  return ids.toSorted((one, other) => one - other)
}

/** A test that looked at an exchange, and its place in the page. */
interface Looker {
  readonly clause: ClauseReport
  readonly test: TestReport
  readonly anchor: string
}

/** The exchanges of a run, each with the tests that looked at it. */
export function exchangesSection({ clauses, exchanges }: RunReport): Markup {
  const lookers = new Map<number, Looker[]>()
  for (const clause of clauses) {
    for (const [index, test] of clause.tests.entries()) {
      const looker = { clause, test, anchor: testAnchor(clause, index) }
      for (const id of new Set(test.evidence)) lookers.set(id, [...(lookers.get(id) ?? []), looker])
    }
  }
  const shown = new Map<string, number>()
  const cards = exchanges.map((exchange) => {
    const { id, body } = exchange
    const first = body.length < LONG ? undefined : shown.get(body)
    if (first === undefined) shown.set(body, id)
    return exchangeCard(exchange, lookers.get(id) ?? [], first)
  })
  return markup`<section aria-labelledby="exchanges">
  <h2 id="exchanges">Exchanges <span class="small">${exchanges.length}</span></h2>
  ${cards}
</section>`
}

// Most of what a run reads are the same lists again and again.
const LONG = 300

/** `first` has shown the same body, which only an exchange that is blamed shows once more. */
function exchangeCard(
  exchange: ReportedExchange,
  lookers: readonly Looker[],
  first: number | undefined,
): Markup {
  const { id, method, path, status, curl, headers } = exchange
  const blamed = lookers.filter(({ test }) => test.breach && offenders(test.breach).includes(id))
  const worst = gravestFirst.find((verdict) => blamed.some(({ test }) => test.verdict === verdict))
  const head = [`${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  )
  return markup`
<details class="card exchange${worst === undefined ? '' : ` ${className(worst)}`}">
  <summary><b class="number">#${id}</b><span class="request"><b>${method}</b> ${path}</span>
    <span class="status s${String(status).slice(0, 1)}">${status}</span></summary>
  <div class="inside" id="${exchangeAnchor(id)}">
    <h4>Request</h4>${command(curl)}
    <h4>Reply</h4>${Markup.preformatted(head)}
    ${bodyOf(exchange, worst === undefined ? first : undefined)}
    ${lookers.length > 0 ? lookersList(lookers) : ''}
  </div>
</details>`
}

function bodyOf({ body }: ReportedExchange, first: number | undefined): Markup {
  if (body === '') return markup`<p class="small">no body</p>`
  if (first === undefined) return Markup.preformatted(body)
  return markup`<p class="small">the same body as that of ${exchangeLink(first)}</p>`
}

function lookersList(lookers: readonly Looker[]): Markup {
  const items = lookers.map(({ clause, test, anchor }) => {
    const aspect = aspectOf(test, clause)
    const kind = test.verdict === 'held' ? '' : markup` class="${className(test.verdict)}"`
    return markup`<li${kind}><a href="#${anchor}">${clause.id}${aspect === '' ? '' : ` · ${aspect}`}</a>`
  })
  return markup`<h4>Looked at by</h4><ul class="lookers held">${items}</ul>`
}
