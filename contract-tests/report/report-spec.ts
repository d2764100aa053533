import { didYouMean } from '../../spec/index.ts'
import { ReportError } from './report-error.ts'

export const reportKinds = ['junit', 'json', 'html', 'markdown'] as const
export type ReportKind = (typeof reportKinds)[number]

/** A report that is asked for, and the file that it goes to. */
export interface ReportSpec {
  readonly kind: ReportKind
  readonly path: string
}

/** Reads `junit=out.xml` and the like; throws a ReportError for what is no such thing, and for a file asked for twice. */
export function parseReportSpecs(texts: readonly string[]): readonly ReportSpec[] {
  const specs = texts.map(parseReportSpec)
  const twice = specs.find(({ path }, index) => specs.findIndex((one) => one.path === path) < index)
  if (twice) throw new ReportError(`Two reports cannot go to one file, ${twice.path}.`)
  return specs
}

function parseReportSpec(text: string): ReportSpec {
  const [kind = '', ...rest] = text.split('=')
  const path = rest.join('=').trim()
  if (!isReportKind(kind)) throw new ReportError(unknownKind(kind))
  if (path === '') throw new ReportError(`Say which file the ${kind} report goes to: ${kind}=FILE.`)
  return { kind, path }
}

function isReportKind(text: string): text is ReportKind {
  return reportKinds.some((kind) => kind === text)
}

function unknownKind(kind: string): string {
  return `There is no ${kind} report.${didYouMean(kind, reportKinds)} Write KIND=FILE, with one of ${reportKinds.join(', ')}.`
}
