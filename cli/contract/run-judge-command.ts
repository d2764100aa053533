import { resolve } from 'node:path'
import { judgeRecording } from '../../contract-tests/recordings/judge-recording.ts'
import {
  type ReadFile,
  readRecording,
  RecordingError,
} from '../../contract-tests/recordings/read-recording.ts'
import type { Recording } from '../../contract-tests/recordings/recording.ts'
import { terminalReport } from '../../contract-tests/report/terminal/terminal.ts'
import {
  parseReportSpecs,
  refuseSharedFiles,
  removeReports,
  reportFiles,
  ReportError,
  reportsBeside,
  writeNoRun,
  writeReports,
} from '../../contract-tests/report/write-reports.ts'
import { counted } from '../../spec/wording.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { fileChecks } from '../environment/file-checks.ts'
import { parseBaseUrl } from '../environment/flag-values.ts'
import { createPaint } from '../environment/paint.ts'
import { Sources } from '../environment/sources.ts'
import type { JudgeFlags } from './commands.ts'

/** `petstore judge`: judges recorded traffic, and resolves with the exit code 0, 1 or 2. */
export async function runJudgeCommand(flags: JudgeFlags, environment: Environment): Promise<number> {
  const { stdout, colours, columns } = environment
  const { keyIsShared = false, report: reports = [] } = flags
  const settings = { showsBodies: flags.showBodies ?? false, minVerified: flags.minVerified ?? 0 }
  try {
    const asked = parseReportSpecs(reports)
    await refuseSharedFiles(asked)
    const file = resolve(environment.files.folder, flags.file)
    // There may be no other copy of a recording: it stays until the report that replaces it is whole.
    const files = reportFiles(environment, file)
    const recording = await recordingOf(flags, environment).catch(async (error: unknown) => {
      // A recording that could not be judged stays: it may have been asked for wrongly.
      const beside = await reportsBeside(file, asked)
      await writeNoRun(error instanceof Error ? error.message : String(error), beside, files)
      throw error
    })
    const specs = await removeReports(asked, files)
    const others = `${counted(recording.passedOver, 'entry', 'entries')} of others passed over`
    const own = recording.exchanges.length + recording.dropped
    stdout.write(`${counted(own, 'exchange')} with ${recording.baseUrl}; ${others}\n`)
    const report = judgeRecording(recording, { keysAreShared: keyIsShared }, settings)
    stdout.write(terminalReport(report, createPaint(colours), columns))
    const saved = await writeReports(report, specs, files)
    if (saved.length > 0) stdout.write(`\n${saved.join('\n')}\n`)
    return report.exitCode
  } catch (error) {
    throw error instanceof ReportError ? new CommandError(error.message, { cause: error }) : error
  }
}

/** The recording in the file; rejects with a CommandError where there is none. */
async function recordingOf(flags: JudgeFlags, { files }: Environment): Promise<Recording> {
  const { file, baseUrl } = flags
  try {
    const sources = new Sources(files)
    const read = await readRecording(sources.readParts(sources.resolve(file)), {
      checks: fileChecks,
      baseUrl: baseUrl === undefined ? undefined : parseBaseUrl(baseUrl),
    })
    return recordingIn(read, flags)
  } catch (error) {
    throw error instanceof RecordingError
      ? new CommandError(`${file} ${error.message}`, { cause: error })
      : error
  }
}

function recordingIn({ recording, entries, bases }: ReadFile, { file, baseUrl }: JudgeFlags): Recording {
  if (recording !== undefined && recording.exchanges.length > 0) return recording
  const where = baseUrl ?? 'a base address that ends with /v1'
  const others = bases.length === 0 ? '' : `. It holds requests to ${bases.join(', ')}: give --base-url`
  throw new CommandError(
    `${file} holds no answered request below ${where}, in ${counted(entries, 'entry', 'entries')}${others}`,
  )
}
