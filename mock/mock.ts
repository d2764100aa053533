// `await using` needs AsyncDisposable, which the `lib` of a fresh project lacks; the published types include it.
/// <reference lib="esnext.disposable" preserve="true" />
import { andThen, type Awaitable } from './core/message/awaitable.ts'
import type { Local, Shared } from './core/world/control-types.ts'
import { checkNamed } from './core/world/input.ts'
import { MockControls } from './core/world/mock-controls.ts'
import { basePathOf, DEFAULT_WORLD, STAGING_WORLD, type Worlds } from './core/world/worlds.ts'
import { originOf } from './address.ts'

/** The server of a mock. It does not use Node's types. */
export interface Serving {
  readonly host: string
  readonly port: number
  stop(grace: number): Promise<void>
}

/** A running mock; one that shares its worlds with others answers with promises. */
export type Mock<IsShared extends boolean = false> = IsShared extends true
  ? Shared<RunningMock>
  : Local<RunningMock>

/** A running mock, wherever its worlds are. */
export class RunningMock extends MockControls implements AsyncDisposable {
  /** Scheme, host and port. */
  readonly origin: string
  readonly port: number
  /** The base address of the default world, such as `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string
  /** The document's second base address. */
  readonly stagingBaseUrl: string
  /** The token that the control API requires from other machines. */
  readonly controlToken: string
  readonly #server: Serving

  constructor(worlds: Worlds, server: Serving, controlToken: string) {
    super(worlds)
    this.controlToken = controlToken
    this.#server = server
    this.port = server.port
    this.origin = originOf(server.host, server.port)
    this.baseUrl = this.origin + basePathOf(DEFAULT_WORLD)
    this.stagingBaseUrl = this.origin + basePathOf(STAGING_WORLD)
  }

  /** The base address of a world; throws a ControlError if no world has that name. */
  baseUrlOf(world: string): Awaitable<string> {
    return andThen(this.worlds.get(world), ({ name }) => this.origin + basePathOf(name))
  }

  /** Stops the mock. Pending requests have `grace` milliseconds to finish. */
  stop(grace = 1000): Promise<void> {
    checkNamed('Grace', { grace }, 'It')
    return this.#server.stop(grace)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
