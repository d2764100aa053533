import { printable } from '../../../spec/wording.ts'
import { adviceOf, conclusionOf, isFailedByChoices, warningOf } from '../model/conclusion.ts'
import { aspectOf, faultsOf, findingsOf, type Finding } from '../model/findings.ts'
import { fates, isOutdated } from '../model/known-breaches.ts'
import { shortCommand } from '../model/repeat.ts'
import type { KnownBreach, RunReport } from '../model/run-report.ts'
import { oneLine } from '../model/text.ts'

/** A message that GitHub Actions shows beside a run, and at a line of a file if it has one. */
interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
  /** The command that repeats what the message says, whole: GitHub shows 4,096 characters of a message. */
  readonly repeat?: string | undefined
  readonly at?: KnownBreach['at']
}

/**
 * The report as workflow commands of GitHub Actions, a line each. What fails the run comes first: GitHub shows ten errors and
 * ten warnings of a step. A known breach is annotated at its line of the file.
 */
export function annotationsReport(report: RunReport): string {
  const broken = findingsOf(report, 'broken').filter(({ accepted }) => accepted === undefined)
  const annotations = [
    ...report.known.filter(isOutdated).map(describeKnownBreach),
    ...shortfall(report),
    ...broken.map((finding) => breach('error', finding)),
    ...faultsOf(report).map(({ clause, test }) => ({
      level: 'error' as const,
      title: `${clause.id}: a fault of the suite itself`,
      message: test.detail ?? 'no reason given',
    })),
    ...drift(report),
    ...warned(report),
    ...findingsOf(report, 'warned').map((finding) => breach('warning', finding)),
    ...report.known.filter((one) => !isOutdated(one)).map(describeKnownBreach),
  ]
  return annotations.map(command).join('')
}

function breach(
  level: 'error' | 'warning',
  { clause, test, expected, actual, instead, repeat, tried }: Finding,
): Annotation {
  const aspect = aspectOf(test, clause)
  return {
    level,
    title: `${clause.id}${aspect === '' ? '' : ` ${aspect}`}`,
    message: [
      clause.text,
      `expected: ${expected.join(', or ')}`,
      `actual: ${actual}`,
      ...(instead === '' ? [] : [`${instead} may be broken instead`]),
      ...(tried === undefined ? [] : [`tried: ${tried}`]),
    ].join('\n'),
    repeat,
  }
}

function describeKnownBreach(breach: KnownBreach): Annotation {
  const { clause, state, until, reason, at } = breach
  return {
    level: isOutdated(breach) ? 'error' : 'notice',
    title: `${clause} is a known breach`,
    message: `${clause} ${fates[state]}. Until ${until}: ${reason}`,
    ...(at && { at }),
  }
}

/** Open points whose variant has changed. */
function drift(report: RunReport): readonly Annotation[] {
  const level = isFailedByChoices(report) ? 'error' : 'warning'
  return report.choices.flatMap(({ id, before, variant, detail }): readonly Annotation[] => {
    if (before === undefined) return []
    const now = [variant, detail].filter((part) => part !== undefined).join(': ')
    return [{ level, title: `${id} is not settled as before`, message: `before: ${before}\nnow: ${now}` }]
  })
}

function shortfall(report: RunReport): readonly Annotation[] {
  const message = adviceOf(report)
  return message === undefined ? [] : [{ level: 'error', title: conclusionOf(report).word, message }]
}

function warned(report: RunReport): readonly Annotation[] {
  const message = warningOf(report)
  return message === undefined ? [] : [{ level: 'warning', title: 'Whole replies are shown', message }]
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
function command({ level, title, message, repeat, at }: Annotation): string {
  const properties = [
    ...(at ? [`file=${inProperty(at.file)}`, `line=${at.line}`] : []),
    `title=${inProperty(oneLine(title))}`,
  ]
  const curl = repeat === undefined ? [] : [`repeat: ${printable(shortCommand(repeat))}`]
  const lines = [...message.split('\n').map(oneLine), ...curl].join('\n')
  return `::${level} ${properties.join(',')}::${inMessage(lines)}\n`
}

function inMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
