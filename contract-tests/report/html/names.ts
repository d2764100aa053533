import { counted } from '../../../spec/index.ts'
import type { ClauseReport, ReportedExchange } from '../model/run-report.ts'
import type { Verdict } from '../model/verdict.ts'
import { markup, type Markup } from './markup.ts'

/** A verdict as a class of the style sheet. */
export function className(verdict: Verdict): string {
  return verdict.replace(' ', '-')
}

/** The name of a test's place in the page. */
export function testAnchor({ id }: ClauseReport, index: number): string {
  return `${id}.${index + 1}`
}

/** The name of an exchange's place in the page. */
export function exchangeAnchor(id: number): string {
  return `exchange-${id}`
}

/** Links to exchanges; a number that the report does not hold is no link. */
export function exchangeLinks(
  ids: readonly number[],
  exchanges: readonly ReportedExchange[],
): Markup | undefined {
  if (ids.length === 0) return undefined
  const links = ids.map((id) => {
    const exchange = exchanges.find((one) => one.id === id)
    if (!exchange) return markup` <span class="link">#${id}</span>`
    const what = `${exchange.method} ${exchange.path} → ${exchange.status}`
    return markup` <a class="link" href="#${exchangeAnchor(id)}" title="${what}">#${id}</a>`
  })
  if (ids.length <= FEW) return markup`<span class="links">${links}</span>`
  return markup`<details class="links"><summary>${counted(ids.length, 'exchange')}</summary>${links}</details>`
}

const FEW = 12
