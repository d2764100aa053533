import { MOST } from '../../core/memory/bounds.ts'
import type { Choices } from '../../../spec/choices.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import type { PlanId } from '../../../spec/plans.ts'
import type { FaultRecord } from '../../core/faults/faults.ts'
import { BoundedMap } from '../../core/limits/bounded-map.ts'
import { anonymousCaller, planLimits, type Caller } from '../../core/limits/caller.ts'
import { newStatistics, type ClientStatistics } from '../../core/limits/client-statistics.ts'
import type { WaitingClient } from '../../core/limits/client-waits.ts'
import { newMeter, type Meter, type PlanLimits } from '../../core/limits/meter.ts'
import type { ClockCourse } from '../../core/settings/clock.ts'
import type { Lent } from '../../core/world/lease-control.ts'

/** The record of a caller; that of an address has its meter alone. */
interface CallerRecord {
  readonly meter: Partial<Meter>
  readonly plan?: PlanId
  readonly limits?: PlanLimits
  readonly statistics?: Omit<ClientStatistics, 'waiting'>
  readonly waiting?: readonly (readonly [string, WaitingClient])[]
}

/** A caller as a text, the same for the same caller. */
export function serializeCaller({ hasKey, plan, limits, meter, statistics }: Caller): string {
  if (!hasKey) return JSON.stringify({ meter } satisfies CallerRecord)
  const { waiting: clients, ...counts } = statistics
  const waiting = clients ? waitingRecords(clients) : []
  const record: CallerRecord = {
    plan,
    limits,
    meter,
    statistics: counts,
    ...(waiting.length > 0 && { waiting }),
  }
  return JSON.stringify(record)
}

function waitingRecords(clients: BoundedMap<WaitingClient>): readonly (readonly [string, WaitingClient])[] {
  const names = [...clients.keys()].slice(-MOST.sharedWaitingClients)
  return names.flatMap((name) => {
    const client = clients.get(name)
    return client ? [[name, { ...client, waits: client.waits.slice(-MOST.sharedWaits) }] as const] : []
  })
}

/** The caller of a stored text. */
export function parseCaller(id: string, isKey: boolean, text: string): Caller {
  // It was written from a caller.
  const record = JSON.parse(text) as CallerRecord
  const meter = { ...newMeter(), ...record.meter }
  if (!isKey) return { ...anonymousCaller(id), meter }
  const { plan = 'free', waiting = [] } = record
  const statistics = { ...newStatistics(), ...record.statistics, waiting: waitingClients(waiting) }
  return { id, hasKey: true, plan, limits: record.limits ?? planLimits({ plan }), meter, statistics }
}

function waitingClients(
  records: NonNullable<CallerRecord['waiting']>,
): BoundedMap<WaitingClient> | undefined {
  if (records.length === 0) return undefined
  const clients = new BoundedMap<WaitingClient>(MOST.sharedWaitingClients)
  for (const [name, client] of records) clients.set(name, client)
  return clients
}

/** The control document of a world: its settings, without its keys and pets. */
export interface Control {
  readonly clock: ClockCourse
  readonly limits: boolean
  readonly choices: Choices
  readonly faults: readonly FaultRecord[]
  readonly nextFault: number
  readonly random: { readonly ids: number; readonly faults: number }
  readonly categories: readonly string[]
  readonly lent?: Lent | undefined
}

export function serializeControl(control: Control): string {
  return stringifyJson(control)
}

export function parseControl(text: string): Control {
  // It was written from one.
  return parseJson(text) as Control
}
