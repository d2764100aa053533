import { computed, signal } from '@preact/signals'
import type { ControlClient } from '../../../client/control-client.ts'
import { ControlFailure } from '../../../client/control-failure.ts'
import { replacesWorld, type ServerEvent } from '../../../client/event-stream.ts'
import type { Change, JournalEntry, Snapshot } from '../../../client/generated/wire.ts'
import type { WorldClient } from '../../../client/world-client.ts'
import { parseJson, stringifyJson } from '../../../../spec/exact-json/json.ts'
import { isSafe, operationIds } from '../../../../spec/operations.ts'
import { Batch, follow, type Follower } from './follow.ts'
import { spanUpTo, type Span } from './history.ts'
import { Readings } from './readings.ts'
import { ScenarioRun } from './scenario-run.ts'
import { Traffic, type TrafficEvent } from './traffic.ts'
import { bannedFor, spendable, worldTimeAt } from './world-time.ts'

export interface Notice {
  /** News passes by; what went wrong stays until it is closed or something else happens. */
  readonly tone: 'good' | 'bad' | 'wrong'
  readonly text: string
  /** When it was said, by the time outside. */
  readonly since: number
}

/** A part of the world's time, and the version of the history that is known of it. */
export interface Plotted {
  readonly span: Span
  readonly version: number
}

export const DEFAULT_WORLD = 'default'
const unsafeOperations: ReadonlySet<string | null> = new Set(operationIds.filter((id) => !isSafe(id)))

/** All that the page knows, and all that it can do. Views read its signals and call its methods. */
export class Room {
  readonly world = signal(DEFAULT_WORLD)
  readonly connection = signal<'opening' | 'open' | 'lost' | 'token-wanted'>('opening')
  readonly notice = signal<Notice | undefined>(undefined)
  /** The time outside, Unix milliseconds; it ticks. */
  readonly outside = signal(Date.now())
  /** What the plot is to show: it changes when that does, which is less often than the time. */
  readonly plotted = signal<Plotted>({ span: spanUpTo(0, 1), version: 0 })
  /** What the choices of this world were last varied by, here; `undefined` where they were not. */
  readonly seed = signal<number | undefined>(undefined)
  readonly traffic = new Traffic()
  readonly readings: Readings
  readonly scenarios: ScenarioRun

  /** The world's time, Unix milliseconds, in whole seconds; `undefined` before it is known. */
  readonly time = computed(() => {
    const clock = this.readings.clock.value
    return clock && Math.floor(worldTimeAt(clock, this.outside.value) / 1000) * 1000
  })
  /** The world that is shown, as it was last read. */
  readonly current = computed(() => this.readings.worlds.value.find(({ name }) => name === this.world.value))
  readonly basePath = computed(() => this.current.value?.basePath ?? '/v1')

  readonly #client: ControlClient
  #leave = new AbortController()

  constructor(client: ControlClient) {
    this.#client = client
    this.readings = new Readings(client, this.world, this.traffic.keyNames)
    this.scenarios = new ScenarioRun(client, this.world)
  }

  /** Turns to a world and follows it. */
  enter(world: string): void {
    this.#leave.abort()
    this.#leave = new AbortController()
    this.world.value = world
    this.connection.value = 'opening'
    this.seed.value = undefined
    this.traffic.clear()
    void follow(this.#client, world, this.#follower(world), this.#leave.signal)
  }

  /** Presents a token from now on. */
  present(token: string): void {
    this.#client.token = token
    this.enter(this.world.value)
  }

  /** Tells the page that time has passed; called several times a second. */
  tick(outside: number): void {
    this.outside.value = outside
    const time = this.time.value
    if (time === undefined || this.connection.value !== 'open') return
    const { history } = this.traffic
    const { span, version } = this.plotted.value
    const active = new Set(history.activeKeys(span))
    for (const key of this.readings.keys.value) {
      if (active.has(key.key)) history.note(key.key, spendable(key, time), bannedFor(key, time) > 0, time)
    }
    const now = spanUpTo(time, this.readings.clock.value?.speed ?? 1)
    const isSame = now.width === span.width && now.starts[0] === span.starts[0]
    if (!isSame || history.version !== version) this.plotted.value = { span: now, version: history.version }
  }

  /** Looks again at what no event tells of: the other worlds, and whether the clocks agree. */
  lookAround(): void {
    if (this.connection.value === 'open') this.readings.want('worlds')
  }

  /** Does something to the mock; what it refuses is shown. Tells whether it was done. */
  async act(does: (client: ControlClient) => Promise<unknown>): Promise<boolean> {
    try {
      await does(this.#client)
      this.readings.want('worlds')
      return true
    } catch (error) {
      if (!(error instanceof ControlFailure)) throw error
      this.#say('wrong', error.message)
      return false
    }
  }

  /** The same to the world that is shown. */
  actHere(does: (world: WorldClient) => Promise<unknown>): Promise<boolean> {
    return this.act((client) => does(client.world(this.world.value)))
  }

  /** The world that is shown, as the text of a file; `undefined` where it cannot be had. */
  async save(): Promise<string | undefined> {
    let text: string | undefined
    await this.actHere(async (world) => (text = stringifyJson(await world.snapshot())))
    return text
  }

  /** Puts the world that is shown into the state that a file holds. */
  async load(name: string, text: string): Promise<void> {
    await this.actHere((world) => {
      try {
        // The mock checks it.
        return world.restore(parseJson(text) as Snapshot)
      } catch (error) {
        if (error instanceof SyntaxError) throw new ControlFailure(0, `${name} is no JSON: ${error.message}`)
        throw error
      }
    })
  }

  /** Takes a random lawful variant at every open point. */
  async varyChoices(seed: number): Promise<void> {
    if (await this.actHere((world) => world.choices.vary(seed))) this.seed.value = seed
  }

  #follower(world: string): Follower {
    const batch = new Batch<ServerEvent>((events) => {
      if (this.world.value === world) this.#takeEvents(events)
    })
    return {
      opened: () => {
        // What was said of the lost connection is over; anything else still holds.
        if (this.connection.value !== 'opening') this.notice.value = undefined
        this.connection.value = 'open'
        this.traffic.beginAgain()
        this.readings.want('worlds', 'keys', 'choices', 'faults', 'pets')
        void this.#recall()
      },
      take: (events) => {
        batch.add(events)
      },
      lost: ({ status, message }) => {
        if (status === 404) {
          this.#turnBack(world, message)
          return
        }
        this.connection.value = status === 401 ? 'token-wanted' : 'lost'
        this.#say('wrong', message)
      },
    }
  }

  /** Reads what happened while nobody listened. */
  async #recall(): Promise<void> {
    const world = this.world.value
    await this.readings.readWorlds()
    const journal = await this.readings.readJournal()
    if (world === this.world.value) this.traffic.recall(journal)
  }

  #turnBack(world: string, why: string): void {
    if (this.world.value !== world) return
    this.enter(DEFAULT_WORLD)
    this.#say('wrong', `${why} This is the world ${DEFAULT_WORLD}.`)
  }

  #takeEvents(events: readonly ServerEvent[]): void {
    const trafficEvents: TrafficEvent[] = []
    for (const { kind, data } of events) {
      // As the replies of the API: what the document says.
      if (kind === 'exchange') trafficEvents.push({ kind, entry: JSON.parse(data) as JournalEntry })
      else if (kind === 'change') trafficEvents.push({ kind, change: JSON.parse(data) as Change })
      else if (kind === 'dropped') void this.#recall()
    }
    this.traffic.take(trafficEvents)
    for (const event of trafficEvents) {
      if (event.kind === 'exchange') this.#followExchange(event.entry)
      else this.#followChange(event.change)
    }
  }

  #followExchange({ operation, status }: JournalEntry): void {
    this.readings.want('keys')
    if (this.readings.faults.value.length > 0) this.readings.want('faults')
    if (status < 300 && unsafeOperations.has(operation)) this.readings.want('pets')
  }

  #followChange({ world, what, sentence }: Change): void {
    if (what === 'world-removed') {
      this.#turnBack(world, `The world ${world} is gone.`)
      return
    }
    // Nothing has changed; whoever asked is told by the reply.
    if (what === 'refused') return
    this.readings.want('worlds', 'keys')
    if (what === 'choices' || what === 'faults' || what === 'pets') this.readings.want(what)
    if (replacesWorld(what)) this.readings.want('choices', 'faults', 'pets')
    // The clock tells for itself, at the top of the page.
    if (what !== 'clock') this.#say(what === 'ban' ? 'bad' : 'good', sentence)
  }

  #say(tone: Notice['tone'], text: string): void {
    this.notice.value = { tone, text, since: Date.now() }
  }
}
