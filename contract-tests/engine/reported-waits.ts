import type { FurtherMinute, Waits } from './ports.ts'
import type { Clock } from './service-time.ts'

/** Nobody takes a shorter wait for a run that hangs. */
const LEAST_REPORTED_MS = 1000
const BOUND = ' (--max-wait bounds it)'

/** A clock, and what names the minute that the next wait is for. */
export interface ReportedWaits extends Required<Waits> {
  readonly clock: Clock
}

/** A clock of which `report` gets a line before each wait of a second or more, so that the run does not seem to hang. */
export function reportedWaits(clock: Clock, report: (line: string) => void): ReportedWaits {
  let next: FurtherMinute | undefined
  let hasReported = false
  return {
    clock: {
      now: () => clock.now(),
      sleep: (milliseconds, wait) => {
        const { until = 'the service admits more requests', total = milliseconds } = wait ?? {}
        if (total >= LEAST_REPORTED_MS) {
          report(waitingLine(total, until, next) + (hasReported ? '' : BOUND))
          hasReported = true
        }
        next = undefined
        return clock.sleep(milliseconds, wait)
      },
    },
    waiting: (minute) => {
      next = minute
    },
  }
}

/** What a run waits for, and in which minute that is, where it is one. */
function waitingLine(milliseconds: number, until: string, minute: FurtherMinute | undefined): string {
  const about = minute?.of === undefined ? '' : ` of about ${minute.of}`
  const which = minute === undefined ? '' : `, minute ${minute.minute}${about}`
  return `… waiting ${Math.ceil(milliseconds / 1000)} s until ${until}${which}`
}
