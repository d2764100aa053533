import { signal, type ReadonlySignal } from '@preact/signals'
import type { ControlClient } from '../../../client/control-client.ts'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import type { ClientId } from '../../../scenarios/clients.ts'
import { isFormOf } from '../../../core/message/distinct-form.ts'
import { redactKey } from '../../../core/message/redact.ts'
import { pagePorts } from '../../../scenarios/page-ports.ts'
import { Disturbances, type Disturbance } from './disturbances.ts'
import type { KeyNames } from './key-names.ts'
import { runScenario } from '../../../scenarios/run-scenario.ts'
import { KEYS_GONE, ScenarioError, scenarioOf, type Scenario } from '../../../scenarios/scenario.ts'
import type { ClientResult, ScenarioEvent, ScenarioReport } from '../../../scenarios/scenario-report.ts'

/** What the bans of a result are. */
export const COUNTED_BANS = 'Bans: those that the client earned. A ban by hand does not count.'

/** The progress of a client of a scenario, and its result once it has ended. */
export interface ClientProgress {
  readonly client: ClientId
  /** The key that it uses; `undefined` before the start and after the end. */
  readonly key: string | undefined
  /** All requests; those that are none of the following are under way, or were when the run ended. */
  readonly sent: number
  readonly served: number
  readonly refused: number
  /** Requests with another error, or without a reply. */
  readonly failed: number
  readonly bans: number
  /** Until when it waits, Unix milliseconds of the world. */
  readonly waitsUntil: number | undefined
  /** Until when it is banned, Unix milliseconds of the world. */
  readonly bannedUntil: number | undefined
  readonly result: ClientResult | undefined
  /** It was stopped without a result. */
  readonly isCut: boolean
}

/** What a plot shows of a scenario. Times in Unix milliseconds of the world. */
export interface PlottedRun {
  readonly start: number
  /** `undefined` until it has ended. */
  readonly end: number | undefined
  /** The keys of its clients, in the order of the clients. They are removed at its end. */
  readonly keys: readonly string[]
  /** When the clients that have ended sent their last requests, by key. */
  readonly ends: ReadonlyMap<string, number>
}

/** How much later than the end of a run its cause may be reported, in real milliseconds. */
const SAME_TIME = 2000

/** The running scenario of this page, or the last one with its result. */
export class ScenarioRun {
  readonly scenario = signal<Scenario | undefined>(undefined)
  readonly clients = signal<readonly ClientProgress[]>([])
  readonly isRunning = signal(false)
  /** The part of the world's time that the running or last scenario took; `undefined` before its first request. */
  readonly run = signal<PlottedRun | undefined>(undefined)
  /** The result of the last scenario, once it has ended. */
  readonly report = signal<ScenarioReport | undefined>(undefined)
  /** The world that the running or last scenario is in, which the page may not show any more. */
  readonly world = signal<string | undefined>(undefined)
  /** The full minute that the running scenario waits for, Unix milliseconds of the world; `undefined` if it began at once. */
  readonly startsAt = signal<number | undefined>(undefined)
  /** The speeds that it has given the clock because the machine was busy. */
  readonly speeds = signal<readonly number[]>([])
  /** What somebody has changed during the running or last scenario, in the world that it is in. */
  readonly disturbances: ReadonlySignal<ReadonlySet<Disturbance>>
  /** Why the last scenario could not run, or not to its end. */
  readonly problem = signal<string | undefined>(undefined)
  readonly #control: ControlClient
  readonly #shown: ReadonlySignal<string>
  readonly #keyNames: Pick<KeyNames, 'add'>
  /** Those that `clients` does not show yet. */
  #events: ScenarioEvent[] = []
  #stop = new AbortController()
  /** Those of the running or last scenario. */
  #keys: readonly string[] = []
  /** When its last event was, Unix milliseconds of the world. */
  #latest = 0
  readonly #disturbances = new Disturbances()
  readonly #leaving = new AbortController()
  /** When its keys were found gone, in real time. */
  #goneAt = -Infinity

  /** `shown` is the world that the page shows; `keyNames` names its keys. */
  constructor(control: ControlClient, shown: ReadonlySignal<string>, keyNames: Pick<KeyNames, 'add'>) {
    this.disturbances = this.#disturbances.noted
    this.#control = control
    this.#shown = shown
    this.#keyNames = keyNames
  }

  /** Runs a scenario; resolves when it has ended. */
  async start(given: Partial<Scenario>): Promise<void> {
    this.#stop = new AbortController()
    this.world.value = this.#shown.value
    this.startsAt.value = undefined
    this.speeds.value = []
    this.#disturbances.forget()
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
        this.#stage(this.#shown.value),
        pagePorts(() => document.hidden),
      )
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      // The run may have begun to end before this page heard why.
      const reason: unknown = this.#stop.signal.reason
      this.problem.value = (reason instanceof ScenarioError ? reason : error).message
      if (error.message === KEYS_GONE) this.#goneAt = Date.now()
      this.#cutShort()
    } finally {
      this.show()
      this.isRunning.value = false
    }
  }

  /** Shows in `clients` what they have done since the last time. */
  show(): void {
    const events = this.#events
    if (events.length === 0) return
    this.#events = []
    this.clients.value = this.clients.value.map((progress) =>
      events.filter(({ client }) => client === progress.client).reduce(after, progress),
    )
  }

  /** Ends a run in a world whose state was replaced: `what` was done to the world, such as `reset`. */
  endIn(world: string, what: string): void {
    if (this.world.peek() !== world) return
    const why = `Stopped, because the world was ${what}`
    if (this.isRunning.peek()) this.#stop.abort(new ScenarioError(why))
    // The run may know sooner than this page what has happened.
    else if (Date.now() - this.#goneAt < SAME_TIME) this.problem.value = why
  }

  /** Whether the sentence of a change is about a key of a run of this page. */
  owns(sentence: string): boolean {
    const form = /^key (\S+) /.exec(sentence)?.[1]
    return form !== undefined && this.#keys.some((key) => isFormOf(form, key))
  }

  /** Whether a key is one of the running or last scenario of this page. */
  hasKey(key: string): boolean {
    return this.#keys.includes(key)
  }

  /** Whether the sentence of a refusal is about a request of a run of this page for its keys or its lease, which are gone. */
  ownsRefusal(sentence: string): boolean {
    const [path = ''] = sentence.split(': ')
    return (
      this.#keys.some((key) => path.endsWith(`/keys/${redactKey(key)}`)) ||
      path.endsWith(`/leases/scenario-${this.#keys[0]?.split('-').at(-1)}`)
    )
  }

  /** Whether a change of a world's clock is one with which the running scenario begins, or before that. */
  startedBy({ world, time }: Pick<Change, 'world' | 'time'>): boolean {
    if (!this.isRunning.peek() || this.world.peek() !== world) return false
    return Date.parse(time) <= (this.run.peek()?.start ?? Infinity)
  }

  /** Notes what somebody changes in a world during a run. */
  noteChange(change: Pick<Change, 'world' | 'what' | 'time' | 'sentence'>): void {
    if (!this.isRunning.peek() || this.world.peek() !== change.world || this.startedBy(change)) return
    this.#disturbances.note(change, this.owns(change.sentence))
  }

  /** Whether an exchange is the last one of a client of this page whose key was gone by then, as after a reset. */
  ownsLast({ keyId, request: { headers } }: Pick<JournalEntry, 'keyId' | 'request'>): boolean {
    const sent = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    return keyId === null && this.#keys.some((key) => sent === `Bearer ${redactKey(key)}`)
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Ends the scenario when the page is closed, so that the world's clock is restored and its keys are removed. */
  leave(): void {
    this.#leaving.abort()
    this.#stop.abort()
  }

  #cutShort(): void {
    this.show()
    this.clients.value = this.clients.value.map((progress) =>
      progress.result
        ? progress
        : {
            ...progress,
            key: undefined,
            waitsUntil: undefined,
            bannedUntil: undefined,
            isCut: true,
          },
    )
    if (this.run.value) this.run.value = { ...this.run.value, end: this.run.value.end ?? this.#latest }
  }

  #plot(event: ScenarioEvent): void {
    this.#latest = event.at
    const { start = event.at, keys = [], ends = new Map<string, number>() } = this.run.value ?? {}
    if (event.kind === 'sent' && !keys.includes(event.key)) {
      const sending = this.#keys.filter((key) => key === event.key || keys.includes(key))
      this.run.value = { start, end: undefined, keys: sending, ends }
    }
    if (event.kind !== 'ended') return
    // They say which key it has.
    this.show()
    const key = this.clients.value.find(({ client }) => client === event.client)?.key
    // The one that ends last ends the run.
    this.run.value = {
      start,
      end: event.at,
      keys,
      ends: key === undefined ? ends : new Map([...ends, [key, event.at]]),
    }
  }

  #stage(world: string): Parameters<typeof runScenario>[1] {
    return {
      control: this.#control,
      world,
      signal: this.#stop.signal,
      leaving: this.#leaving.signal,
      begins: (keys) => {
        this.#keys = keys
      },
      // A short run may have removed its keys before the page reads a list of them.
      adds: (key) => {
        if (world === this.#shown.peek()) this.#keyNames.add([key])
      },
      waits: (start) => {
        this.startsAt.value = start
      },
      paced: (speed) => {
        this.speeds.value = [...this.speeds.value, speed]
      },
      publish: (event) => {
        this.#plot(event)
        this.#events.push(event)
      },
    }
  }
}

function atTheStart(client: ClientId): ClientProgress {
  return {
    client,
    key: undefined,
    sent: 0,
    served: 0,
    refused: 0,
    failed: 0,
    bans: 0,
    waitsUntil: undefined,
    bannedUntil: undefined,
    result: undefined,
    isCut: false,
  }
}

function after(progress: ClientProgress, event: ScenarioEvent): ClientProgress {
  switch (event.kind) {
    case 'sent':
      return { ...progress, key: event.key, sent: progress.sent + 1, waitsUntil: undefined }
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
      return { ...progress, failed: progress.failed + 1 }
  }
}
