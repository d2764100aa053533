import { LATEST } from '../../core/settings/clock.ts'
import { worldOf, type WorldEvent } from '../../core/journal/events.ts'
import type { World, Worlds } from '../../fetch/index.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'

/** Persistent storage of values by name. */
export interface Storage {
  all(): Promise<ReadonlyMap<string, unknown>>
  put(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
}

interface SavePorts {
  /** The real time, Unix milliseconds. */
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** A saved world: the text of its snapshot, and when it was saved, in real time. */
interface SavedWorld {
  readonly savedAt: number
  readonly state: string
}

/** The delay before changes are saved, in milliseconds. If saving is slow, at most a tenth of the time is spent on it. */
const INTERVAL = 1000
const SHARE = 10

/** The name prefix of the initial state of a world, if that differs from the default. No world has a name with spaces. */
const START = 'start of '

/**
 * Saves the worlds of a mock whose process may end at any moment, a second after each change. The memory limit of the mock
 * bounds the size.
 */
export class SavedWorlds {
  readonly #worlds: Worlds
  readonly #storage: Storage
  readonly #ports: SavePorts
  /** The names of worlds with unsaved changes. */
  readonly #unsaved = new Set<string>()
  /** The initial states of created worlds, until they are saved. */
  readonly #starts = new Map<string, string>()
  readonly #unread: string[] = []
  #unwritten: string | undefined
  #saving: Promise<void> | undefined
  #wait = INTERVAL

  constructor(worlds: Worlds, storage: Storage, ports: SavePorts) {
    this.#worlds = worlds
    this.#storage = storage
    this.#ports = ports
  }

  /** Which worlds could not be restored, and why worlds cannot be saved; `undefined` without a problem. */
  get problem(): string | undefined {
    const problems = this.#unwritten === undefined ? this.#unread : [...this.#unread, this.#unwritten]
    return problems.length === 0 ? undefined : problems.join(' ')
  }

  /** Resolves once all changes are saved, or saving has failed. Never rejects. */
  async saved(): Promise<void> {
    await this.#saving
    // The changes that happened during the first save.
    await this.#saving
  }

  /** Restores the saved worlds, advances their clocks, and saves changes from now on. Never rejects. */
  async restore(): Promise<void> {
    try {
      const all = await this.#storage.all()
      for (const [name, saved] of all) {
        if (!name.startsWith(START)) await this.#restoreWorld(name, saved, all.get(START + name))
      }
    } catch (error) {
      this.#unwritten = cannotSave(error)
    }
    this.#worlds.events.subscribe((event) => {
      this.#onEvent(event)
    })
  }

  async #restoreWorld(name: string, saved: unknown, start: unknown): Promise<void> {
    const existing = this.#worlds.find(name)
    try {
      const { savedAt, state } = parseSaved(saved)
      const world = existing ?? this.#worlds.create(name)
      if (typeof start === 'string') world.startFrom(parseJson(start))
      world.restore(parseJson(state))
      advanceClock(world, this.#ports.now() - savedAt)
    } catch (error) {
      // Damaged data must not block the service permanently.
      this.#unread.push(
        `The world ${name} was reset, because its saved state cannot be read: ${reasonOf(error)}.`,
      )
      if (!existing && this.#worlds.find(name)) this.#worlds.remove(name)
      await this.#remove(name)
    }
  }

  #onEvent(event: WorldEvent): void {
    const name = worldOf(event)
    const made = event.kind === 'change' && event.change.what === 'world-created'
    if (made) this.#starts.set(name, stringifyJson(this.#worlds.get(name).snapshot()))
    this.#unsaved.add(name)
    this.#saving ??= this.#saveSoon()
  }

  async #saveSoon(): Promise<void> {
    await this.#ports.sleep(this.#wait)
    const before = this.#ports.now()
    const names = [...this.#unsaved]
    this.#unsaved.clear()
    try {
      for (const name of names) await this.#save(name)
      this.#unwritten = undefined
    } catch (error) {
      this.#unwritten = cannotSave(error)
    }
    this.#wait = Math.max(INTERVAL, (this.#ports.now() - before) * SHARE)
    this.#saving = this.#unsaved.size > 0 ? this.#saveSoon() : undefined
  }

  async #save(name: string): Promise<void> {
    const world = this.#worlds.find(name)
    if (!world) return this.#remove(name)
    const start = this.#starts.get(name)
    if (start !== undefined) await this.#storage.put(START + name, start)
    this.#starts.delete(name)
    const saved: SavedWorld = { savedAt: this.#ports.now(), state: stringifyJson(world.snapshot()) }
    await this.#storage.put(name, saved)
  }

  async #remove(name: string): Promise<void> {
    this.#starts.delete(name)
    for (const key of [name, START + name]) await this.#storage.remove(key)
  }
}

function parseSaved(value: unknown): SavedWorld {
  if (value instanceof Object && 'savedAt' in value && 'state' in value) {
    const { savedAt, state } = value
    if (typeof savedAt === 'number' && typeof state === 'string') return { savedAt, state }
  }
  throw new SyntaxError('it is not a saved world')
}

/** Advances the clock by the time since the world was saved. */
function advanceClock({ clock }: World, milliseconds: number): void {
  const { now, frozen, speed } = clock.read()
  if (!frozen && milliseconds > 0) clock.set(Math.min(LATEST, now + milliseconds * speed))
}

function cannotSave(error: unknown): string {
  return `This browser cannot save data for this page (${reasonOf(error)}). Changes are lost when the browser suspends the page.`
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
