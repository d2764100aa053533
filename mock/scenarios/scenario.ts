import type { After } from '../../spec/after.ts'
import { plans } from '../../spec/plans.ts'
import { counted } from '../../spec/wording.ts'
import type { Fetch } from '../client/operation.ts'
import type { Random } from '../core/settings/random.ts'
import { clientIds, type ClientId } from './clients.ts'
import { MOST_MOVED } from './world-time.ts'

/** A scenario cannot run or continue. The message says why. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
}

/** Why a run ends when a mock no longer knows its keys. */
export const KEYS_GONE =
  'Stopped, because its keys are gone: the world was reset, the mock was started again, or this machine slept'

const MINUTE = 60_000
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/** Why a run ends when somebody has moved the clock by so many milliseconds, too far for its figures to mean anything. */
export function movedTooFar(by: number): string {
  const far = Math.abs(by)
  // A reading travels for a while: a day may look a few seconds shorter.
  const [noun, unit] = UNITS.find(([, milliseconds]) => far >= 0.99 * milliseconds) ?? UNITS[2]
  const direction = by > 0 ? 'forward' : 'back'
  const most = counted(MOST_MOVED / MINUTE, 'minute')
  return `Stopped, because the clock was moved ${direction} by ${counted(Math.round(far / unit), noun)} during the run. It goes on after moves of up to ${most}`
}

/** The plans whose limits the document gives. */
export const scenarioPlans = ['free', 'pro', 'business'] as const
export type ScenarioPlan = (typeof scenarioPlans)[number]

/** One or two clients that send requests under the rate limit of a plan. */
export interface Scenario {
  readonly plan: ScenarioPlan
  /** One client, or two different ones side by side, each with its own key. */
  readonly clients: readonly ClientId[]
  /** How many requests each client needs to have served. */
  readonly requests: number
  /** World seconds per real second. */
  readonly speed: number
  /** The seed of the jitter. */
  readonly seed: number
}

/** The functions that a scenario needs from its platform, a browser or Node. */
export interface ScenarioPorts {
  readonly fetch: Fetch
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly after: After
  /** Distinguishes the keys of this run from those of others. The run itself goes by the seed of its scenario. */
  readonly random: Random
  /** Whether timers may fire up to a minute late. Default: never. */
  readonly mayBeSlow?: () => boolean
}

export const MOST_REQUESTS = 10_000
/** One minute per second. At a higher speed requests are too slow for a client to reach its limit. */
export const MOST_SPEED = 60

/** How many minutes of the world a client may run. It gives up before a request that would have to wait longer. */
export const MOST_MINUTES = 15

/** The default settings. The default number of requests is the limit of two and a half minutes. */
export const SCENARIO_DEFAULTS = {
  plan: 'free',
  clients: ['naive', 'polite'],
  speed: 10,
  seed: 1,
} as const satisfies Partial<Scenario>

const MOST_CLIENTS = 2

/** A scenario with defaults filled in. Throws a ScenarioError for an invalid value. */
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

/** The time between two requests of a client, in milliseconds: it spends the limit of a minute in 15 seconds. */
export function paceOf(plan: ScenarioPlan): number {
  return 15_000 / perMinuteOf(plan)
}

/** The requests that a plan allows per minute. */
export function perMinuteOf(plan: ScenarioPlan): number {
  const perMinute = plans.find(({ id }) => id === plan)?.perMinute
  if (typeof perMinute !== 'number') throw new RangeError(`plan ${plan} has no figures`)
  return perMinute
}

function checkRange(what: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return
  throw new ScenarioError(`${what} must be a whole number from 1 to ${most}, not ${value}`)
}
