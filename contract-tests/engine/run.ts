import { inject } from 'vitest'
import { loadWireChecks, type WireChecks } from './expect/wire-checks.ts'
import { mockControl, type MockControl } from './mock-control.ts'
import { mockTime, realTime } from './service-time.ts'
import { Session } from './session.ts'
import { fetchTransport } from './transport.ts'
import type { ContractSettings } from './settings.ts'

/** What every test of a run shares. */
export interface Run {
  readonly settings: ContractSettings
  readonly session: Session
  /** Where the service is our mock. */
  readonly control: MockControl | undefined
  readonly checks: WireChecks
}

let opened: Promise<Run> | undefined

/** The run that this thread is in; opened by the first test that asks. */
export function currentRun(): Promise<Run> {
  opened ??= open(inject('contract'))
  return opened
}

async function open(settings: ContractSettings): Promise<Run> {
  const control = settings.control === undefined ? undefined : mockControl(settings.control)
  const time = control === undefined ? realTime(settings.maxWait) : await mockTime(control)
  const session = new Session(settings, fetchTransport(settings.timeout), time)
  return { settings, session, control, checks: await loadWireChecks() }
}
