import type { ClientReport } from './core/limits/client-statistics.ts'
import type { Listener } from './core/journal/events.ts'
import { checkListener, checkNamed } from './core/world/input.ts'
import { renderMetrics } from './core/journal/metrics.ts'
import { basePathOf, DEFAULT_WORLD, STAGING_WORLD, type Worlds } from './core/world/worlds.ts'
import type { World } from './core/world/world.ts'
import { originOf } from './address.ts'

// What a timer of Node's takes.
const LONGEST_GRACE = 2 ** 31 - 1

/** The server of a mock, told without Node's types. */
export interface Serving {
  readonly host: string
  readonly port: number
  stop(grace: number): Promise<void>
}

/** A running mock. Its controls are those of the default world; `worlds` has the others. */
export class Mock implements AsyncDisposable {
  /** Scheme, host and port. */
  readonly origin: string
  readonly port: number
  /** The base address of the default world, such as `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string
  /** The document's second base address. */
  readonly stagingBaseUrl: string
  readonly worlds: Worlds
  readonly world: World
  /** What the control API demands of a request that comes from another machine. */
  readonly controlToken: string
  readonly #server: Serving

  constructor(worlds: Worlds, server: Serving, controlToken: string) {
    this.worlds = worlds
    this.world = worlds.default
    this.controlToken = controlToken
    this.#server = server
    this.port = server.port
    this.origin = originOf(server.host, server.port)
    this.baseUrl = this.baseUrlOf(DEFAULT_WORLD)
    this.stagingBaseUrl = this.baseUrlOf(STAGING_WORLD)
  }

  get pets(): World['pets'] {
    return this.world.pets
  }

  get clock(): World['clock'] {
    return this.world.clock
  }

  get keys(): World['keys'] {
    return this.world.keys
  }

  get limits(): World['limits'] {
    return this.world.limits
  }

  get choices(): World['choices'] {
    return this.world.choices
  }

  get faults(): World['faults'] {
    return this.world.faults
  }

  get journal(): World['journal'] {
    return this.world.journal
  }

  /** The base address of a world; throws a ControlError where there is none of that name. */
  baseUrlOf(world: string): string {
    return this.origin + basePathOf(this.worlds.get(world).name)
  }

  /** Puts the default world back to how it began. */
  reset(): void {
    this.world.reset()
  }

  /** How well the client behind a key behaves. */
  report(key: string): ClientReport {
    return this.keys.get(key).report
  }

  /** The counts of all worlds, in the text form that Prometheus reads. */
  metrics(): string {
    return renderMetrics(this.worlds.list())
  }

  /** Listens to the exchanges and changes of all worlds until the returned function is called. */
  subscribe(listener: Listener): () => void {
    checkListener(listener)
    return this.worlds.events.subscribe(listener)
  }

  /** Stops; requests that are under way have `grace` milliseconds to finish. */
  stop(grace = 1000): Promise<void> {
    checkNamed({ grace }, { grace: { type: 'number', minimum: 0, maximum: LONGEST_GRACE } }, 'It')
    return this.#server.stop(grace)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
