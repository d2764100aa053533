import type { After } from '../../spec/after.ts'
import { requestText } from '../report/model/no-reply.ts'
import type { FurtherMinute, Waits } from './ports.ts'
import type { Clock } from './service-time.ts'

/** Nobody takes a shorter wait for a run that hangs. */
const LEAST_REPORTED_MS = 1000
const BOUND = ' (--max-wait bounds it)'

const LATE_MS = 5000
/** Before the first reply nothing else shows that the run goes on. */
const FIRST_LATE_MS = 1000
/** So many late replies are reported one by one, and of the others each tenth: a log stays short where every reply is late. */
const FIRST = 3

/** A clock, what names the minute that the next wait is for, and what watches for the reply to a request. */
export interface ReportedWaits extends Required<Waits> {
  readonly clock: Clock
}

/**
 * A clock of which `report` gets a line before each wait of a second or more, so that the run does not seem to hang; and one when a
 * reply is late, which takes `timeout` milliseconds at most.
 */
export function reportedWaits(
  clock: Clock,
  report: (line: string) => void,
  after: After,
  timeout: number,
): ReportedWaits {
  let next: FurtherMinute | undefined
  let hasReported = false
  let late = 0
  let patience = FIRST_LATE_MS
  return {
    asking: (request) => {
      const sent = clock.now()
      const least = patience
      patience = LATE_MS
      return after(least, () => {
        // Timers that do not wait know nothing of how long it was.
        if (clock.now() - sent < least) return
        late += 1
        if (late <= FIRST || late % 10 === 0) report(lateLine(request, late, timeout))
      })
    },
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

function lateLine(request: Parameters<ReportedWaits['asking']>[0], late: number, timeout: number): string {
  const bound = late === 1 ? ` (three tries of at most ${timeout / 1000} s, which --timeout sets)` : ''
  const count = late > FIRST ? `, the ${late}th late one` : ''
  return `… waiting for the reply to ${requestText(request)}${count}${bound}`
}

/** What a run waits for, and in which minute that is, where it is one. */
function waitingLine(milliseconds: number, until: string, minute: FurtherMinute | undefined): string {
  const about = minute?.of === undefined ? '' : ` of about ${minute.of}`
  const which = minute === undefined ? '' : `, minute ${minute.minute}${about}`
  return `… waiting ${Math.ceil(milliseconds / 1000)} s until ${until}${which}`
}
