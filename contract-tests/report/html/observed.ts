import { choosable } from '../../../spec/choices.ts'
import { numbersOf } from '../../../spec/variants.ts'
import { counted } from '../../../spec/wording.ts'
import { assumptionText, isContradicted } from '../model/assumptions.ts'
import { countChoices } from '../model/choices.ts'
import { fates, isOutdated } from '../model/known-breaches.ts'
import { leftOutByReason } from '../model/left-out.ts'
import { EXCEPT } from '../model/text.ts'
import type { KnownBreach, ObservedChoice, RunReport } from '../model/run-report.ts'
import { exchangeLinks, inOrder } from './exchanges.ts'
import { markup, sentence, type Markup } from './markup.ts'

/** The sections on what a run does not judge: assumptions, known breaches, open points, second opinions, tests left out, created pets. */
export function observed(report: RunReport): readonly (Markup | undefined)[] {
  return [
    assumed(report),
    knownBreaches(report),
    openPoints(report),
    opinions(report),
    leftOut(report),
    pets(report),
  ]
}

function assumed({ assumptions = [], exchanges }: RunReport): Markup | undefined {
  if (assumptions.length === 0) return undefined
  return markup`
<section aria-labelledby="assumed"><h2 id="assumed">Assumed <span class="small">${assumptions.length}</span></h2>
  <p class="small">What the service is judged under. Where something contradicts it, what rests on it is not verified.</p>
  <ul class="findings">${assumptions.map(
    (one) =>
      markup`<li>${assumptionText(one)} ${isContradicted(one) ? exchangeLinks(one.contradictedBy, exchanges) : ''}</li>`,
  )}</ul></section>`
}

function openPoints({ choices, exchanges }: RunReport): Markup | undefined {
  if (choices.length === 0) return undefined
  const rows = choices.map(
    (choice) => markup`
<tr${choice.before === undefined ? undefined : markup` class="drifted"`}><th scope="row">${choice.id}</th>
  <td>${sentence(choice.question)}</td><td>${settled(choice)}</td>
  <td>${exchangeLinks(inOrder(choice.evidence), exchanges)}</td></tr>`,
  )
  return markup`
<section aria-labelledby="open-points">
  <h2 id="open-points">Open points <span class="small">${countChoices(choices).seen} of ${choices.length} observed</span></h2>
  <p class="small">What the document leaves open. A service may settle it either way, so none of it is judged.</p>
  <table class="stacked"><thead><tr><th scope="col">open point</th><th scope="col">question</th>
    <th scope="col">this service</th><th scope="col">seen in</th></tr></thead><tbody>${rows}</tbody></table>
</section>`
}

function settled({ id, variant, detail, before }: ObservedChoice): Markup {
  if (variant === undefined) return markup`<span class="small">not observed · ${detail ?? 'no reason'}</span>`
  const meaning = [meaningOf(id, variant), detail].filter((text) => text !== undefined).join(' · ')
  return markup`<code>${variant}</code>${before === undefined ? '' : markup` <span class="was">was <code>${before}</code></span>`}
    ${meaning === '' ? '' : markup`<span class="meaning">${sentence(meaning)}</span>`}`
}

/** The meaning of a variant of an open point. Its numbers replace the capital letters in the name of the variant. */
export function meaningOf(id: string, variant: string): string | undefined {
  const point = choosable.find((one) => one.id === id)
  const entries = Object.entries(point?.variants ?? {})
  return entries.find(([name]) => numbersOf(name, variant))?.[1]
}

function knownBreaches({ known: breaches }: RunReport): Markup | undefined {
  if (breaches.length === 0) return undefined
  const rows = breaches.map(
    (breach) => markup`
<tr><th scope="row"><a href="#${breach.clause}">${breach.clause}</a></th><td>${state(breach)}</td><td>${breach.until}</td>
  <td>${breach.reason}</td></tr>`,
  )
  return markup`
<section aria-labelledby="known">
  <h2 id="known">Known breaches <span class="small">${breaches.length}</span></h2>
  <table class="stacked"><thead><tr><th scope="col">clause</th><th scope="col">state</th><th scope="col">until</th>
    <th scope="col">reason</th></tr></thead><tbody>${rows}</tbody></table>
</section>`
}

function state(breach: KnownBreach): Markup {
  const fate = fates[breach.state]
  return isOutdated(breach) ? markup`<span class="stale">${fate}</span>` : markup`${fate}`
}

function opinions({ secondOpinions, exchanges }: RunReport): Markup | undefined {
  if (secondOpinions.length === 0) return undefined
  const tools = secondOpinions.map(({ tool, findings }) => {
    const items = findings.map(
      ({ exchange, message }) => markup`<li>${exchangeLinks([exchange], exchanges)} ${message}</li>`,
    )
    return markup`<h3>${tool} <span class="small">${counted(findings.length, 'finding')}</span></h3>
      ${items.length === 0 ? '' : markup`<ul class="findings">${items}</ul>`}`
  })
  return markup`
<section aria-labelledby="opinions"><h2 id="opinions">Second opinions</h2>
  <p class="small">What other tools say of the same exchanges.</p>${tools}</section>`
}

function leftOut(report: RunReport): Markup | undefined {
  const { length } = report.leftOut
  if (length === 0) return undefined
  const groups = leftOutByReason(report).map(
    ({ why, titles }) => markup`<p class="small">${why}</p>
  <ul class="findings">${titles.map((title) => markup`<li>${title}</li>`)}</ul>`,
  )
  return markup`
<section aria-labelledby="left-out"><h2 id="left-out">Left out <span class="small">${counted(length, 'extra test')}</span></h2>
  ${groups}</section>`
}

function pets({ created, perhaps, mark }: RunReport): Markup | undefined {
  if (created.length + perhaps.length === 0) return undefined
  return markup`
<section aria-labelledby="pets"><h2 id="pets">Pets added <span class="small">${created.length}</span></h2>
  <p>Each is named <code>${mark}…</code>${EXCEPT}. The document has no way to delete them.</p>
  <p class="ids">${created.map((id) => markup`<code>${id}</code> `)}</p>
  ${perhaps.length === 0 ? '' : markup`<p>Perhaps more: ${perhaps.join('; ')}.</p>`}</section>`
}
