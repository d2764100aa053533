import { ControlClient } from '../../client/control-client.ts'
import { startMock, type Mock, type MockOptions } from '../../index.ts'
import { runScenario } from '../run-scenario.ts'
import type { ScenarioEvent, ScenarioReport } from '../scenario-report.ts'
import { scenarioOf, type Scenario } from '../scenario.ts'
import { VirtualTime } from './virtual-time.ts'

/** 23 seconds into a minute. */
export const START = Date.UTC(2026, 2, 1, 12, 0, 23)

/** A mock and the clients of a scenario that share one virtual time. */
export interface Playing {
  readonly mock: Mock
  readonly time: VirtualTime
  readonly events: ScenarioEvent[]
  /** The URLs of all requests. */
  readonly fetched: readonly string[]
  readonly report: Promise<ScenarioReport>
}

export interface PlayOptions extends Partial<Scenario> {
  readonly mock?: MockOptions
  /** How many milliseconds a request takes. */
  readonly latency?: () => number
  /** How many requests are on their way at once. Default: any number. */
  readonly connections?: number
  readonly signal?: AbortSignal
  readonly leaving?: AbortSignal
  readonly waits?: () => void
  /** Called like the stage's `publish`, with the URLs of all requests so far. */
  readonly publish?: (event: ScenarioEvent, mock: Mock, fetched: readonly string[]) => void
}

/** Starts a mock and a scenario against it, over HTTP. Stop the mock when the report has resolved. */
export async function play({
  mock: options,
  latency,
  connections,
  signal,
  leaving,
  waits,
  publish,
  ...given
}: PlayOptions): Promise<Playing> {
  const time = new VirtualTime(latency, connections)
  const mock = await startMock({
    port: 0,
    pets: 1,
    time: () => START + Math.floor(time.now()),
    ...options,
  })
  const events: ScenarioEvent[] = []
  const stage = {
    control: new ControlClient(`${mock.origin}/_mock`, time.fetch),
    world: 'default',
    signal: signal ?? new AbortController().signal,
    ...(leaving && { leaving }),
    ...(waits && { waits }),
    publish: (event: ScenarioEvent): void => {
      events.push(event)
      publish?.(event, mock, time.fetched)
    },
  }
  return { mock, time, events, fetched: time.fetched, report: runScenario(scenarioOf(given), stage, time) }
}

/** Runs a scenario to its end and stops the mock. */
export async function playOut(options: PlayOptions): Promise<ScenarioReport & Omit<Playing, 'report'>> {
  const { report, ...playing } = await play(options)
  try {
    return { ...(await report), ...playing }
  } finally {
    await playing.mock.stop()
  }
}
