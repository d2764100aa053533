import { didYouMean, printable } from '../../spec/wording.ts'
import type { RunReport } from './model/run-report.ts'
import { oneLine } from './model/text.ts'
import {
  checkWritable,
  type FileSystem,
  isSameFile,
  removeWritten,
  savedTo,
  whyNotWritten,
  writeWhole,
} from './write-whole.ts'

// Each form loads when it is asked for.
const writers = {
  junit: async () => (await import('./junit/junit.ts')).junitReport,
  json: async () => (await import('./json/json.ts')).jsonReport,
  html: async () => (await import('./html/html.ts')).htmlReport,
  markdown: async () => (await import('./markdown/markdown.ts')).markdownReport,
  annotations: async () => (await import('./annotations/annotations.ts')).annotationsReport,
}

export type ReportKind = keyof typeof writers
export const reportKinds = Object.keys(writers) as readonly ReportKind[]

/** A report that is asked for, and the file that it goes to. */
export interface ReportSpec {
  readonly kind: ReportKind
  readonly path: string
  /** The permissions that an earlier one had there. */
  readonly mode?: number | undefined
}

/** A report that was asked for wrongly or cannot be written; the message is one line that says what to do about it. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}

/** Reads `junit=out.xml` and the like; throws a ReportError for what is no such thing. */
export function parseReportSpecs(texts: readonly string[]): readonly ReportSpec[] {
  return texts.map(parseReportSpec)
}

/** A file that a command reads or writes beside its reports, and the flag that names it. */
export interface FlagFile {
  readonly flag: string
  readonly path: string
}

/**
 * Rejects with a ReportError where a report would go to the file of another one, or of another flag, however the paths are written. To be
 * called before `removeReports`, which would take that file away.
 */
export async function refuseSharedFiles(
  specs: readonly ReportSpec[],
  others: readonly FlagFile[] = [],
): Promise<void> {
  for (const [index, { kind, path }] of specs.entries()) {
    for (const earlier of specs.slice(0, index)) {
      if (path === earlier.path || (await isSameFile(path, earlier.path)))
        throw new ReportError(oneLine(`Two reports cannot go to one file, ${path}.`))
    }
    for (const other of others) {
      if (await isSameFile(path, other.path))
        throw new ReportError(
          oneLine(
            `${other.flag} and --report ${kind}=${path} name one file. Name another file for the report.`,
          ),
        )
    }
  }
}

/** The reports that would not replace a file, however its path is written. */
export async function reportsBeside(
  path: string,
  specs: readonly ReportSpec[],
): Promise<readonly ReportSpec[]> {
  const isBeside = await Promise.all(specs.map(async (spec) => !(await isSameFile(spec.path, path))))
  return specs.filter((_spec, index) => isBeside[index])
}

// How the files of some end.
const ENDINGS = new Map<string, ReportKind>([
  ['xml', 'junit'],
  ['htm', 'html'],
  ['md', 'markdown'],
])

function parseReportSpec(text: string): ReportSpec {
  const [name = '', ...rest] = text.split('=')
  const path = rest.join('=').trim()
  const kind = reportKinds.find((one) => one === name)
  if (kind === undefined) {
    const meant = ENDINGS.get(name)
    const hint = meant === undefined ? didYouMean(name, reportKinds) : ` Did you mean ${meant}?`
    throw new ReportError(
      `There is no ${name} report.${hint} Write FORM=FILE, with one of these forms: ${reportKinds.join(', ')}.`,
    )
  }
  if (path === '') throw new ReportError(`Say which file the ${kind} report goes to: ${kind}=FILE.`)
  // That is where the report for people goes.
  if (path === '-')
    throw new ReportError(
      `The ${kind} report needs a file, for the run itself writes to standard output: ${kind}=FILE.`,
    )
  return { kind, path }
}

/** Throws a ReportError if a report surely cannot be written, which is better known before a run than after it. */
export async function checkReports(specs: readonly ReportSpec[]): Promise<void> {
  refuseUnwritten(specs, await Promise.allSettled(specs.map(({ path }) => checkWritable(path))))
}

/** Where reports go; all reject with Node's error. */
export interface ReportFiles {
  /** Puts a text into a file, replacing what was there, or with the permissions `mode`; resolves with whether its folder is new. */
  readonly write: (path: string, text: string, mode?: number) => Promise<boolean>
  /** Removes what an earlier run has left in a file; resolves with its permissions. */
  readonly remove: (path: string) => Promise<number | undefined>
}

const FILES = reportFiles({})

/**
 * The files of this machine; what leads to an output of the process is printed there. The file `kept`, however its path is written, is
 * replaced but never removed, nor written into.
 */
export function reportFiles(of: Pick<FileSystem, 'outputs' | 'unread'>, kept?: string): ReportFiles {
  const isKept = async (path: string): Promise<boolean> =>
    kept !== undefined && (await isSameFile(path, kept))
  return {
    write: async (path, text, mode) => writeWhole(path, text, { ...of, mode, isKept: await isKept(path) }),
    remove: async (path) => ((await isKept(path)) ? undefined : removeWritten(path)),
  }
}

/**
 * Removes what an earlier run has left in the files of the reports, so that none of it stands for a run that is ended before it reports;
 * resolves with the reports to write there. Never rejects: what cannot be removed cannot be written either, which the run says.
 */
export async function removeReports(
  specs: readonly ReportSpec[],
  { remove }: Pick<ReportFiles, 'remove'> = FILES,
): Promise<readonly ReportSpec[]> {
  return Promise.all(
    specs.map(async (spec) => ({ ...spec, mode: await remove(spec.path).catch(() => undefined) })),
  )
}

/**
 * Writes each requested report; resolves with a line on each. If one cannot be written, removes an earlier one from its file, writes the
 * others and then throws a ReportError.
 */
export async function writeReports(
  report: RunReport,
  specs: readonly ReportSpec[],
  { write, remove }: ReportFiles = FILES,
): Promise<readonly string[]> {
  const forms = await Promise.all(
    specs.map(async (spec) => ({ ...spec, written: await writers[spec.kind]() })),
  )
  const outcomes = await Promise.allSettled(
    forms.map(async ({ kind, path, mode, written }) =>
      printable(`${savedTo(path, await write(path, written(report), mode))}: the ${kind} report`),
    ),
  )
  const unwritten = specs.filter((_spec, index) => outcomes[index]?.status === 'rejected')
  await removeReports(unwritten, { remove })
  refuseUnwritten(specs, outcomes)
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

/**
 * Writes to the files of JUnit reports that the run could not start, and why: who publishes them waits for a file. Removes what earlier
 * runs have left in the files of the others, which would pass for the reports of this one. Never rejects: why the run could not start is
 * the matter.
 */
export async function writeNoRun(
  why: string,
  specs: readonly ReportSpec[],
  { write, remove }: ReportFiles = FILES,
): Promise<void> {
  const ofJunit = specs.filter(({ kind }) => kind === 'junit')
  await removeReports(
    specs.filter((spec) => !ofJunit.includes(spec)),
    { remove },
  )
  if (ofJunit.length === 0) return
  const { junitOfNoRun } = await import('./junit/junit.ts')
  await Promise.allSettled(
    ofJunit.map(({ path, mode }) => write(path, junitOfNoRun(why), mode).catch(() => remove(path))),
  )
}

/** Throws a ReportError that names each report whose writing was rejected. */
function refuseUnwritten(
  specs: readonly ReportSpec[],
  outcomes: readonly PromiseSettledResult<unknown>[],
): void {
  const problems = outcomes.flatMap((outcome, index) => {
    const spec = specs[index]
    return outcome.status === 'rejected' && spec ? [problemOf(spec, outcome.reason)] : []
  })
  if (problems.length > 0) throw new ReportError(`${problems.join('; ')}. Name another file.`)
}

function problemOf({ kind, path }: ReportSpec, error: unknown): string {
  return oneLine(`the ${kind} report cannot be written to ${path}: ${whyNotWritten(error)}`)
}
