import { machineClock } from '../../contract-tests/engine/service-time.ts'
import type { RunPorts } from '../../contract-tests/engine/ports.ts'
import { reportedWaits, type ReportedWaits } from '../../contract-tests/engine/reported-waits.ts'
import { SettingsError, type ContractSettings } from '../../contract-tests/engine/settings.ts'
import { proxiesIn, type Addresses, type Proxies } from '../../contract-tests/engine/proxies.ts'
import { openConnections, type Connections, type Transport } from '../../contract-tests/engine/transport.ts'
import { CommandError } from './command-error.ts'
import type { Environment, Sink, Variables } from './environment.ts'
import { createPaint } from './paint.ts'

// Back to the beginning of the line, with nothing in it.
const CLEARED = '\r\u001b[K'

/** How a command reaches a service, and how it waits for it. */
export interface Ways extends ReportedWaits {
  readonly transport: Transport
  /** Opens connections of their own. */
  readonly newConnections: () => Connections
}

/**
 * Sockets, through the proxies that the environment names, and the clock of the machine, whose waits `sink` gets reported. Throws a
 * CommandError for a proxy that cannot be used.
 */
export function waysOf(
  {
    after,
    colours,
    stdout,
    columns,
    variables,
  }: Pick<Environment, 'after' | 'colours' | 'stdout' | 'columns' | 'variables'>,
  { timeout, maxBody, ...service }: Pick<ContractSettings, 'timeout' | 'maxBody'> & Addresses,
  sink: Sink,
): Ways {
  const paint = createPaint(colours)
  // The count of what was asked may stand in the line.
  const start = columns !== undefined && sink === stdout ? CLEARED : ''
  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => after(milliseconds, resolve))
  const proxies = givenProxies(variables, service)
  const newConnections = (): Connections => openConnections(timeout, maxBody, sleep, proxies)
  const clock = { now: () => machineClock.now(), sleep }
  return {
    transport: newConnections().transport,
    newConnections,
    ...reportedWaits(
      clock,
      (line) => {
        sink.write(`${start}${paint('dim', line)}\n`)
      },
      after,
      timeout,
    ),
  }
}

function givenProxies(variables: Variables, service: Addresses): Proxies {
  try {
    return proxiesIn(variables, service)
  } catch (error) {
    throw error instanceof SettingsError ? new CommandError(error.message, { cause: error }) : error
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
    stdout.write(`\r${paint('dim', `… ${asked} of ${of} tests asked`)}${asked < of ? '' : CLEARED}`)
  }
}

/** What removes that line, where there is one. */
export function clearedProgress({ columns }: Pick<Environment, 'columns'>): string {
  return columns === undefined ? '' : CLEARED
}
