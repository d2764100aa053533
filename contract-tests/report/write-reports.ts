import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { htmlReport } from './html/html.ts'
import { jsonReport } from './json/json.ts'
import { junitReport } from './junit/junit.ts'
import { markdownReport } from './markdown/markdown.ts'
import { oneLine } from './one-line.ts'
import { ReportError } from './report-error.ts'
import type { ReportKind, ReportSpec } from './report-spec.ts'
import type { RunReport } from './model/run-report.ts'

/** Puts a text into a file, replacing what was there; rejects with Node's error. */
export type WriteFile = (path: string, text: string) => Promise<void>

const writers: Readonly<Record<ReportKind, (report: RunReport) => string>> = {
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
  markdown: markdownReport,
}

/** Writes each report that is asked for. One that cannot be written keeps none of the others from it; a ReportError follows. */
export async function writeReports(
  report: RunReport,
  specs: readonly ReportSpec[],
  write: WriteFile = writeIntoFolder,
): Promise<void> {
  const outcomes = await Promise.allSettled(specs.map(({ kind, path }) => write(path, writers[kind](report))))
  const problems = outcomes.flatMap((outcome, index) => {
    const spec = specs[index]
    return outcome.status === 'rejected' && spec ? [problemOf(spec, outcome.reason)] : []
  })
  if (problems.length > 0) throw new ReportError(problems.join('; '))
}

/** Writes into a file of this machine, making the folders that are missing. */
export async function writeIntoFolder(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'this is not allowed here',
  EPERM: 'this is not allowed here',
  EROFS: 'the disk is for reading only',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
}

function problemOf({ kind, path }: ReportSpec, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = WHY[code] ?? (error instanceof Error ? error.message : String(error))
  return oneLine(`the ${kind} report cannot be written to ${path}: ${why}`)
}
