import type { ControlClient } from '../client/control-client.ts'
import { ControlFailure } from '../client/control-failure.ts'
import type { WorldClient } from '../client/world-client.ts'
import type { ClockReading } from '../client/world-state.ts'
import { onLease } from './on-lease.ts'
import { runClient, together, type Setting } from './run-client.ts'
import type { ScenarioEvent, ScenarioReport } from './scenario-report.ts'
import { ScenarioError, type Scenario, type ScenarioPorts } from './scenario.ts'
import { Tempo } from './tempo.ts'
import { WorldTime } from './world-time.ts'

/** Where a scenario runs, and who gets its events. */
export interface Stage {
  readonly control: ControlClient
  readonly world: string
  /** Ends the scenario early; the report says what was done until then. */
  readonly signal: AbortSignal
  /** Aborts when the process or page is about to go away: the request that ends the lease is sent at once. */
  readonly leaving?: AbortSignal
  /** Called for each event as it happens. Must not throw. */
  readonly publish: (event: ScenarioEvent) => void
}

const MINUTE = 60_000
const NEVER = new AbortController().signal

/**
 * Runs a scenario against the service of a world, over HTTP, and resolves with its result. It moves the world's clock to the
 * next full minute, so that every run meets whole windows, and runs it at the scenario's speed, or slower if the machine is
 * too slow for the clients to reach their limit. Each client has its own key. At the end, even if this process is killed, the
 * mock restores the speed and removes the keys. Rejects with a ScenarioError when it cannot run, or when the mock goes away.
 */
export async function runScenario(
  scenario: Scenario,
  stage: Stage,
  ports: ScenarioPorts,
): Promise<ScenarioReport> {
  try {
    return await play(scenario, stage, ports)
  } catch (error) {
    if (!(error instanceof ControlFailure)) throw error
    throw new ScenarioError(explained(error, stage.control.address), { cause: error })
  }
}

async function play(
  scenario: Scenario,
  { control, world: name, signal, leaving = NEVER, publish }: Stage,
  ports: ScenarioPorts,
): Promise<ScenarioReport> {
  const world = control.world(name)
  const { basePath, clock, limits } = await world.read()
  if (!limits) throw new ScenarioError(`The limits of the world ${name} are off: switch them on first`)
  const runTag = Math.floor(clock.now / 1000).toString(36)
  const clients = scenario.clients.map((id) => ({ id, key: `${id}-demo-${runTag}` }))
  const keys = clients.map(({ key }) => key)
  return onLease({ leases: world.leases, name: `scenario-${runTag}`, keys, leaving }, ports, async () => {
    const reading = await startClock(world, scenario.speed)
    const time = new WorldTime(() => world.clock.read(), reading, ports)
    const tempo = new Tempo(scenario.speed, async (speed) => {
      await world.clock.speed(speed)
      await time.refresh()
    })
    const setting: Setting = {
      scenario,
      baseUrl: new URL(basePath, control.address).href,
      start: reading.now,
      keys: world.keys,
      time,
      tempo,
      fetch: ports.fetch,
      publish: (client, event) => {
        publish({ ...event, at: time.now(), client })
      },
    }
    const results = await together(clients, signal, (client, either) => runClient(client, setting, either))
    return { scenario, results, speed: tempo.speed }
  })
}

/** Freezes the clock, so that it does not run between reading and setting it, and starts it on a full minute. */
async function startClock({ clock }: WorldClient, speed: number): Promise<ClockReading> {
  const { now } = await clock.freeze()
  const fullMinute = (Math.floor(now / MINUTE) + 1) * MINUTE
  return clock.change({ now: fullMinute, speed, frozen: false })
}

function explained({ status, message }: ControlFailure, address: string): string {
  if (status === 0) return `The control API at ${address} does not answer. Is the mock running?`
  return status >= 400 ? `The control API refused a request (${status}): ${message}` : message
}
