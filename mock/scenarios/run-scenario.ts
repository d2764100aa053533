import type { ClockReading } from '../core/settings/clock.ts'
import type { ScenarioPorts } from './ports.ts'
import { runClient, type Setting } from './run-client.ts'
import { ScenarioError } from './scenario-error.ts'
import type { ScenarioEvent } from './scenario-event.ts'
import type { ScenarioReport } from './scenario-report.ts'
import type { Scenario } from './scenario.ts'
import { together } from './together.ts'
import { worldControl, type WorldControl } from './world-control.ts'
import { WorldTime } from './world-time.ts'

/** Where a scenario plays, and who watches. */
export interface Stage {
  /** Address of the mock's control API, such as `http://127.0.0.1:4010/_mock`. */
  readonly control: string
  readonly world: string
  /** Ends the scenario early; what has come of it by then is reported. */
  readonly signal: AbortSignal
  /** Is told of everything as it happens, and must not throw. */
  readonly tell: (event: ScenarioEvent) => void
}

const MINUTE = 60_000

/**
 * Runs a scenario against the service of a world, over HTTP, and resolves with what came of it. The world's clock goes
 * on to the next full minute, so that every run meets whole windows, and then runs at the scenario's speed; each client
 * has a key of its own. However it ends, the clock has its old speed and the keys are gone. Rejects with a
 * ScenarioError when it cannot be run, or when the mock goes away.
 */
export async function runScenario(
  scenario: Scenario,
  { control: address, world, signal, tell }: Stage,
  ports: ScenarioPorts,
): Promise<ScenarioReport> {
  const control = worldControl(ports.fetch, address, world)
  const { baseUrl, clock, limits } = await control.read()
  if (!limits) throw new ScenarioError(`The limits of the world ${world} are off: switch them on first`)
  try {
    const reading = await startClock(control, scenario.speed)
    const time = new WorldTime(() => control.readClock(), reading, ports)
    const setting: Setting = {
      scenario,
      baseUrl,
      start: reading.now,
      control,
      time,
      fetch: ports.fetch,
      note: (client, happening) => {
        tell({ ...happening, at: time.now(), client })
      },
    }
    const results = await together(scenario.clients, signal, (client, either) =>
      runClient(client, setting, either),
    )
    return { scenario, results }
  } finally {
    await control.changeClock({ speed: clock.speed, frozen: clock.frozen }).catch(() => undefined)
  }
}

/** Stops the clock, so that it does not go on between reading and setting it, and starts it on a full minute. */
async function startClock(control: WorldControl, speed: number): Promise<ClockReading> {
  const { now } = await control.changeClock({ frozen: true })
  const fullMinute = (Math.floor(now / MINUTE) + 1) * MINUTE
  return control.changeClock({ now: fullMinute, speed, frozen: false })
}
