import { counted } from '../../../spec/wording.ts'
import {
  askedLine,
  countAsked,
  isAsked,
  notAsked,
  share,
  shownGroups,
  type AskedCell,
  type AskedGroup,
} from '../model/asked.ts'
import type { RunReport } from '../model/run-report.ts'
import { markup, type Markup } from './markup.ts'

/** What was asked, of all that can be, as a map: the more requests asked something, the darker it is. */
export function askedSection({ asked: groups = [] }: RunReport): Markup | undefined {
  if (groups.length === 0) return undefined
  const shown = shownGroups(groups)
  const operations = Map.groupBy(
    shown.filter(({ kind }) => kind === 'classes'),
    ({ of }) => of,
  )
  const reasons = notAsked(groups).map(({ what, why }) => markup`<li>${what}: ${why}</li>`)
  return markup`
<section aria-labelledby="asked"><h2 id="asked">What was asked <span class="small">${askedLine(groups)}</span></h2>
  <p class="small">Of each class of values, of each two in one request, of each two requests in a row, and of each two at once: how many requests asked it.
    An empty place was not asked.</p>
  ${Array.from(operations, ([operation, own]) => valuesOf(operation, own))}
  ${matrices('In one request', 'in one request', shown)}
  ${matrices('One after the other', 'transitions', shown)}
  ${matrices('At once', 'at once', shown)}
  ${reasons.length === 0 ? '' : markup`<h3>Not asked</h3><ul class="findings">${reasons}</ul>`}
</section>`
}

/** The classes of the inputs of one operation: a row for each input. */
function valuesOf(operation: string, groups: readonly AskedGroup[]): Markup {
  const rows = groups.map(({ input, cells }) => {
    const places = cells.map((cell) => place(cell, `${cell.name}: ${inWords(cell)}`))
    const [met, missing] = [cells.filter(isAsked), cells.filter((cell) => !isAsked(cell))]
    const names = markup`<details class="names"><summary>${missing.length === 0 ? 'all asked' : `not asked: ${missing.length}`}</summary>
      ${missing.map(({ name }) => markup`<code>${name}</code> `)}
      <p>asked: ${met.map(({ name, requests }) => markup`<code>${name}</code> ${requests}× `)}</p></details>`
    return markup`<tr><th scope="row">${input}</th><td>${share(countAsked(cells))}</td>
      <td><span class="heat" role="img" aria-label="${input}: ${share(countAsked(cells))} asked">${places}</span>${names}</td></tr>`
  })
  return markup`<h3>${operation}</h3>
  <table class="stacked values"><thead><tr><th scope="col">input</th><th scope="col">asked</th>
    <th scope="col">classes of values</th></tr></thead><tbody>${rows}</tbody></table>`
}

function place({ requests }: AskedCell, title: string): Markup {
  return markup`<span class="place heat-${heatOf(requests)}" title="${title}">${requests || ''}</span>`
}

function matrices(
  heading: string,
  kind: AskedGroup['kind'],
  groups: readonly AskedGroup[],
): Markup | undefined {
  const own = groups.filter((group) => group.kind === kind)
  if (own.length === 0) return undefined
  return markup`<h3>${heading}</h3><div class="matrices">${own.map(matrix)}</div>`
}

/** Pairs of requests as a table: the first of each names its row. */
function matrix({ of, cells }: AskedGroup): Markup {
  const [befores, names] = [
    distinct(cells.map(({ beside = '' }) => beside)),
    distinct(cells.map(({ name }) => name)),
  ]
  const rows = befores.map((before) => {
    const row = names.map((name) => {
      const cell = cells.find((one) => one.beside === before && one.name === name)
      if (cell === undefined) return markup`<td class="none"></td>`
      return markup`<td class="heat-${heatOf(cell.requests)}" title="${before}, ${name}: ${inWords(cell)}">${cell.requests || '·'}</td>`
    })
    return markup`<tr><th scope="row">${before}</th>${row}</tr>`
  })
  return markup`
<div class="scrolls" tabindex="0" role="region" aria-label="${of}"><table class="matrix">
  <caption>${of} <span class="small">${share(countAsked(cells))}</span></caption>
  <thead><tr><td></td>${names.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

function inWords({ requests, leftOut }: AskedCell): string {
  if (requests > 0) return counted(requests, 'request')
  return leftOut === undefined ? 'not asked' : `not asked, ${leftOut}`
}

// From so many requests on.
const HEATS = [1, 2, 5, 20]

function heatOf(requests: number): number {
  return HEATS.filter((least) => requests >= least).length
}
