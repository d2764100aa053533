import type { Fetch } from '../client/operation.ts'
import { ControlFailure } from '../client/control-failure.ts'
import type { WorldClient } from '../client/world-client.ts'
import type { KeyState } from '../client/world-state.ts'
import { seededRandom } from '../core/settings/random.ts'
import { atMost } from './at-most.ts'
import { clients, type ClientId } from './clients.ts'
import { newTally, runProgram, type Job } from './run-program.ts'
import { assess, type ClientEvent, type ClientResult } from './scenario-report.ts'
import { MOST_MINUTES, paceOf, ScenarioError, type Scenario } from './scenario.ts'
import type { Tempo } from './tempo.ts'
import type { WorldTime } from './world-time.ts'

/** A client, and the key that it uses. */
export interface ClientWithKey {
  readonly id: ClientId
  readonly key: string
}

/** The state that all clients of a scenario share. */
export interface Setting {
  readonly scenario: Scenario
  readonly baseUrl: string
  /** When it started, Unix milliseconds of the world. */
  readonly start: number
  readonly keys: WorldClient['keys']
  readonly limits: WorldClient['limits']
  readonly adds: ((key: KeyState) => void) | undefined
  readonly time: WorldTime
  readonly tempo: Tempo
  readonly fetch: Fetch
  readonly publish: (client: ClientId, event: ClientEvent) => void
}

/**
 * How many requests of a client are on their way at once. A browser has six connections to one service, of which the room's events
 * take one: with more, a client of many programs would come out differently in a terminal and in a page.
 */
const CONNECTIONS = 4

/** Adds the key of one client and runs the client. */
export async function runClient(
  { id, key }: ClientWithKey,
  setting: Setting,
  signal: AbortSignal,
): Promise<ClientResult> {
  const added = await setting.keys.add({ key, plan: setting.scenario.plan })
  setting.adds?.(added)
  return work(id, key, setting, signal)
}

async function work(id: ClientId, key: string, setting: Setting, signal: AbortSignal): Promise<ClientResult> {
  const { keys, limits, start, time, publish } = setting
  const job = jobOf(id, key, setting, signal)
  const programs = Array.from({ length: job.client.programs }, () => job)
  const endings = await together(programs, signal, (each, either) => runProgram({ ...each, signal: either }))
  const ending = endings.find((end) => end !== 'done') ?? 'done'
  const failure = failureOf(signal)
  if (failure) throw failure
  // It may have been stopped before it started.
  const seconds = Math.max(0, time.now() - start) / 1000
  const { sent, served, refused } = job.tally
  const { report } = await keys.get(key)
  const hasLimits = refused > 0 || (await limits.read())
  const result: ClientResult = {
    client: id,
    ending,
    sent,
    served,
    refused,
    bans: report.bans,
    seconds,
    servedPerSecond: seconds > 0 ? served / seconds : 0,
    assessment: assess(report, !hasLimits ? 'no-limits' : ending === 'stopped' ? 'stopped' : 'all'),
  }
  publish(id, { kind: 'ended', result })
  return result
}

/** Why a signal has stopped a client that has nothing left to report. */
function failureOf({ reason }: { readonly reason: unknown }): ScenarioError | ControlFailure | undefined {
  return reason instanceof ScenarioError || reason instanceof ControlFailure ? reason : undefined
}

function jobOf(
  id: ClientId,
  key: string,
  { scenario, keys, start, publish, ...setting }: Setting,
  signal: AbortSignal,
): Job {
  const client = clients[id]
  return {
    ...setting,
    signal,
    client,
    key,
    connections: atMost(CONNECTIONS),
    requests: scenario.requests,
    pace: paceOf(scenario.plan) * client.programs,
    deadline: start + MOST_MINUTES * 60_000,
    random: seededRandom(scenario.seed),
    bannedUntil: async () => (await keys.get(key)).bannedUntil,
    publish: (event) => {
      publish(id, event)
    },
    tally: newTally(),
  }
}

/**
 * Runs a function for all items at the same time, under one signal. When one run fails, the signal aborts the others. Settles
 * when all have ended.
 */
export async function together<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  run: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failing = new AbortController()
  const either = AbortSignal.any([signal, failing.signal])
  const runs = items.map((item) =>
    run(item, either).catch((error: unknown) => {
      failing.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(runs)
  return Promise.all(runs)
}
