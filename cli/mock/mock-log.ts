import type { Mock } from '../../mock/mock.ts'
import { isReaderGone, type Environment } from '../environment/environment.ts'
import type { Paint } from '../environment/paint.ts'
import { BufferedLog } from './buffered-log.ts'
import { jsonLog, prettyLog, type Notice } from './log-lines.ts'
import type { LogForm } from './mock-command.ts'

/** The log of a running mock. */
export interface MockLog {
  /** Says something at once. */
  readonly notify: (notice: Notice) => void
  /** Runs something whose changes need no lines of their own. */
  readonly muted: (run: () => void) => void
  /** Writes what is left, and follows the mock no longer. */
  readonly close: () => Promise<void>
}

/** Logs every exchange (unless `quiet`) and every change of a mock, which has these keys. Where the log cannot be written the mock goes on, and stderr says so once. */
export function followMock(
  mock: Mock | Mock<true>,
  form: { readonly log: LogForm; readonly quiet: boolean },
  keys: readonly string[],
  { stdout, stderr, after, silenced }: Pick<Environment, 'stdout' | 'stderr' | 'after' | 'silenced'>,
  paint: Paint,
): MockLog {
  const format = form.log === 'json' ? jsonLog() : prettyLog(paint, keys)
  const notice = (one: Notice): string => format.notice(one, mock.world.time)
  const lines = new BufferedLog(stdout, after, (count) =>
    notice({ level: 'warning', sentence: `${count} lines were dropped: they could not be written in time` }),
  )
  let isMuted = false
  const unsubscribe = mock.subscribe((event) => {
    if (isMuted || (form.quiet && event.kind === 'exchange')) return
    lines.add(() => format.event(event))
  })
  const goOn = (): void => {
    const error: unknown = silenced.reason
    const why = error instanceof Error ? error.message : String(error)
    stderr.write(`The log cannot be written (${why}); the mock goes on\n`)
    if (isReaderGone(error)) unsubscribe()
  }
  if (silenced.aborted) goOn()
  else silenced.addEventListener('abort', goOn, { once: true })
  return {
    notify: (one) => {
      lines.add(() => notice(one))
      lines.flush()
    },
    muted: (run) => {
      isMuted = true
      try {
        run()
      } finally {
        isMuted = false
      }
    },
    close: () => {
      unsubscribe()
      return lines.close()
    },
  }
}
