import { counted, printable } from '../../../spec/wording.ts'
import { assumptionText, isContradicted } from '../model/assumptions.ts'
import { askedLine, askedRows, heldInPart, notAsked, shownGroups } from '../model/asked.ts'
import { countChoices } from '../model/choices.ts'
import { fates, isOutdated } from '../model/known-breaches.ts'
import { leftOutByReason } from '../model/left-out.ts'
import type { Assumption, ObservedChoice, RunReport } from '../model/run-report.ts'
import { EXCEPT } from '../model/text.ts'
import { headed, wrap, type Paint } from './lines.ts'

/** The sections on what a run does not judge, each as lines under its heading; a section may be empty. */
export function facts(report: RunReport, paint: Paint, columns: number): readonly (readonly string[])[] {
  return [
    openPoints(report, paint, columns),
    asked(report, paint, columns),
    leftOut(report, paint, columns),
    pets(report, paint, columns),
    knownBreaches(report, paint, columns),
    ...secondOpinions(report, paint, columns),
    assumed(report, paint, columns),
  ]
}

function assumed({ assumptions = [] }: RunReport, paint: Paint, columns: number): readonly string[] {
  if (assumptions.length === 0) return []
  // Those of a run are short; what a recording is judged under is not.
  const isShort = (one: Assumption): boolean => one.clauses.length > 0 && !isContradicted(one)
  const short = assumptions.filter(isShort).map(assumptionText).join(' ')
  const long = assumptions.filter((one) => !isShort(one)).map(assumptionText)
  return [
    paint('bold', `ASSUMED  ${assumptions.length}`),
    ...[...long, ...(short === '' ? [] : [short])].flatMap((text) => indented(text, columns)),
  ]
}

function asked({ asked: groups = [], clauses }: RunReport, paint: Paint, columns: number): readonly string[] {
  if (groups.length === 0) return []
  const held = heldInPart(clauses)
  const rows = [
    ...askedRows(shownGroups(groups)).map(({ name, parts }) => ({
      name,
      text: whole(parts.map((part) => `${part.name} ${part.asked}/${part.of}`)),
    })),
    ...(held.length === 0 ? [] : [{ name: 'held', text: `${whole(held)} classes asked` }]),
    ...notAsked(groups).map(({ what, why }, at) => ({
      name: at === 0 ? 'not asked' : '',
      text: `${what}: ${why}`,
    })),
  ]
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2
  return [
    ...wrap(whole(`ASKED  ${askedLine(groups)}`.split(', ')), columns).map((line) => {
      return paint('bold', line.replaceAll(UNBROKEN, ' '))
    }),
    ...rows.flatMap(({ name, text }) =>
      wrap(text, columns - width - 2).map((line, at) => {
        return `  ${(at === 0 ? name : '').padEnd(width)}${line.replaceAll(UNBROKEN, ' ')}`
      }),
    ),
  ]
}

const UNBROKEN = '\u00a0'

/** A list of phrases none of which is broken between lines. */
function whole(phrases: readonly string[]): string {
  return phrases.map((phrase) => phrase.replaceAll(' ', UNBROKEN)).join(', ')
}

function openPoints({ choices }: RunReport, paint: Paint, columns: number): readonly string[] {
  if (choices.length === 0) return []
  const { seen, changed } = countChoices(choices)
  const change = changed === 0 ? '' : `, ${changed} changed`
  const width = Math.max(...choices.map(({ id }) => id.length)) + 2
  const lines = (choice: ObservedChoice): readonly string[] => {
    const { text, style } = settled(choice)
    return wrap(printable(text), columns - width - 2).map((line, at) => {
      const name = (at === 0 ? choice.id : '').padEnd(width)
      return `  ${name}${style === undefined ? line : paint(style, line)}`
    })
  }
  const reasons = [...Map.groupBy(choices.filter(isUnseen), ({ detail = 'not observed' }) => detail)]
  const alike = reasons.filter(([, own]) => own.length > 1)
  const together = new Set(alike.flatMap(([, own]) => own))
  return [
    paint('bold', `OPEN POINTS  ${seen} of ${choices.length} observed, none judged${change}`),
    ...choices.filter((choice) => !together.has(choice)).flatMap(lines),
    ...alike.flatMap(([why, own]) => [
      ...wrap(printable(`– ${why}`), columns - 2).map((line) => paint('dim', `  ${line}`)),
      ...wrap(own.map(({ id }) => id).join(', '), columns - 4).map((line) => `    ${line}`),
    ]),
  ]
}

function isUnseen({ variant }: ObservedChoice): boolean {
  return variant === undefined
}

function settled({ variant, detail, before }: ObservedChoice): { text: string; style?: 'dim' | 'yellow' } {
  if (variant === undefined) return { text: `– ${detail ?? 'not observed'}`, style: 'dim' }
  const text = detail === undefined ? variant : `${variant}: ${detail}`
  return before === undefined
    ? { text }
    : { text: `${variant} (was ${before})${text.slice(variant.length)}`, style: 'yellow' }
}

function leftOut(report: RunReport, paint: Paint, columns: number): readonly string[] {
  const { length } = report.leftOut
  if (length === 0) return []
  const heading = paint('bold', `LEFT OUT  ${counted(length, 'extra test')}`)
  const lines = leftOutByReason(report).flatMap(({ why, titles }) => [`${why}:`, ...titles])
  return [heading, ...lines.flatMap((text) => indented(printable(text), columns))]
}

function pets({ created, perhaps, mark }: RunReport, paint: Paint, columns: number): readonly string[] {
  if (created.length + perhaps.length === 0) return []
  const heading = `${counted(created.length, 'pet')}, named ${printable(mark)}…${EXCEPT}`
  const maybe = perhaps.length === 0 ? [] : [`perhaps more: ${perhaps.join('; ')}`]
  const texts = [...(created.length === 0 ? [] : [created.join(', ')]), ...maybe]
  return [
    ...headed('ADDED', heading, paint, columns),
    ...texts.flatMap((text) => indented(printable(text), columns)),
  ]
}

function knownBreaches({ known: breaches }: RunReport, paint: Paint, columns: number): readonly string[] {
  if (breaches.length === 0) return []
  const lines = breaches.flatMap((breach) => {
    const text = `${breach.clause} ${fates[breach.state]} (until ${breach.until}: ${printable(breach.reason)})`
    const [head = '', ...rest] = wrap(text, columns - 2)
    return [`  ${isOutdated(breach) ? paint('red', head) : head}`, ...rest.map((line) => `    ${line}`)]
  })
  return [paint('bold', `KNOWN BREACHES  ${breaches.length}`), ...lines]
}

function secondOpinions(
  { secondOpinions: all }: RunReport,
  paint: Paint,
  columns: number,
): readonly string[][] {
  return all.map(({ tool, findings }) => [
    ...headed('SECOND OPINION', `${printable(tool)}: ${counted(findings.length, 'finding')}`, paint, columns),
    ...findings.flatMap(({ exchange, message }) => indented(`#${exchange} ${printable(message)}`, columns)),
  ])
}

function indented(text: string, columns: number): readonly string[] {
  return wrap(text, columns - 2).map((line) => `  ${line}`)
}
