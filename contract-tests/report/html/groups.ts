import { counted } from '../../../spec/index.ts'
import { hitName, reasonsOf } from '../model/findings.ts'
import type { RunReport } from '../model/run-report.ts'
import { gravestFirst, looks, type Verdict } from '../model/verdict.ts'
import { clauseCard } from './clause-card.ts'
import { markup, type Markup } from './markup.ts'
import { className } from './names.ts'

/** All clauses, the worst first, and a filter by verdict. */
export function groups(report: RunReport): Markup {
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
