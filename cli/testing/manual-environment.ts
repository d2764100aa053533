import { runCommand } from '../run-command.ts'
import { ManualTimers } from './manual-timers.ts'
import { ManualWatch } from './manual-watch.ts'
import { memoryFiles } from './memory-files.ts'
import { SlowSink } from './slow-sink.ts'

/** The command in this process, with everything around it in our hands. */
export interface InProcess {
  readonly stdout: SlowSink
  readonly stderr: SlowSink
  readonly timers: ManualTimers
  readonly watch: ManualWatch
  readonly exitCode: Promise<number>
  end(signal: string): void
}

export function runInProcess(
  line: string,
  contents = new Map<string, string | Error>(),
  environment: Readonly<Record<string, string>> = {},
): InProcess {
  const stdout = new SlowSink()
  const stderr = new SlowSink()
  const timers = new ManualTimers()
  const watch = new ManualWatch()
  const ending = new AbortController()
  const exitCode = runCommand({
    args: line.split(' ').filter(Boolean),
    stdout,
    stderr,
    colours: false,
    environment,
    columns: undefined,
    rows: undefined,
    files: memoryFiles(contents),
    watch: watch.watch,
    after: timers.after,
    ending: ending.signal,
  })
  return {
    stdout,
    stderr,
    timers,
    watch,
    exitCode,
    end: (signal) => {
      ending.abort(signal)
    },
  }
}
