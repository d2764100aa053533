import { computed, signal, type Signal } from '@preact/signals'
import { redactKey } from '../../../core/redact.ts'
import { Batch } from './batch.ts'
import {
  ControlFailure,
  type Answer,
  type Body,
  type Change,
  type Choice,
  type ControlApi,
  type Exchange,
  type Fault,
  type Key,
  type Pet,
  type OperationId,
  type World,
} from './control-api.ts'
import { follow, type Follower } from './follow.ts'
import type { ServerEvent } from './read-events.ts'
import { Refresher } from './refresher.ts'
import { ScenarioRun } from './scenario-run.ts'
import { Traffic, type Happening } from './traffic.ts'
import { standingAt, worldTimeAt, type ClockReading } from './world-time.ts'

export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
  /** When it was said, by the time outside. */
  readonly since: number
}

const DEFAULT_WORLD = 'default'

/** All that the page knows, and all that it can do. Views read its signals and call its methods. */
export class Room {
  readonly api: ControlApi
  readonly world = signal(DEFAULT_WORLD)
  readonly worlds = signal<readonly World[]>([])
  readonly keys = signal<readonly Key[]>([])
  readonly choices = signal<readonly Choice[]>([])
  readonly faults = signal<readonly Fault[]>([])
  /** The newest first, of the status that is asked for. */
  readonly pets = signal<readonly Pet[]>([])
  readonly petStatus = signal<Pet['status'] | ''>('')
  readonly traffic = new Traffic()
  readonly connection = signal<'opening' | 'open' | 'lost' | 'token-wanted'>('opening')
  readonly notice = signal<Notice | undefined>(undefined)
  /** The time outside, Unix milliseconds; it ticks. */
  readonly outside = signal(Date.now())
  readonly scenarios = new ScenarioRun({
    control: new URL('./', location.href).href.slice(0, -1),
    world: () => this.world.value,
    token: () => this.api.token,
  })

  readonly #clock = signal<ClockReading | undefined>(undefined)
  /** The clock of the world as it was last read. */
  readonly clock = computed(() => this.#clock.value?.clock)
  /** The world's time, Unix milliseconds; `undefined` before it is known. */
  readonly time = computed(() =>
    this.#clock.value ? worldTimeAt(this.#clock.value, this.outside.value) : undefined,
  )
  readonly current = computed(() => this.worlds.value.find(({ name }) => name === this.world.value))
  readonly basePath = computed(() => this.current.value?.basePath ?? '/v1')

  readonly #freshWorlds = new Refresher(() => this.#readWorlds(), 500)
  readonly #freshKeys = new Refresher(() => this.#readKeys(), 300)
  readonly #freshChoices = new Refresher(() => this.#read<'listChoices'>('choices', this.choices), 500)
  readonly #freshFaults = new Refresher(() => this.#read<'listFaults'>('faults', this.faults), 300)
  readonly #freshPets = new Refresher(() => this.#readPets(), 500)
  readonly #names = new Map<string, string>()
  #leave = new AbortController()

  constructor(api: ControlApi) {
    this.api = api
  }

  /** Turns to a world and follows it. */
  enter(world: string): void {
    this.#leave.abort()
    this.#leave = new AbortController()
    this.world.value = world
    this.connection.value = 'opening'
    this.traffic.clear()
    this.#names.clear()
    void follow(this.api, world, this.#follower(world), this.#leave.signal)
  }

  /** The key that is shown cut, in full where only one is cut like this. */
  nameOf(cut: string): string {
    return this.#names.get(cut) ?? cut
  }

  /** Turns to the animals of a status, or of any. */
  askForPets(status: Pet['status'] | ''): void {
    this.petStatus.value = status
    this.#freshPets.want()
  }

  /** Tells the page that time has passed; called several times a second. */
  tick(outside: number): void {
    this.outside.value = outside
    const time = this.time.value
    if (time === undefined || this.connection.value !== 'open') return
    const active = new Set(this.traffic.history.activeKeys(outside))
    for (const key of this.keys.value) {
      const name = redactKey(key.key)
      if (active.has(name))
        this.traffic.history.note(name, standingAt(key.windows.minute, time).left, outside)
    }
  }

  /** Looks again at what no event tells of: the other worlds, and whether the clocks agree. */
  lookAround(): void {
    if (this.connection.value === 'open') this.#freshWorlds.want()
  }

  /** Does something to the mock; what it refuses is shown. Tells whether it was done. */
  async act<Id extends OperationId>(method: string, path: string, body?: Body<Id>): Promise<boolean> {
    try {
      await this.api.ask<Id>(method, path, body)
      this.#freshWorlds.want()
      return true
    } catch (error) {
      this.#complain(error)
      return false
    }
  }

  /** The same to the world that is shown. */
  actHere<Id extends OperationId>(method: string, path: string, body?: Body<Id>): Promise<boolean> {
    return this.act<Id>(method, this.here(path), body)
  }

  /** A path below the world that is shown. */
  here(path: string): string {
    return `worlds/${encodeURIComponent(this.world.value)}/${path}`
  }

  /** Presents a token from now on. */
  present(token: string): void {
    this.api.token = token
    this.enter(this.world.value)
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
        this.#readAll()
      },
      take: (events) => {
        batch.add(events)
      },
      lost: ({ status, message }) => {
        if (status === 404) {
          this.#leaveRemoved(world)
          return
        }
        this.connection.value = status === 401 ? 'token-wanted' : 'lost'
        this.#say('bad', message)
      },
    }
  }

  #leaveRemoved(world: string): void {
    if (this.world.value !== world) return
    this.enter(DEFAULT_WORLD)
    this.#say('bad', `The world ${world} is gone. This is the world ${DEFAULT_WORLD}.`)
  }

  #readAll(): void {
    this.#freshWorlds.want()
    this.#freshKeys.want()
    this.#freshChoices.want()
    this.#freshFaults.want()
    this.#freshPets.want()
    void this.#readJournal()
  }

  async #readWorlds(): Promise<void> {
    const worlds = await this.#ask<'listWorlds'>('worlds')
    if (!worlds) return
    this.worlds.value = worlds
    const clock = worlds.find(({ name }) => name === this.world.value)?.clock
    if (clock) this.#clock.value = { clock, readAt: Date.now() }
  }

  async #readKeys(): Promise<void> {
    await this.#read<'listKeys'>('keys', this.keys)
    for (const { key } of this.keys.value) {
      const cut = redactKey(key)
      const known = this.#names.get(cut) ?? key
      this.#names.set(cut, known === key ? key : cut)
    }
  }

  #readPets(): Promise<void> {
    const status = this.petStatus.value
    return this.#read<'listAnimals'>(
      `pets${status === '' || status === undefined ? '' : `?status=${status}`}`,
      this.pets,
    )
  }

  async #readJournal(): Promise<void> {
    await this.#readWorlds()
    const journal = await this.#ask<'readJournal'>(this.here('journal'))
    if (!journal) return
    this.traffic.recall(journal, this.#clock.value)
  }

  async #read<Id extends 'listKeys' | 'listChoices' | 'listFaults' | 'listAnimals'>(
    path: string,
    into: Signal<Readonly<Answer<Id>>>,
  ): Promise<void> {
    const world = this.world.value
    const answer = await this.#ask<Id>(this.here(path))
    if (answer && world === this.world.value) into.value = answer
  }

  /** Reads; what fails is left as it was, for the stream tells how the mock is. */
  #ask<Id extends OperationId>(path: string): Promise<Answer<Id> | undefined> {
    return this.api.ask<Id>('GET', path).catch(() => undefined)
  }

  #takeEvents(events: readonly ServerEvent[]): void {
    const happenings: Happening[] = []
    for (const { kind, data } of events) {
      // As the answers of the API: what the document says.
      if (kind === 'exchange') happenings.push({ kind, exchange: JSON.parse(data) as Exchange })
      else if (kind === 'change') happenings.push({ kind, change: JSON.parse(data) as Change })
      else if (kind === 'dropped') void this.#readJournal()
    }
    this.traffic.take(happenings, Date.now())
    for (const happening of happenings) {
      if (happening.kind === 'exchange') this.#heedExchange(happening.exchange)
      else this.#heedChange(happening.change)
    }
  }

  #heedExchange({ status }: Exchange): void {
    this.#freshKeys.want()
    if (this.faults.value.length > 0) this.#freshFaults.want()
    if (status === 201) this.#freshPets.want()
  }

  #heedChange({ world, what, sentence }: Change): void {
    if (what === 'world-removed') {
      this.#leaveRemoved(world)
      return
    }
    if (what === 'choices' || what === 'reset') this.#freshChoices.want()
    if (what === 'faults' || what === 'reset') this.#freshFaults.want()
    if (what === 'reset') this.#freshPets.want()
    this.#freshKeys.want()
    this.#freshWorlds.want()
    this.#say(what === 'ban' ? 'bad' : 'good', sentence)
  }

  #say(tone: Notice['tone'], text: string): void {
    this.notice.value = { tone, text, since: Date.now() }
  }

  #complain(error: unknown): void {
    if (!(error instanceof ControlFailure)) throw error
    this.#say('bad', error.message)
  }
}
