import { entriesOf, type Har } from '../../contract-tests/recordings/har.ts'
import { judgeRecording } from '../../contract-tests/recordings/judge-recording.ts'
import { recordingOf } from '../../contract-tests/recordings/recording.ts'
import { terminalReport } from '../../contract-tests/report/terminal/terminal.ts'
import { parseReportSpecs, ReportError, writeReports } from '../../contract-tests/report/write-reports.ts'
import { jsonFault } from '../../fixtures/json-fault.ts'
import { problemText } from '../../spec/schema-check.ts'
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
  const { stdout, colours, columns, files } = environment
  const { file, baseUrl, keyIsShared = false, report: reports = [] } = flags
  try {
    const specs = parseReportSpecs(reports)
    const sources = new Sources(files)
    const entries = entriesOf(parseHar(await sources.read(sources.resolve(file)), file))
    const recording = recordingOf(entries, baseUrl === undefined ? undefined : parseBaseUrl(baseUrl))
    if (recording === undefined || recording.exchanges.length === 0) {
      const where = baseUrl ?? 'a base address that ends with /v1'
      throw new CommandError(
        `${file} holds no request below ${where}, in ${counted(entries.length, 'entry', 'entries')}`,
      )
    }
    const { exchanges, passedOver, lacksKeys } = recording
    stdout.write(
      `${counted(exchanges.length, 'exchange')} with ${recording.baseUrl}; ${passedOver} with others passed over\n`,
    )
    stdout.write(`${assumption(lacksKeys, keyIsShared)}\n`)
    const report = judgeRecording(recording, { keysAreShared: keyIsShared })
    stdout.write(terminalReport(report, createPaint(colours), columns))
    await writeReports(report, specs)
    return report.exitCode
  } catch (error) {
    throw error instanceof ReportError ? new CommandError(error.message, { cause: error }) : error
  }
}

function assumption(lacksKeys: boolean, keyIsShared: boolean): string {
  if (lacksKeys)
    return 'The recording has no Authorization header, so nothing is said of keys, quotas or what a list lacks. Export it with sensitive data to judge them.'
  return keyIsShared
    ? 'Others may have used the same keys meanwhile: nothing is said that this may explain.'
    : 'Assumed: nobody else used the same keys meanwhile (else say --key-is-shared), and nobody changed or removed pets.'
}

function parseHar(text: string, file: string): Har {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const at = jsonFault(text) ?? text.length
    const line = text.slice(0, at).split('\n').length
    const column = at - text.lastIndexOf('\n', at - 1)
    throw new CommandError(`${file} is no JSON from line ${line}, column ${column} on`, { cause: error })
  }
  const [problem] = fileChecks.Har(value)
  if (problem) throw new CommandError(`${file} is no HAR: ${problemText(problem, 'the file')}`)
  return value as Har
}
