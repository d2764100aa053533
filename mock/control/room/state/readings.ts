import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ControlClient } from '../../../client/control-client.ts'
import type { JournalEntry, Fault, OpenPoint, Pet } from '../../../client/generated/wire.ts'
import type { WorldClient } from '../../../client/world-client.ts'
import type { KeyState, WorldState } from '../../../client/world-state.ts'
import type { KeyNames } from './key-names.ts'
import type { ObservedClock } from './world-time.ts'

// Shorter than anybody notices, and long enough for many changes to be read at once, in milliseconds.
const SHORTEST_PAUSE = 100

/** Asks again for something that may have changed: at once, then never more often than asking takes times four. */
export class Refresher {
  readonly #ask: () => Promise<void>
  #isBusy = false
  #isWanted = false

  constructor(ask: () => Promise<void>) {
    this.#ask = ask
  }

  /** Asks soon; however often this is called meanwhile, once. */
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

/** What can be asked for again. */
export type ReadingName = 'worlds' | 'keys' | 'choices' | 'faults' | 'pets'

/** What was last read of the mock, most of it of one world. What fails to be read stays as it was. */
export class Readings {
  readonly worlds = signal<readonly WorldState[]>([])
  readonly clock = signal<ObservedClock | undefined>(undefined)
  readonly keys = signal<readonly KeyState[]>([])
  readonly choices = signal<readonly OpenPoint[]>([])
  readonly faults = signal<readonly Fault[]>([])
  /** The newest first, of the status that is asked for. */
  readonly pets = signal<readonly Pet[]>([])
  readonly petStatus = signal<Pet['status'] | ''>('')
  readonly #client: ControlClient
  readonly #world: ReadonlySignal<string>
  readonly #keyNames: KeyNames
  readonly #refreshers: Readonly<Record<ReadingName, Refresher>> = {
    worlds: new Refresher(() => this.readWorlds()),
    keys: new Refresher(() => this.#readKeys()),
    choices: new Refresher(() => this.#read((world) => world.choices.list(), this.choices)),
    faults: new Refresher(() => this.#read((world) => world.faults.list(), this.faults)),
    pets: new Refresher(() => this.#readPets()),
  }

  constructor(client: ControlClient, world: ReadonlySignal<string>, keyNames: KeyNames) {
    this.#client = client
    this.#world = world
    this.#keyNames = keyNames
  }

  /** Reads again, soon. */
  want(...names: readonly ReadingName[]): void {
    for (const name of names) this.#refreshers[name].want()
  }

  /** Turns to the pets of a status, or of any. */
  askForPets(status: Pet['status'] | ''): void {
    this.petStatus.value = status
    this.want('pets')
  }

  async readWorlds(): Promise<void> {
    const worlds = await unlessRefused(this.#client.listWorlds())
    if (!worlds) return
    this.worlds.value = worlds
    const clock = worlds.find(({ name }) => name === this.#world.value)?.clock
    if (clock) this.clock.value = { ...clock, readAt: Date.now() }
  }

  /** The last exchanges, the newest first; none where they cannot be read. */
  async readJournal(): Promise<readonly JournalEntry[]> {
    return (await unlessRefused(this.#client.world(this.#world.value).journal.all())) ?? []
  }

  async #readKeys(): Promise<void> {
    await this.#read(
      (world) => world.keys.list(),
      this.keys,
      (keys) => {
        this.#keyNames.learn(keys)
      },
    )
  }

  #readPets(): Promise<void> {
    const status = this.petStatus.value
    return this.#read((world) => world.pets.list(status ? { status } : {}), this.pets)
  }

  /** `before` is called with what was read, before it can be seen. */
  async #read<Value>(
    ask: (world: WorldClient) => Promise<readonly Value[]>,
    into: Signal<readonly Value[]>,
    before: (values: readonly Value[]) => void = () => undefined,
  ): Promise<void> {
    const world = this.#world.value
    const reply = await unlessRefused(ask(this.#client.world(world)))
    if (!reply || world !== this.#world.value) return
    before(reply)
    into.value = reply
  }
}

// What is wrong with the mock is told by the stream of events, which ends.
function unlessRefused<Value>(reply: Promise<Value>): Promise<Value | undefined> {
  return reply.catch(() => undefined)
}
