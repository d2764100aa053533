import { signal, type ReadonlySignal } from '@preact/signals'
import type { ControlClient } from '../../../client/control-client.ts'
import type { ClientId } from '../../../scenarios/clients.ts'
import { redactKey } from '../../../core/message/redact.ts'
import { pagePorts } from '../../../scenarios/page-ports.ts'
import { runScenario } from '../../../scenarios/run-scenario.ts'
import { ScenarioError, scenarioOf, type Scenario } from '../../../scenarios/scenario.ts'
import type { ClientResult, ScenarioEvent, ScenarioReport } from '../../../scenarios/scenario-report.ts'

/** The progress of a client of a scenario, and its result once it has ended. */
export interface ClientProgress {
  readonly client: ClientId
  /** The key that it uses; `undefined` before the start and after the end. */
  readonly key: string | undefined
  readonly served: number
  readonly refused: number
  readonly bans: number
  /** Until when it waits, Unix milliseconds of the world. */
  readonly waitsUntil: number | undefined
  /** Until when it is banned, Unix milliseconds of the world. */
  readonly bannedUntil: number | undefined
  readonly result: ClientResult | undefined
}

/** What a plot shows of a scenario. Times in Unix milliseconds of the world. */
export interface PlottedRun {
  readonly start: number
  /** `undefined` until it has ended. */
  readonly end: number | undefined
  /** The keys of its clients, which are removed at its end. */
  readonly keys: readonly string[]
}

/** The running scenario of this page, or the last one with its result. */
export class ScenarioRun {
  readonly scenario = signal<Scenario | undefined>(undefined)
  readonly clients = signal<readonly ClientProgress[]>([])
  readonly isRunning = signal(false)
  /** The part of the world's time that the running or last scenario took; `undefined` before its first request. */
  readonly run = signal<PlottedRun | undefined>(undefined)
  /** The result of the last scenario, once it has ended. */
  readonly report = signal<ScenarioReport | undefined>(undefined)
  /** Why the last scenario could not run. */
  readonly problem = signal<string | undefined>(undefined)
  readonly #control: ControlClient
  readonly #world: ReadonlySignal<string>
  #stop = new AbortController()
  /** Those of the running or last scenario. */
  #keys: readonly string[] = []
  readonly #leaving = new AbortController()

  constructor(control: ControlClient, world: ReadonlySignal<string>) {
    this.#control = control
    this.#world = world
  }

  /** Runs a scenario; resolves when it has ended. */
  async start(given: Partial<Scenario>): Promise<void> {
    this.#stop = new AbortController()
    this.problem.value = undefined
    this.report.value = undefined
    this.run.value = undefined
    try {
      const scenario = scenarioOf(given)
      this.scenario.value = scenario
      this.clients.value = scenario.clients.map(atTheStart)
      this.isRunning.value = true
      this.report.value = await runScenario(
        scenario,
        this.#stage(),
        pagePorts(() => document.hidden),
      )
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      this.problem.value = error.message
    } finally {
      this.isRunning.value = false
    }
  }

  /** Whether the sentence of a change is about a key of a run of this page. */
  owns(sentence: string): boolean {
    return this.#keys.some((key) => sentence.startsWith(`key ${redactKey(key)} `))
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Ends the scenario when the page is closed, so that the world's clock is restored and its keys are removed. */
  leave(): void {
    this.#leaving.abort()
    this.#stop.abort()
  }

  #plot(event: ScenarioEvent): void {
    const { start = event.at, keys = [] } = this.run.value ?? {}
    if (event.kind === 'sent' && !keys.includes(event.key))
      this.run.value = { start, end: undefined, keys: [...keys, event.key] }
    // The one that ends last ends the run.
    if (event.kind === 'ended') this.run.value = { start, end: event.at, keys }
  }

  #stage(): Parameters<typeof runScenario>[1] {
    return {
      control: this.#control,
      world: this.#world.value,
      signal: this.#stop.signal,
      leaving: this.#leaving.signal,
      begins: (keys) => {
        this.#keys = keys
      },
      publish: (event) => {
        this.#plot(event)
        this.clients.value = this.clients.value.map((progress) =>
          progress.client === event.client ? after(progress, event) : progress,
        )
      },
    }
  }
}

function atTheStart(client: ClientId): ClientProgress {
  return {
    client,
    key: undefined,
    served: 0,
    refused: 0,
    bans: 0,
    waitsUntil: undefined,
    bannedUntil: undefined,
    result: undefined,
  }
}

function after(progress: ClientProgress, event: ScenarioEvent): ClientProgress {
  switch (event.kind) {
    case 'sent':
      return { ...progress, key: event.key, waitsUntil: undefined }
    case 'served':
      return { ...progress, served: event.served, bannedUntil: undefined }
    case 'refused':
      return { ...progress, refused: progress.refused + 1 }
    case 'banned':
      return { ...progress, bans: progress.bans + 1, bannedUntil: event.until }
    case 'waiting':
      return { ...progress, waitsUntil: event.until }
    case 'ended':
      return { ...progress, key: undefined, result: event.result }
    case 'failed':
      return progress
  }
}
