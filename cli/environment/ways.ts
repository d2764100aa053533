import { machineClock, type Clock } from '../../contract-tests/engine/service-time.ts'
import type { FurtherMinute, RunPorts } from '../../contract-tests/engine/ports.ts'
import type { ContractSettings } from '../../contract-tests/engine/settings.ts'
import { openConnections, type Connections, type Transport } from '../../contract-tests/engine/transport.ts'
import { waitingLine } from '../../contract-tests/report/terminal/lines.ts'
import type { Environment, Sink } from './environment.ts'
import { createPaint } from './paint.ts'

// Back to the beginning of the line, with nothing in it.
const CLEARED = '\r\u001b[K'

/** Nobody takes a shorter wait for a command that hangs. */
const LEAST_REPORTED_MS = 1000
const BOUND = ' (--max-wait bounds it)'

/** How a command reaches a service, and how it waits for it. */
export interface Ways {
  readonly transport: Transport
  /** Opens connections of their own. */
  readonly newConnections: () => Connections
  readonly clock: Clock
  /** Has the next line on a wait name the minute. */
  readonly waiting: (minute: FurtherMinute) => void
}

/** Sockets, and the clock of the machine; `sink` gets a line before each wait of a second or more, so that the command does not seem to hang. */
export function waysOf(
  { after, colours, stdout, columns }: Pick<Environment, 'after' | 'colours' | 'stdout' | 'columns'>,
  { timeout, maxBody }: Pick<ContractSettings, 'timeout' | 'maxBody'>,
  sink: Sink,
): Ways {
  const paint = createPaint(colours)
  // The count of what was asked may stand in the line.
  const start = columns !== undefined && sink === stdout ? CLEARED : ''
  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => after(milliseconds, resolve))
  let next: FurtherMinute | undefined
  let hasReported = false
  const newConnections = (): Connections => openConnections(timeout, maxBody, sleep)
  return {
    transport: newConnections().transport,
    newConnections,
    clock: {
      now: () => machineClock.now(),
      sleep: (milliseconds, wait) => {
        const { until = 'the service admits more requests', total = milliseconds } = wait ?? {}
        if (total >= LEAST_REPORTED_MS) {
          const line = waitingLine(total, until, next)
          sink.write(`${start}${paint('dim', `${line}${hasReported ? '' : BOUND}`)}\n`)
          hasReported = true
        }
        next = undefined
        return sleep(milliseconds)
      },
    },
    waiting: (minute) => {
      next = minute
    },
  }
}

/** At a terminal, the last line counts what was asked until the verdicts come. */
export function progressOf({
  stdout,
  colours,
  columns,
}: Pick<Environment, 'stdout' | 'colours' | 'columns'>): RunPorts['progress'] {
  if (columns === undefined) return undefined
  const paint = createPaint(colours)
  return ({ asked, of }) => {
    stdout.write(`\r${paint('dim', `… ${asked} of ${of} asked`)}${asked < of ? '' : CLEARED}`)
  }
}
