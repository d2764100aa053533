import type { Choices } from '../../../spec/choices.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import type { PlanId } from '../../../spec/plans.ts'
import type { KeptFault } from '../../core/faults/faults.ts'
import { BoundedMap } from '../../core/limits/bounded-map.ts'
import { anonymousCaller, limitsOf, type Caller } from '../../core/limits/caller.ts'
import {
  newStatistics,
  type ClientStatistics,
  type WaitingClient,
} from '../../core/limits/client-statistics.ts'
import { newMeter, type Meter, type PlanLimits } from '../../core/limits/meter.ts'
import type { ClockCourse } from '../../core/settings/clock.ts'
import type { Lent } from '../../core/world/lease-control.ts'

/** A caller as it is kept: of an address, its meter alone. */
interface CallerRecord {
  readonly meter: Partial<Meter>
  readonly plan?: PlanId
  readonly limits?: PlanLimits
  readonly statistics?: Omit<ClientStatistics, 'waiting' | 'era'>
  readonly waiting?: readonly (readonly [string, WaitingClient])[]
}

/** Clients of one key that are told apart, and refusals of one client: a record goes over the wire with each request. */
const MOST_WAITING = 100
const MOST_WAITS = 20

/** A caller as a text, the same for the same caller. */
export function callerText({ hasKey, plan, limits, meter, statistics }: Caller): string {
  if (!hasKey) return JSON.stringify({ meter } satisfies CallerRecord)
  const { waiting: _waiting, era: _era, ...counts } = statistics
  const waiting = waitingOf(statistics)
  const record: CallerRecord = {
    plan,
    limits,
    meter,
    statistics: counts,
    ...(waiting.length > 0 && { waiting }),
  }
  return JSON.stringify(record)
}

// Those of an earlier era are forgotten.
function waitingOf({ era, waiting }: ClientStatistics): readonly (readonly [string, WaitingClient])[] {
  if (era === 0) return []
  const prefix = `${era} `
  const names = [...waiting.keys()].filter((name) => name.startsWith(prefix))
  return names.map((name) => {
    const { waits = [], toldAt } = waiting.get(name) ?? {}
    return [name.slice(prefix.length), { waits: waits.slice(-MOST_WAITS), toldAt }]
  })
}

/** The caller that was kept as a text. */
export function callerOf(id: string, isKey: boolean, text: string): Caller {
  // It was written from a caller.
  const record = JSON.parse(text) as CallerRecord
  const meter = { ...newMeter(), ...record.meter }
  if (!isKey) return { ...anonymousCaller(id), meter }
  const { plan = 'free', waiting = [] } = record
  const clients = new BoundedMap<WaitingClient>(MOST_WAITING)
  const era = waiting.length === 0 ? 0 : 1
  for (const [name, client] of waiting) clients.set(`${era} ${name}`, client)
  const statistics = { ...newStatistics(clients), ...record.statistics, era }
  return { id, hasKey: true, plan, limits: record.limits ?? limitsOf({ plan }), meter, statistics }
}

/** What a world is set to, apart from its keys and pets: one document. */
export interface Control {
  readonly clock: ClockCourse
  readonly limits: boolean
  readonly choices: Choices
  readonly faults: readonly KeptFault[]
  readonly nextFault: number
  readonly random: { readonly ids: number; readonly faults: number }
  readonly categories: readonly string[]
  readonly lent?: Lent | undefined
}

export function controlText(control: Control): string {
  return stringifyJson(control)
}

export function controlOf(text: string): Control {
  // It was written from one.
  return parseJson(text) as Control
}
