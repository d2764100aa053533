import { signal } from '@preact/signals'
import type { ClientId } from '../../../scenarios/clients.ts'
import { runScenario } from '../../../scenarios/run-scenario.ts'
import { ScenarioError } from '../../../scenarios/scenario-error.ts'
import type { ScenarioEvent } from '../../../scenarios/scenario-event.ts'
import type { ClientResult } from '../../../scenarios/scenario-report.ts'
import { scenarioOf, type Scenario } from '../../../scenarios/scenario.ts'
import type { Fetch, ScenarioPorts } from '../../../scenarios/ports.ts'

/** How far a client of a scenario has come; the result once it has ended. */
export interface ClientProgress {
  readonly client: ClientId
  readonly served: number
  readonly refused: number
  /** What it waits for, Unix milliseconds of the world. */
  readonly waitsUntil: number | undefined
  /** Until when it is banned, Unix milliseconds of the world. */
  readonly bannedUntil: number | undefined
  readonly result: ClientResult | undefined
}

/** Where scenarios run. */
interface Place {
  /** Address of the control API, without a slash at its end. */
  readonly control: string
  readonly world: () => string
  readonly token: () => string
}

/** The scenario that runs on this page, if any, and what came of the last one. */
export class ScenarioRun {
  readonly scenario = signal<Scenario | undefined>(undefined)
  readonly clients = signal<readonly ClientProgress[]>([])
  readonly isRunning = signal(false)
  /** Why it could not be run. */
  readonly problem = signal<string | undefined>(undefined)
  readonly #place: Place
  #stop = new AbortController()

  constructor(place: Place) {
    this.#place = place
  }

  /** Runs a scenario; resolves when it has ended. */
  async start(given: Partial<Scenario>): Promise<void> {
    this.#stop = new AbortController()
    this.problem.value = undefined
    try {
      const scenario = scenarioOf(given)
      this.scenario.value = scenario
      this.clients.value = scenario.clients.map(atTheStart)
      this.isRunning.value = true
      await runScenario(scenario, this.#stage(), this.#ports())
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      this.problem.value = error.message
    } finally {
      this.isRunning.value = false
    }
  }

  stop(): void {
    this.#stop.abort()
  }

  #stage(): Parameters<typeof runScenario>[1] {
    const { control, world } = this.#place
    return {
      control,
      world: world(),
      signal: this.#stop.signal,
      tell: (event) => {
        this.clients.value = this.clients.value.map((progress) =>
          progress.client === event.client ? after(progress, event) : progress,
        )
      },
    }
  }

  #ports(): ScenarioPorts {
    return {
      fetch: this.#fetch,
      now: () => performance.now(),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds)
        return () => {
          clearTimeout(timer)
        }
      },
    }
  }

  readonly #fetch: Fetch = (url, { headers, ...init }) => {
    const token = this.#place.token()
    const isControl = token !== '' && url.startsWith(`${this.#place.control}/`)
    return fetch(url, {
      ...init,
      cache: 'no-store',
      headers: isControl ? { ...headers, Authorization: `Bearer ${token}` } : headers,
    })
  }
}

function atTheStart(client: ClientId): ClientProgress {
  return {
    client,
    served: 0,
    refused: 0,
    waitsUntil: undefined,
    bannedUntil: undefined,
    result: undefined,
  }
}

function after(progress: ClientProgress, event: ScenarioEvent): ClientProgress {
  switch (event.kind) {
    case 'sent':
      return { ...progress, waitsUntil: undefined }
    case 'served':
      return { ...progress, served: event.served, bannedUntil: undefined }
    case 'refused':
      return { ...progress, refused: progress.refused + 1 }
    case 'banned':
      return { ...progress, bannedUntil: event.until }
    case 'waiting':
      return { ...progress, waitsUntil: event.until }
    case 'ended':
      return { ...progress, result: event.result }
    case 'failed':
      return progress
  }
}
