import type { ControlClient } from '../client/control-client.ts'
import { ControlFailure } from '../client/control-failure.ts'
import type { WorldClient } from '../client/world-client.ts'
import type { ClockReading, KeyState } from '../client/world-state.ts'
import { onLease } from './on-lease.ts'
import { runClient, together, type Setting } from './run-client.ts'
import { keyOfRun, newRunTag, runOfKey } from './run-keys.ts'
import type { ScenarioEvent, ScenarioReport } from './scenario-report.ts'
import { KEYS_GONE, movedTooFar, ScenarioError, type Scenario, type ScenarioPorts } from './scenario.ts'
import { Tempo } from './tempo.ts'
import { MOST_MOVED, WorldTime } from './world-time.ts'

/** Where a scenario runs, and who gets its events. */
export interface Stage {
  readonly control: ControlClient
  readonly world: string
  /** Ends the scenario early; the report says what was done until then. With a ScenarioError as its reason, the run rejects with that. */
  readonly signal: AbortSignal
  /**
   * Aborts when the process or page is about to go away: the request that ends the lease is sent at once, and none after it that
   * changes the world.
   */
  readonly leaving?: AbortSignal
  /** Called with the keys of the clients before they are added. Must not throw. */
  readonly begins?: (keys: readonly string[]) => void
  /** Called with the key of a client once it is added. Must not throw. */
  readonly adds?: (key: KeyState) => void
  /** Called if the run waits for a full minute of the world's clock, with its Unix milliseconds. Must not throw. */
  readonly waits?: (start: number) => void
  /** Called with a lower or higher speed before the run changes the clock to it, because of the machine. Must not throw. */
  readonly paced?: (speed: number) => void
  /** Called for each event as it happens. Must not throw. */
  readonly publish: (event: ScenarioEvent) => void
}

const MINUTE = 60_000
/** How late a wait may end because the machine is busy, in real milliseconds: what is later was moved there. */
const LATE = 500
const NEVER = new AbortController().signal

/**
 * Runs a scenario against the service of a world, over HTTP, and resolves with its result. It moves the world's clock to the
 * next full minute, so that every run meets whole windows, and runs it at the scenario's speed, or slower while the machine is
 * too slow for the clients to reach their limit. If the clock is fast already, or there are keys of another scenario, that one
 * may run: this one waits for the full minute and takes no more speed than it has, so that both come out as they would alone. Each client
 * has its own key. At the end, even if this process is killed, the mock restores the speed and removes the keys. Rejects with a
 * ScenarioError when it cannot run, when somebody moves the clock by more than ten minutes, or when the mock goes away.
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
    throw new ScenarioError(explained(error), { cause: error })
  }
}

async function play(
  scenario: Scenario,
  { control, world: name, signal, leaving = NEVER, begins, adds, waits, paced, publish }: Stage,
  ports: ScenarioPorts,
): Promise<ScenarioReport> {
  const world = control.world(name)
  const { basePath, limits } = await world.read()
  if (!limits) throw new ScenarioError(`The limits of the world ${name} are off: switch them on first`)
  const runTag = newRunTag(ports.random)
  const clients = scenario.clients.map((id) => ({ id, key: keyOfRun({ client: id, tag: runTag }) }))
  const keys = clients.map(({ key }) => key)
  begins?.(keys)
  return onLease(
    { leases: world.leases, name: `scenario-${runTag}`, keys, leaving },
    ports,
    async (changeSpeed) => {
      const { reading, start: first } = await startClock(world, scenario.speed, changeSpeed)
      const time = new WorldTime(() => world.clock.read(), reading, ports)
      const start = await minuteMet(first, time, waits, signal)
      // Keys that are added after the end of the lease would stay.
      if (leaving.aborted) throw new ScenarioError('Stopped, because its page was closed')
      const moved = endIfMoved(time)
      const tempo = new Tempo(scenario.speed, {
        real: ports.now,
        now: () => time.now(),
        until: (moment, either) => time.until(moment, either),
        speed: () => time.speed,
        change: (speed) => {
          paced?.(speed)
          return time.changeSpeed(speed, () => changeSpeed(speed))
        },
      })
      const setting: Setting = {
        scenario,
        baseUrl: new URL(basePath, control.address).href,
        start,
        keys: world.keys,
        limits: world.limits,
        adds,
        time,
        tempo,
        fetch: ports.fetch,
        publish: (client, event) => {
          publish({ ...event, at: time.now(), client })
        },
      }
      const results = await together(clients, AbortSignal.any([signal, moved]), (client, either) =>
        runClient(client, setting, either),
      ).catch((error: unknown) => {
        throw interruptionOf(error, control.address)
      })
      return { scenario, results, speed: tempo.lowest }
    },
  )
}

interface StartedClock {
  readonly reading: ClockReading
  /** The full minute on which this scenario starts. */
  readonly start: number
}

/** Starts the clock, by the lease where another scenario may run. */
async function startClock(
  { clock, keys }: WorldClient,
  speed: number,
  changeSpeed: (speed: number) => Promise<unknown>,
): Promise<StartedClock> {
  const join = async (others: number): Promise<StartedClock> => {
    // What the other one has set, it takes back at its end, unless this one has set it too.
    if (speed < others) await changeSpeed(speed)
    const reading = await clock.read()
    return { reading, start: fullMinuteAfter(reading.now) }
  }
  const current = await clock.read()
  if (!current.frozen && (current.speed > 1 || (await keys.list()).some(isOfRun))) return join(current.speed)
  // Frozen, it does not run between reading and setting it.
  const stopped = await clock.freeze()
  // Another one that began at the same time has started it since it was read.
  if (stopped.speed !== current.speed) {
    await clock.freeze(false)
    return join(stopped.speed)
  }
  const start = fullMinuteAfter(stopped.now)
  return { reading: await clock.change({ now: start, speed, frozen: false }), start }
}

/** Resolves with the full minute that it has waited for: a later one each time somebody sets the clock past it. */
async function minuteMet(
  first: number,
  time: WorldTime,
  waits: Stage['waits'],
  signal: AbortSignal,
): Promise<number> {
  let start = first
  for (;;) {
    if (start > time.now()) waits?.(start)
    await time.until(start, signal)
    if (signal.aborted || time.now() - start < LATE * time.speed) return start
    start = fullMinuteAfter(time.now())
  }
}

/** Aborts with a ScenarioError when somebody moves the clock too far, which the time of the clients then does not follow. */
function endIfMoved(time: WorldTime): AbortSignal {
  const end = new AbortController()
  let moved = 0
  time.follows = (by) => {
    moved += by
    if (Math.abs(moved) > MOST_MOVED) end.abort(new ScenarioError(movedTooFar(moved)))
    return !end.signal.aborted
  }
  return end.signal
}

/** Whether a key is one of a run, whose clock may have been slowed down to the speed of real time. */
function isOfRun({ key }: Pick<KeyState, 'key'>): boolean {
  return runOfKey(key) !== undefined
}

function fullMinuteAfter(time: number): number {
  return (Math.floor(time / MINUTE) + 1) * MINUTE
}

/** Why a run that has begun cannot go on. */
function interruptionOf(error: unknown, address: string): unknown {
  if (!(error instanceof ControlFailure)) return error
  const { status } = error
  if (status === 404) return new ScenarioError(KEYS_GONE, { cause: error })
  if (status !== 0) return error
  return new ScenarioError(`Stopped, because the connection to the mock at ${address} was lost`, {
    cause: error,
  })
}

function explained({ status, message }: ControlFailure): string {
  return status >= 400 ? `The control API refused a request (${status}): ${message}` : message
}
