import { plans, type PlanId } from '../../../spec/index.ts'
import { newConduct, type Conduct } from './client-statistics.ts'
import { newMeter, type Allowance, type Meter } from './meter.ts'

/** A key as someone asks for it; the figures belong to the Enterprise plan. */
export interface KeySpec {
  readonly key: string
  readonly plan: PlanId
  readonly perMinute?: number | undefined
  readonly perDay?: number | undefined
}

/** Whoever makes requests: a valid key, or a client address without one. */
export interface Caller {
  /** The key or the address. */
  readonly id: string
  readonly hasKey: boolean
  plan: PlanId
  allowance: Allowance
  readonly meter: Meter
  readonly conduct: Conduct
}

// The document leaves Enterprise to the contract; a key that brings no figures of its own gets these.
const CUSTOM: Allowance = { minute: 5000, day: 1_000_000 }

/** The requests that a plan allows, with a key's own figures where the plan is custom. */
export function allowanceOf({ plan, perMinute, perDay }: Omit<KeySpec, 'key'>): Allowance {
  const figures = plans.find(({ id }) => id === plan)
  if (!figures) throw new RangeError(`no plan "${plan}"`)
  return {
    minute: figures.perMinute === 'custom' ? (perMinute ?? CUSTOM.minute) : figures.perMinute,
    day: figures.perDay === 'custom' ? (perDay ?? CUSTOM.day) : figures.perDay,
  }
}

export function keyCaller(spec: KeySpec): Caller {
  return { ...newCaller(spec.key, true), plan: spec.plan, allowance: allowanceOf(spec) }
}

/** Someone without a valid key stands on the Free plan's numbers. */
export function anonymousCaller(address: string): Caller {
  return newCaller(address, false)
}

function newCaller(id: string, hasKey: boolean): Caller {
  return {
    id,
    hasKey,
    plan: 'free',
    allowance: allowanceOf({ plan: 'free' }),
    meter: newMeter(),
    conduct: newConduct(),
  }
}
