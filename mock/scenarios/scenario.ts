import { plans } from '../../spec/plans.ts'
import type { Fetch } from '../client/operation.ts'
import { clientIds, type ClientId } from './clients.ts'

/** Why a scenario cannot be run, or cannot go on; the message is one sentence that says what to do about it. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
}

/** The plans whose figures the document gives. */
export const scenarioPlans = ['free', 'pro', 'business'] as const
export type ScenarioPlan = (typeof scenarioPlans)[number]

/** Clients with work to do under the rate limit of a plan. */
export interface Scenario {
  readonly plan: ScenarioPlan
  /** One client, or two different ones side by side, each with a key of its own. */
  readonly clients: readonly ClientId[]
  /** How many requests each client needs to have served. */
  readonly requests: number
  /** Seconds of the world for one second outside. */
  readonly speed: number
  /** What the jitter comes from. */
  readonly seed: number
}

/** What a scenario needs of where it runs: a browser or Node. */
export interface ScenarioPorts {
  readonly fetch: Fetch
  /** Milliseconds, from any start; it never goes back. */
  readonly now: () => number
  /** Runs something after so many milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  /** Whether what is to run later may run as late as a minute after its time; never where it is not said. */
  readonly mayBeSlow?: () => boolean
}

export const MOST_REQUESTS = 10_000
/** A minute in a second: beyond it, requests take too long for a client to reach its limit. */
export const MOST_SPEED = 60

/** What holds where nothing is said; the requests are those of two and a half minutes. */
export const SCENARIO_DEFAULTS = {
  plan: 'free',
  clients: ['naive', 'polite'],
  speed: 10,
  seed: 1,
} as const satisfies Partial<Scenario>

const MOST_CLIENTS = 2

/** A scenario with what is not said filled in; throws a ScenarioError for what cannot be. */
export function scenarioOf(given: Partial<Scenario>): Scenario {
  const { plan, clients, speed, seed } = { ...SCENARIO_DEFAULTS, ...given }
  const requests = given.requests ?? Math.round(perMinuteOf(plan) * 2.5)
  if (clients.length === 0 || clients.length > MOST_CLIENTS || new Set(clients).size !== clients.length) {
    throw new ScenarioError(`Choose one client, or two different ones, of ${clientIds.join(', ')}`)
  }
  checkRange('The number of requests', requests, MOST_REQUESTS)
  checkRange('The speed', speed, MOST_SPEED)
  return { plan, clients, requests, speed, seed }
}

/** How long after one request a client sends the next, in milliseconds: it spends a minute's limit in a quarter of it. */
export function paceOf(plan: ScenarioPlan): number {
  return 15_000 / perMinuteOf(plan)
}

/** Requests that a plan allows in a minute. */
export function perMinuteOf(plan: ScenarioPlan): number {
  const perMinute = plans.find(({ id }) => id === plan)?.perMinute
  if (typeof perMinute !== 'number') throw new RangeError(`plan ${plan} has no figures`)
  return perMinute
}

function checkRange(what: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return
  throw new ScenarioError(`${what} must be a whole number from 1 to ${most}, not ${value}`)
}
