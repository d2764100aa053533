import { counted } from '../../../spec/wording.ts'
import { assumptionText, isContradicted } from '../model/assumptions.ts'
import { askedLine, askedRows, heldInPart, notAsked, share, shownGroups } from '../model/asked.ts'
import { countChoices } from '../model/choices.ts'
import { fates, isOutdated } from '../model/known-breaches.ts'
import { leftOutByReason } from '../model/left-out.ts'
import { EXCEPT } from '../model/text.ts'
import type { ObservedChoice, RunReport } from '../model/run-report.ts'
import { markdownCode, markdownDetails, markdownSentence, compactTable, markdownText } from './text.ts'

/** The sections on what a run does not judge. */
export function markdownFacts(report: RunReport): readonly string[] {
  return [
    ...assumed(report),
    ...drift(report),
    ...asked(report),
    ...openPoints(report),
    ...knownBreaches(report),
    ...opinions(report),
    ...leftOut(report),
    ...pets(report),
  ]
}

function assumed({ assumptions = [] }: RunReport): readonly string[] {
  if (assumptions.length === 0) return []
  const lines = assumptions.map(
    (one) => `- ${isContradicted(one) ? '⚠️ ' : ''}${markdownText(assumptionText(one))}`,
  )
  // What is contradicted is why something is not verified.
  return assumptions.some(isContradicted)
    ? ['### Assumed', lines.join('\n')]
    : [markdownDetails(`Assumed: ${assumptions.length}`, lines.join('\n'))]
}

function asked({ asked: groups = [], clauses }: RunReport): readonly string[] {
  if (groups.length === 0) return []
  const held = heldInPart(clauses)
  const rows = askedRows(shownGroups(groups)).map(({ name, parts }) => [
    name,
    parts.map((part) => `${part.name} ${share(part)}`).join(', '),
  ])
  const others = notAsked(groups).map(({ what, why }) => `- Not asked: ${what} (${markdownText(why)})`)
  const lines = [
    ...(held.length === 0 ? [] : [`- Held on a part of the classes: ${held.join(', ')}`]),
    ...others,
  ].join('\n')
  const content = [compactTable(['of', 'asked'], rows), lines].filter((part) => part !== '').join('\n\n')
  return [markdownDetails(`What was asked: ${askedLine(groups)}`, content)]
}

/** Changes are visible; the table of all open points is collapsed. */
function drift({ choices }: RunReport): readonly string[] {
  const drifted = choices.filter(({ before }) => before !== undefined)
  if (drifted.length === 0) return []
  const rows = drifted.map((choice) => [choice.id, markdownText(choice.before ?? ''), settled(choice)])
  return [
    `### Changed since the choices were saved: ${counted(drifted.length, 'open point')}`,
    compactTable(['open point', 'before', 'now'], rows),
  ]
}

function openPoints({ choices }: RunReport): readonly string[] {
  if (choices.length === 0) return []
  const rows = choices.map((choice) => [choice.id, settled(choice), markdownSentence(choice.question)])
  const summary = `Open points: ${countChoices(choices).seen} of ${choices.length} observed, none judged`
  return [markdownDetails(summary, compactTable(['open point', 'variant', 'question'], rows))]
}

function settled({ variant, detail }: ObservedChoice): string {
  if (variant === undefined) return `<em>${markdownText(detail ?? 'not observed')}</em>`
  return detail === undefined ? markdownCode(variant) : `${markdownCode(variant)}: ${markdownText(detail)}`
}

function knownBreaches({ known: breaches }: RunReport): readonly string[] {
  if (breaches.length === 0) return []
  const rows = breaches.map((breach) => [
    breach.clause,
    isOutdated(breach) ? `**${fates[breach.state]}**` : fates[breach.state],
    markdownText(breach.until),
    markdownText(breach.reason),
  ])
  return ['### Known breaches', compactTable(['clause', 'state', 'until', 'reason'], rows)]
}

function opinions({ secondOpinions }: RunReport): readonly string[] {
  return secondOpinions.map(({ tool, findings }) => {
    const heading = `Second opinion, ${markdownText(tool)}: ${counted(findings.length, 'finding')}`
    if (findings.length === 0) return heading
    const rows = findings.map(({ exchange, message }) => [`no. ${exchange}`, markdownText(message)])
    return markdownDetails(heading, compactTable(['exchange', 'message'], rows))
  })
}

function leftOut(report: RunReport): readonly string[] {
  const { length } = report.leftOut
  if (length === 0) return []
  const groups = leftOutByReason(report).map(
    ({ why, titles }) =>
      `${markdownText(why)}:\n\n${titles.map((title) => `- ${markdownText(title)}`).join('\n')}`,
  )
  return [markdownDetails(`Left out: ${counted(length, 'extra test')}`, groups.join('\n\n'))]
}

function pets({ created, perhaps, mark }: RunReport): readonly string[] {
  if (created.length + perhaps.length === 0) return []
  const maybe = perhaps.length === 0 ? '' : `; perhaps more: ${markdownText(perhaps.join('; '))}`
  return [
    `${counted(created.length, 'pet')} added, named ${markdownCode(`${mark}…`)}${EXCEPT}: ${created.map(markdownText).join(', ')}${maybe}`,
  ]
}
