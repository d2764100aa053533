import type { ClientId } from './clients.ts'
import type { Scenario } from './scenario.ts'
import type { Verdict } from './verdict.ts'

/** What came of a scenario. */
export interface ScenarioReport {
  readonly scenario: Scenario
  /** In the order of the scenario's clients. */
  readonly results: readonly ClientResult[]
}

/** `out-of-time` when the work was not done within the longest time that a scenario takes. */
export type Ending = 'done' | 'out-of-time' | 'stopped'

/** What came of one client. Times in seconds of the world. */
export interface ClientResult {
  readonly client: ClientId
  readonly ending: Ending
  /** Requests that were served: the useful ones. */
  readonly served: number
  readonly sent: number
  readonly refused: number
  readonly bans: number
  readonly seconds: number
  readonly servedPerSecond: number
  readonly verdict: Verdict
}
