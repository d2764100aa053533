import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { redactKey } from '../../../core/message/redact.ts'
import type {
  Answer,
  Choice,
  ControlApi,
  Exchange,
  Fault,
  Key,
  OperationId,
  Pet,
  World,
} from './control-api.ts'
import { Refresher } from './refresher.ts'
import type { ClockReading } from './world-time.ts'

/** What can be asked for again. */
export type ReadingName = 'worlds' | 'keys' | 'choices' | 'faults' | 'pets'

/** What was last read of the mock, most of it of one world. What fails to be read stays as it was. */
export class Readings {
  readonly worlds = signal<readonly World[]>([])
  readonly clock = signal<ClockReading | undefined>(undefined)
  readonly keys = signal<readonly Key[]>([])
  readonly choices = signal<readonly Choice[]>([])
  readonly faults = signal<readonly Fault[]>([])
  /** The newest first, of the status that is asked for. */
  readonly pets = signal<readonly Pet[]>([])
  readonly petStatus = signal<Pet['status'] | ''>('')
  readonly #api: ControlApi
  readonly #world: ReadonlySignal<string>
  readonly #names = new Map<string, string>()
  readonly #refreshers: Readonly<Record<ReadingName, Refresher>> = {
    worlds: new Refresher(() => this.readWorlds(), 500),
    keys: new Refresher(() => this.#readKeys(), 300),
    choices: new Refresher(() => this.#read<'listChoices'>('choices', this.choices), 500),
    faults: new Refresher(() => this.#read<'listFaults'>('faults', this.faults), 300),
    pets: new Refresher(() => this.#readPets(), 500),
  }

  constructor(api: ControlApi, world: ReadonlySignal<string>) {
    this.#api = api
    this.#world = world
  }

  /** Reads again, soon. */
  want(...names: readonly ReadingName[]): void {
    for (const name of names) this.#refreshers[name].want()
  }

  /** The key that is shown cut, in full where only one is cut like this. */
  nameOf(cut: string): string {
    return this.#names.get(cut) ?? cut
  }

  /** Forgets the names of keys, which are those of one world. */
  forgetNames(): void {
    this.#names.clear()
  }

  /** Turns to the pets of a status, or of any. */
  askForPets(status: Pet['status'] | ''): void {
    this.petStatus.value = status
    this.want('pets')
  }

  async readWorlds(): Promise<void> {
    const worlds = await this.#ask<'listWorlds'>('worlds')
    if (!worlds) return
    this.worlds.value = worlds
    const clock = worlds.find(({ name }) => name === this.#world.value)?.clock
    if (clock) this.clock.value = { clock, readAt: Date.now() }
  }

  /** The last exchanges, the newest first; none where they cannot be read. */
  async readJournal(): Promise<readonly Exchange[]> {
    return (await this.#ask<'readJournal'>(pathIn(this.#world.value, 'journal'))) ?? []
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
    const status = this.petStatus.value ?? ''
    return this.#read<'listPetsOf'>(status === '' ? 'pets' : `pets?status=${status}`, this.pets)
  }

  async #read<Id extends 'listKeys' | 'listChoices' | 'listFaults' | 'listPetsOf'>(
    path: string,
    into: Signal<Readonly<Answer<Id>>>,
  ): Promise<void> {
    const world = this.#world.value
    const answer = await this.#ask<Id>(pathIn(world, path))
    if (answer && world === this.#world.value) into.value = answer
  }

  // The stream tells how the mock is.
  #ask<Id extends OperationId>(path: string): Promise<Answer<Id> | undefined> {
    return this.#api.ask<Id>('GET', path).catch(() => undefined)
  }
}

/** A path of the control API below a world. */
export function pathIn(world: string, path: string): string {
  return `worlds/${encodeURIComponent(world)}/${path}`
}
