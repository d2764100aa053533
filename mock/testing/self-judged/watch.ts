import type { ChangeKind, Events, WorldEvent } from '../../core/journal/events.ts'
import type { Request } from '../../core/message/request.ts'
import type { World } from '../../core/world/world.ts'
import type { PassingRequest } from '../../../contract-tests/history/recorder.ts'
import { findingsIn } from './findings.ts'
import { ServiceStory, type Ending } from './service-story.ts'

/** What else than requests changes what clients see. Time may pass as it likes; replies that a fault hit are left out. */
const INTERRUPTING: ReadonlySet<ChangeKind> = new Set(['pets', 'keys', 'limits', 'choices'])
/** What begins a world anew. */
const RENEWING: ReadonlySet<ChangeKind> = new Set(['reset', 'restore', 'world-removed'])

/** So many exchanges of a world are recorded in one test: more than Pro's minute, and few enough to cost next to nothing. */
const MOST_EXCHANGES = 400

interface WatchedWorld {
  readonly name: string
  /** Whether other mocks may change it too. */
  readonly isShared: boolean
  readonly story: ServiceStory
  recorded: number
}

/**
 * Records what the worlds of this process answer. Their journals would not do: they truncate long bodies, and do not say
 * when a request arrived among the replies to others.
 */
export class Watch {
  isOn = false
  readonly #worlds = new Map<string, WatchedWorld>()
  readonly #stores = new WeakMap<Events, string>()
  #lastStore = 0

  /** These are the events of worlds that several mocks share; `store` is the same for all of them. */
  share(events: Events, store: string): void {
    this.#stores.set(events, `shared ${store}`)
  }

  /** A request arrives in a world. Call the result with its reply. */
  begin({ events, name, time, limits }: World, request: Request): Ending | undefined {
    // A request below no base address is none to the service.
    if (!this.isOn || request.base === '') return undefined
    const world = this.#world(events, name)
    // Without limits it is not the service of the document. A shared store would have to be asked, which the test may count.
    const isMetered = world.isShared || limits.on === true
    if (!isMetered || world.recorded >= MOST_EXCHANGES) return undefined
    world.recorded += 1
    return world.story.begin(passing(request), time)
  }

  see(events: Events, event: WorldEvent): void {
    if (!this.isOn || event.kind === 'exchange') return
    const { what, world } = event.change
    if (RENEWING.has(what)) this.#world(events, world).story.renew()
    else if (INTERRUPTING.has(what)) this.#world(events, world).story.interrupt()
  }

  /** A reply of a world is left out: its request may have used quota, or changed pets, that later replies speak of. */
  interrupt({ events, name }: World): void {
    this.#world(events, name).story.interrupt()
  }

  /** The findings in all that was recorded, which is forgotten. */
  drain(): readonly string[] {
    const worlds = [...this.#worlds.values()]
    this.#worlds.clear()
    return worlds.flatMap(({ name, isShared, story: { parts } }) => {
      // When another mock changes a world, it is uncertain which replies come before.
      const judgement = { keysAreShared: isShared, together: !isShared || parts.length === 1 }
      const findings = parts.flatMap((part) => findingsIn(part, judgement))
      return findings.map((finding) => `world ${name}: ${finding}`)
    })
  }

  #world(events: Events, name: string): WatchedWorld {
    const store = this.#storeOf(events)
    const place = `${store} ${name}`
    let world = this.#worlds.get(place)
    if (!world) {
      world = { name, isShared: store.startsWith('shared'), story: new ServiceStory(), recorded: 0 }
      this.#worlds.set(place, world)
    }
    return world
  }

  #storeOf(events: Events): string {
    let store = this.#stores.get(events)
    if (store === undefined) this.#stores.set(events, (store = `own ${(this.#lastStore += 1)}`))
    return store
  }
}

/** All requests to a world have one base address. */
function passing({ method, path, query, headers }: Request): PassingRequest {
  const fields: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(headers)) fields[name] = [value].flat().join(', ')
  return { method, path: query === '' ? path : `${path}?${query}`, headers: fields }
}
