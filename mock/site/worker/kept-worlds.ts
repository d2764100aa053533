import { LATEST } from '../../core/settings/clock.ts'
import { worldOf, type WorldEvent } from '../../core/journal/events.ts'
import type { World, Worlds } from '../../fetch/index.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'

/** Where texts are kept beyond the life of the worker, by name. */
export interface Shelf {
  all(): Promise<ReadonlyMap<string, unknown>>
  put(name: string, kept: unknown): Promise<void>
  remove(name: string): Promise<void>
}

interface KeepPorts {
  /** The time outside, Unix milliseconds. */
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** What is kept of a world: the text of its snapshot, and when it was that, by the time outside. */
interface Kept {
  readonly savedAt: number
  readonly state: string
}

/** How long what has happened may not be kept yet, in milliseconds; where saving takes long, a tenth of the time goes into it. */
const INTERVAL = 1000
const SHARE = 10

/** The name of what a world started with, where that is its own; no world has a name with spaces. */
const START = 'start of '

/**
 * Keeps the worlds of a mock whose process may end at any moment: a second after something has happened in one, it is put on
 * the shelf. There is no more of it than the mock has memory for.
 */
export class KeptWorlds {
  readonly #worlds: Worlds
  readonly #shelf: Shelf
  readonly #ports: KeepPorts
  readonly #waiting = new Set<string>()
  /** What worlds that were made with options of their own started with, until that is kept. */
  readonly #starts = new Map<string, string>()
  readonly #unread: string[] = []
  #unwritten: string | undefined
  #saving: Promise<void> | undefined
  #wait = INTERVAL

  constructor(worlds: Worlds, shelf: Shelf, ports: KeepPorts) {
    this.#worlds = worlds
    this.#shelf = shelf
    this.#ports = ports
  }

  /** What could not be brought back, and why nothing is kept; `undefined` where all is well. */
  get problem(): string | undefined {
    const told = this.#unwritten === undefined ? this.#unread : [...this.#unread, this.#unwritten]
    return told.length === 0 ? undefined : told.join(' ')
  }

  /** Resolves once all that has happened is kept, or cannot be. Never rejects. */
  async saved(): Promise<void> {
    await this.#saving
    // Of what happened while the others were written.
    await this.#saving
  }

  /** Brings the worlds back as they were left, their clocks gone on, and keeps them from now on. Never rejects. */
  async restore(): Promise<void> {
    try {
      const all = await this.#shelf.all()
      for (const [name, kept] of all) {
        if (!name.startsWith(START)) await this.#bringBack(name, kept, all.get(START + name))
      }
    } catch (error) {
      this.#unwritten = notKept(error)
    }
    this.#worlds.events.subscribe((event) => {
      this.#note(event)
    })
  }

  async #bringBack(name: string, kept: unknown, start: unknown): Promise<void> {
    const known = this.#worlds.find(name)
    try {
      const { savedAt, state } = keptOf(kept)
      const world = known ?? this.#worlds.create(name)
      if (typeof start === 'string') world.startFrom(parseJson(start))
      world.restore(parseJson(state))
      goOn(world, this.#ports.now() - savedAt)
    } catch (error) {
      // Whatever it is, it must not stand in the way of the service for ever.
      this.#unread.push(
        `The world ${name} starts anew, for what was kept of it cannot be read: ${reasonOf(error)}.`,
      )
      if (!known && this.#worlds.find(name)) this.#worlds.remove(name)
      await this.#remove(name)
    }
  }

  #note(event: WorldEvent): void {
    const name = worldOf(event)
    const made = event.kind === 'change' && event.change.what === 'world-created'
    if (made) this.#starts.set(name, stringifyJson(this.#worlds.get(name).snapshot()))
    this.#waiting.add(name)
    this.#saving ??= this.#saveSoon()
  }

  async #saveSoon(): Promise<void> {
    await this.#ports.sleep(this.#wait)
    const before = this.#ports.now()
    const names = [...this.#waiting]
    this.#waiting.clear()
    try {
      for (const name of names) await this.#save(name)
      this.#unwritten = undefined
    } catch (error) {
      this.#unwritten = notKept(error)
    }
    this.#wait = Math.max(INTERVAL, (this.#ports.now() - before) * SHARE)
    this.#saving = this.#waiting.size > 0 ? this.#saveSoon() : undefined
  }

  async #save(name: string): Promise<void> {
    const world = this.#worlds.find(name)
    if (!world) return this.#remove(name)
    const start = this.#starts.get(name)
    if (start !== undefined) await this.#shelf.put(START + name, start)
    this.#starts.delete(name)
    const kept: Kept = { savedAt: this.#ports.now(), state: stringifyJson(world.snapshot()) }
    await this.#shelf.put(name, kept)
  }

  async #remove(name: string): Promise<void> {
    this.#starts.delete(name)
    for (const kept of [name, START + name]) await this.#shelf.remove(kept)
  }
}

function keptOf(value: unknown): Kept {
  if (value instanceof Object && 'savedAt' in value && 'state' in value) {
    const { savedAt, state } = value
    if (typeof savedAt === 'number' && typeof state === 'string') return { savedAt, state }
  }
  throw new SyntaxError('it is no saved world')
}

/** Lets the clock go on by the time that nobody was there for. */
function goOn({ clock }: World, milliseconds: number): void {
  const { now, frozen, speed } = clock.read()
  if (!frozen && milliseconds > 0) clock.set(Math.min(LATEST, now + milliseconds * speed))
}

function notKept(error: unknown): string {
  return `This browser keeps nothing for this page (${reasonOf(error)}): what happens here is forgotten when the browser lets the page rest.`
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
