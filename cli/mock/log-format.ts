import type { WorldEvent } from '../../mock/core/journal/events.ts'
import type { Notice } from '../notice.ts'

/** How the log is written; every method returns one line without its end. */
export interface LogFormat {
  event(event: WorldEvent): string
  /** `time` in Unix milliseconds. */
  notice(notice: Notice, time: number): string
}
