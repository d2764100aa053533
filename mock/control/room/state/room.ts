import { computed, signal } from '@preact/signals'
import type { ControlClient } from '../../../client/control-client.ts'
import { ControlFailure } from '../../../client/control-failure.ts'
import { replacesWorld, type ServerEvent } from '../../../client/event-stream.ts'
import type { Change, JournalEntry, Snapshot } from '../../../client/generated/wire.ts'
import type { WorldClient } from '../../../client/world-client.ts'
import { isForLease } from '../../../core/message/lease-pace.ts'
import type { Scenario } from '../../../scenarios/scenario.ts'
import { parseJson, stringifyJson } from '../../../../spec/exact-json/json.ts'
import { isSafe, operationIds } from '../../../../spec/operations.ts'
import { follow, type Follower } from './follow.ts'
import { spanUpTo, type Span } from './history.ts'
import { noticeOf, Notices } from './notices.ts'
import { Readings } from './readings.ts'
import { ScenarioRun } from './scenario-run.ts'
import { figureIn, Traffic, type TrafficEvent } from './traffic.ts'
import { isOutdated, worldTimeAt } from './world-time.ts'

/** The span of the plot, and the version of the history that it shows. */
export interface Plotted {
  readonly span: Span
  readonly version: number
}

export const DEFAULT_WORLD = 'default'
const unsafeOperations: ReadonlySet<string | null> = new Set(operationIds.filter((id) => !isSafe(id)))

/** The state and the actions of the page. Views read its signals and call its methods. */
export class Room {
  readonly world = signal(DEFAULT_WORLD)
  readonly connection = signal<'opening' | 'open' | 'lost' | 'token-wanted'>('opening')
  readonly notices = new Notices()
  /** The real time, Unix milliseconds. It ticks. */
  readonly outside = signal(Date.now())
  /** The real time up to which the mock is known to be there: the page shows no time of its clock after that. */
  readonly live = signal(Date.now())
  /** What the plot shows. It changes less often than the time. */
  readonly plotted = signal<Plotted>({ span: spanUpTo(0, 1), version: 0 })
  /** The seed of the last Vary on this page; `undefined` if there was none. */
  readonly seed = signal<number | undefined>(undefined)
  readonly traffic = new Traffic()
  readonly readings: Readings
  readonly scenarios: ScenarioRun

  /** The world's time, Unix milliseconds, in whole seconds; `undefined` before the clock is read. */
  readonly time = computed(() => {
    const clock = this.readings.clock.value
    return clock && Math.floor(worldTimeAt(clock, this.live.value) / 1000) * 1000
  })
  /** How far it is ahead of real time, in milliseconds. */
  readonly ahead = computed(() => {
    const clock = this.readings.clock.value
    return clock ? worldTimeAt(clock, this.live.value) - this.live.value : 0
  })
  /** The keys of the selected world as they were read, with what their replies have said since, as the plot shows it. */
  readonly keys = computed(() => {
    const { replies } = this.traffic
    const { readings } = this
    const read = readings.clock.value
    void replies.version.value
    return read ? readings.keys.value.map((key) => replies.join(key, read.now)) : readings.keys.value
  })
  /** The last reading of the selected world. */
  readonly current = computed(() => this.readings.worlds.value.find(({ name }) => name === this.world.value))
  readonly basePath = computed(() => this.current.value?.basePath ?? '/v1')
  /** The service that the limits and faults of the world stand before, in a proxy. */
  readonly proxied = computed(() => this.current.value?.proxied)
  /** The base address at which clients reach the world. */
  readonly baseUrl = computed(() => this.proxied.value?.baseUrl ?? location.origin + this.basePath.value)

  readonly #client: ControlClient
  #leave = new AbortController()
  /** The events that the page does not show yet. */
  #arrived: ServerEvent[] = []

  constructor(client: ControlClient) {
    this.#client = client
    this.readings = new Readings(client, this.world, this.traffic)
    this.scenarios = new ScenarioRun(client, this.world, this.traffic.keyNames)
  }

  /** Selects a world and streams its events. */
  enter(world: string): void {
    this.#leave.abort()
    this.#arrived = []
    this.#leave = new AbortController()
    this.world.value = world
    this.connection.value = 'opening'
    this.seed.value = undefined
    this.notices.clear()
    this.traffic.clear()
    void follow(this.#client, world, this.#follower(world), this.#leave.signal)
  }

  /** Sends a token from now on. */
  useToken(token: string): void {
    this.#client.token = token
    this.enter(this.world.value)
  }

  /**
   * Shows what has arrived, and the time; called several times a second. Not more often: drawing the page for each of many requests
   * would take so long that it slows down the clients that run in it.
   */
  tick(outside: number): void {
    const arrived = this.#arrived
    this.#arrived = []
    if (arrived.length > 0) this.#apply(arrived)
    this.scenarios.show()
    this.outside.value = outside
    this.notices.pass(outside, this.connection.value !== 'open')
    if (this.connection.value !== 'open') return
    this.live.value = outside
    const time = this.time.value
    if (time === undefined) return
    // No event reports a new minute, which opens windows and ends strikes.
    if (this.readings.keys.value.some((key) => isOutdated(key, time))) this.readings.want('keys')
    const { history } = this.traffic
    const { span, version } = this.plotted.value
    const now = spanUpTo(time, this.readings.clock.value?.speed ?? 1, history)
    const isSame = now.end === span.end && now.starts[0] === span.starts[0]
    if (!isSame || history.version !== version) this.plotted.value = { span: now, version: history.version }
  }

  /** Reads again what has no events: the other worlds, and the clock. */
  refresh(): void {
    if (this.connection.value === 'open') this.readings.want('worlds')
  }

  /** Sends a request to the mock and shows its refusal. Resolves with whether it succeeded. */
  async act(does: (client: ControlClient) => Promise<unknown>): Promise<boolean> {
    this.notices.closeError()
    try {
      await does(this.#client)
      this.readings.want('worlds')
      return true
    } catch (error) {
      if (!(error instanceof ControlFailure)) throw error
      this.notices.say('wrong', error.message)
      return false
    }
  }

  /** The same for the selected world. */
  actHere(does: (world: WorldClient) => Promise<unknown>): Promise<boolean> {
    return this.act((client) => does(client.world(this.world.value)))
  }

  /** Runs a scenario in the selected world; resolves when it has ended. */
  run(given: Partial<Scenario>): Promise<void> {
    // It may be about a key of the run before.
    this.notices.clear()
    return this.scenarios.start(given)
  }

  /** The snapshot of the selected world as text; `undefined` if it cannot be read. */
  async save(): Promise<string | undefined> {
    let text: string | undefined
    await this.actHere(async (world) => (text = stringifyJson(await world.snapshot())))
    return text
  }

  /** Restores the selected world from the text of a file. */
  async load(name: string, text: string): Promise<void> {
    await this.actHere(async (world) => {
      try {
        // The mock validates it.
        return await world.restore(parseJson(text) as Snapshot)
      } catch (error) {
        if (error instanceof SyntaxError) throw new ControlFailure(0, `${name} is not JSON: ${error.message}`)
        if (error instanceof ControlFailure && error.status === 400)
          throw new ControlFailure(400, `${name} is no saved world: ${error.message}`)
        throw error
      }
    })
  }

  /** Chooses a random lawful variant at every open point. */
  async varyChoices(seed: number): Promise<void> {
    if (await this.actHere((world) => world.choices.vary(seed))) this.seed.value = seed
  }

  #follower(world: string): Follower {
    return {
      opened: () => {
        // Removes the notice of the lost connection, but no other.
        if (this.connection.value !== 'opening') this.notices.close()
        this.connection.value = 'open'
        this.traffic.prepareRecall()
        this.readings.want('worlds', 'keys', 'choices', 'faults', 'pets')
        void this.#recall()
      },
      received: (events) => {
        if (this.world.value === world) this.#arrived.push(...events)
      },
      lost: ({ status, message }) => {
        if (status === 404) {
          this.#leaveWorld(world, message)
          return
        }
        this.connection.value = status === 401 ? 'token-wanted' : 'lost'
        if (status !== 401) this.notices.say('wrong', message)
        // The page itself asks for one.
        else if (this.#client.token !== '') this.notices.say('wrong', 'This token is wrong.')
      },
    }
  }

  /** Reads the exchanges that the stream has missed. */
  async #recall(): Promise<void> {
    const world = this.world.value
    await this.readings.readWorlds()
    const journal = await this.readings.readJournal()
    if (world !== this.world.value) return
    this.traffic.recall(journal, (entry) => !this.scenarios.ownsLast(entry))
    // It may have keys that no list has.
    this.readings.want('keys')
  }

  #leaveWorld(world: string, why: string): void {
    if (this.world.value !== world) return
    this.enter(DEFAULT_WORLD)
    this.notices.say('wrong', `${why} This page now shows the world ${DEFAULT_WORLD}.`)
  }

  #apply(events: readonly ServerEvent[]): void {
    const trafficEvents: TrafficEvent[] = []
    for (const { kind, data } of events) {
      // Mock and page come from one build, so the data has the types of the document.
      if (kind === 'exchange') trafficEvents.push({ kind, entry: JSON.parse(data) as JournalEntry })
      else if (kind === 'change') trafficEvents.push({ kind, change: JSON.parse(data) as Change })
      else if (kind === 'dropped') void this.#recall()
    }
    this.traffic.add(trafficEvents, (event) => {
      if (event.kind !== 'change') return !this.scenarios.ownsLast(event.entry)
      const { what, sentence } = event.change
      if (what === 'refused') return !this.scenarios.ownsRefusal(sentence)
      // A run slows the clock down while its machine is busy, again and again.
      return what !== 'clock' || !(isForLease(sentence) || this.scenarios.startedBy(event.change))
    })
    for (const event of trafficEvents) {
      if (event.kind === 'exchange') this.#applyExchange(event.entry)
      else this.#applyChange(event.change)
    }
  }

  #applyExchange(entry: JournalEntry): void {
    const { operation, status, reason } = entry
    this.readings.want('keys')
    if (reason.rule === 'ban') {
      const { keyNames } = this.traffic
      const text = `${keyNames.nameOf(keyNames.keyOf(entry))} is ${reason.sentence}`
      const end = figureIn(entry.reply.headers, 'x-ratelimit-reset')
      this.notices.say('bad', text, Date.now(), end && end * 1000)
    }
    if (this.readings.faults.value.length > 0) this.readings.want('faults')
    if (status < 300 && unsafeOperations.has(operation)) this.readings.want('pets')
  }

  #applyChange(change: Change): void {
    const { world, what, sentence } = change
    if (what === 'world-removed') {
      this.scenarios.endIn(world, 'removed')
      this.#leaveWorld(world, `The world ${world} was removed.`)
      return
    }
    // Nothing has changed. The reply reports the refusal.
    if (what === 'refused') return
    this.readings.want('worlds', 'keys')
    if (what === 'choices' || what === 'faults' || what === 'pets') this.readings.want(what)
    if (replacesWorld(what)) this.scenarios.endIn(world, what === 'reset' ? 'reset' : 'restored from a file')
    if (replacesWorld(what)) this.readings.want('choices', 'faults', 'pets')
    if (what === 'clock' && !isForLease(sentence)) this.notices.outdate(Date.parse(change.time))
    this.scenarios.noteChange(change)
    // The page shows the clock at its top.
    // Nor the sentence of a ban: that of the exchange has the key.
    // And nobody asks for the keys of a run, which come and go with it.
    if (what !== 'clock' && what !== 'ban' && !this.scenarios.owns(sentence))
      this.notices.say('good', noticeOf(change))
  }
}
