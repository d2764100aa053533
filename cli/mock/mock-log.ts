import type { Mock } from '../../mock/mock.ts'
import type { Environment } from '../environment/environment.ts'
import type { Paint } from '../environment/paint.ts'
import { BufferedLog } from './buffered-log.ts'
import { jsonLog, prettyLog, type Notice } from './log-lines.ts'
import type { LogForm } from './mock-command.ts'

/** The log of a running mock. */
export interface MockLog {
  /** Says something at once. */
  readonly tell: (notice: Notice) => void
  /** Runs something whose changes need no lines of their own. */
  readonly muted: (run: () => void) => void
  /** Writes what is left, and follows the mock no longer. */
  readonly close: () => Promise<void>
}

/** Logs every exchange (unless `quiet`) and every change of a mock. */
export function followMock(
  mock: Mock,
  form: { readonly log: LogForm; readonly quiet: boolean },
  { stdout, after }: Pick<Environment, 'stdout' | 'after'>,
  paint: Paint,
): MockLog {
  const format = form.log === 'json' ? jsonLog() : prettyLog(paint)
  const notice = (told: Notice): string => format.notice(told, mock.clock.read().now)
  const lines = new BufferedLog(stdout, after, (count) =>
    notice({ level: 'warning', sentence: `${count} lines were dropped: nobody read them in time` }),
  )
  let isMuted = false
  const unsubscribe = mock.subscribe((event) => {
    if (isMuted || (form.quiet && event.kind === 'exchange')) return
    lines.add(() => format.event(event))
  })
  return {
    tell: (told) => {
      lines.add(() => notice(told))
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
