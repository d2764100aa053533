import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ControlClient } from '../../../client/control-client.ts'
import type { JournalEntry, Fault, OpenPoint, Pet } from '../../../client/generated/wire.ts'
import type { WorldClient } from '../../../client/world-client.ts'
import type { KeyState, WorldState } from '../../../client/world-state.ts'
import type { Traffic } from './traffic.ts'
import type { ObservedClock } from './world-time.ts'

// In milliseconds: too short to notice, as replies say before what their keys have left, and long enough to combine many changes.
const SHORTEST_PAUSE = 400

/** Repeats a request on demand, at once, but spends at most a fifth of the time on it. */
export class Refresher {
  readonly #ask: () => Promise<void>
  #isBusy = false
  #isWanted = false

  constructor(ask: () => Promise<void>) {
    this.#ask = ask
  }

  /** Requests a refresh. Calls during a refresh are combined into one. */
  want(): void {
    this.#isWanted = true
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    while (this.#isWanted) {
      this.#isWanted = false
      const began = performance.now()
      await this.#ask()
      const took = performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, Math.max(SHORTEST_PAUSE, took * 4)))
    }
    this.#isBusy = false
  }
}

/** The readings that can be refreshed. */
export type ReadingName = 'worlds' | 'keys' | 'choices' | 'faults' | 'pets'

/** The last readings of the mock, most of them of one world. A reading that fails does not change. */
export class Readings {
  readonly worlds = signal<readonly WorldState[]>([])
  readonly clock = signal<ObservedClock | undefined>(undefined)
  readonly keys = signal<readonly KeyState[]>([])
  readonly choices = signal<readonly OpenPoint[]>([])
  readonly faults = signal<readonly Fault[]>([])
  /** The newest first, filtered by `petStatus`. */
  readonly pets = signal<readonly Pet[]>([])
  readonly petStatus = signal<Pet['status'] | ''>('')
  /** What has been read since the page was opened: before that, an empty list says nothing. */
  readonly arrived = signal<ReadonlySet<ReadingName | 'journal'>>(new Set())
  readonly #client: ControlClient
  readonly #world: ReadonlySignal<string>
  readonly #traffic: Pick<Traffic, 'takeReading' | 'takeLimits'>
  readonly #refreshers: Readonly<Record<ReadingName, Refresher>> = {
    worlds: new Refresher(() => this.readWorlds()),
    keys: new Refresher(() => this.#readKeys()),
    choices: new Refresher(() => this.#read('choices', (world) => world.choices.list(), this.choices)),
    faults: new Refresher(() => this.#read('faults', (world) => world.faults.list(), this.faults)),
    pets: new Refresher(() => this.#readPets()),
  }

  constructor(
    client: ControlClient,
    world: ReadonlySignal<string>,
    traffic: Pick<Traffic, 'takeReading' | 'takeLimits'>,
  ) {
    this.#client = client
    this.#world = world
    this.#traffic = traffic
  }

  /** Refreshes readings. */
  want(...names: readonly ReadingName[]): void {
    for (const name of names) this.#refreshers[name].want()
  }

  /** Filters the pets by a status; the empty text stands for any. */
  filterPets(status: Pet['status'] | ''): void {
    this.petStatus.value = status
    this.want('pets')
  }

  async readWorlds(): Promise<void> {
    const worlds = await unlessRefused(this.#client.listWorlds())
    if (!worlds) return
    this.worlds.value = worlds
    this.#note('worlds')
    const here = worlds.find(({ name }) => name === this.#world.value)
    if (!here) return
    this.#traffic.takeLimits(here.limits, here.clock.now)
    this.clock.value = { ...here.clock, readAt: Date.now() }
  }

  /** The recorded exchanges, the newest first; none if they cannot be read. */
  async readJournal(): Promise<readonly JournalEntry[]> {
    const journal = await unlessRefused(this.#client.world(this.#world.value).journal.list())
    if (journal) this.#note('journal')
    return journal ?? []
  }

  #note(name: ReadingName | 'journal'): void {
    if (!this.arrived.value.has(name)) this.arrived.value = new Set([...this.arrived.value, name])
  }

  /** Reads the keys and the clock together: the last reading of it may be seconds older. */
  async #readKeys(): Promise<void> {
    const world = this.#world.value
    const here = this.#client.world(world)
    const [keys, clock] = await Promise.all([
      unlessRefused(here.keys.list()),
      unlessRefused(here.clock.read()),
    ])
    if (!keys || !clock || world !== this.#world.value) return
    if (this.#traffic.takeReading(keys, clock)) this.want('keys')
    this.clock.value = { ...clock, readAt: Date.now() }
    this.keys.value = keys
    this.#note('keys')
  }

  #readPets(): Promise<void> {
    const status = this.petStatus.value
    return this.#read('pets', (world) => world.pets.list(status ? { status } : {}), this.pets)
  }

  async #read<Value>(
    name: ReadingName,
    ask: (world: WorldClient) => Promise<readonly Value[]>,
    into: Signal<readonly Value[]>,
  ): Promise<void> {
    const world = this.#world.value
    const reply = await unlessRefused(ask(this.#client.world(world)))
    if (!reply || world !== this.#world.value) return
    into.value = reply
    this.#note(name)
  }
}

// An error of the mock also ends the event stream, which reports it.
function unlessRefused<Value>(reply: Promise<Value>): Promise<Value | undefined> {
  return reply.catch(() => undefined)
}
