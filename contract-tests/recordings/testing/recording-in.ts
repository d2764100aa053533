import { fileChecks } from '../../../cli/environment/file-checks.ts'
import { jsonReport } from '../../report/json/json.ts'
import type { RunReport } from '../../report/model/run-report.ts'
import { readRecording } from '../read-recording.ts'
import type { Recording } from '../recording.ts'

/** What `petstore judge` reads in the JSON report of a run. */
export async function recordingIn(report: RunReport): Promise<Recording> {
  const text = jsonReport(report)
  const { recording } = await readRecording(
    (async function* chunks() {
      yield await Promise.resolve(Buffer.from(text))
    })(),
    { checks: fileChecks },
  )
  if (recording === undefined) throw new Error('no exchange')
  return recording
}
