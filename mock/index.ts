import '../spec/need-node.ts'
import { ControlError } from './core/world/control-error.ts'
import { local, shared, type Local, type Shared } from './core/world/control-types.ts'
import type { World as AnyWorld } from './core/world/world.ts'
import type { Worlds as AnyWorlds } from './core/world/worlds.ts'
import { createListener } from './create-listener.ts'
import { listen, type Listening } from './http/listen.ts'
import { RunningMock, type Mock } from './mock.ts'
import { DEFAULT_HOST, DEFAULT_PORT, listenProblem } from './address.ts'
import { checkOptions, createWorlds, newToken, openWorlds, type MockOptions } from './options.ts'

export { ChoiceError, type Choices } from '../spec/choices.ts'
export type { PlanId } from '../spec/plans.ts'
export type { NewPet, Pet, PetStatus, PetStoreError } from '../spec/wire.ts'
export type { SeedPet } from '../fixtures/pets.ts'
export type { KeySpec } from './core/limits/caller.ts'
export type { WorldOptions } from './core/world/world-options.ts'
export type { ClockReading } from './core/settings/clock.ts'
export type { ClientReport } from './core/limits/client-statistics.ts'
export type { ChosenPoint } from './core/world/controls.ts'
export type { ClockChange, Duration } from './core/world/clock-control.ts'
export { ControlError } from './core/world/control-error.ts'
export type { KeyState } from './core/world/key-control.ts'
export type { PetChange, PetFilter, PetSpec } from './core/world/pet-control.ts'
export type { Change, WorldEvent } from './core/journal/events.ts'
export type { JournalEntryView } from './core/journal/entry-view.ts'
export type { Fault, FaultEffect, FaultSpec } from './core/faults/faults.ts'
export type { Mock }
export type World<IsShared extends boolean = false> = IsShared extends true
  ? Shared<AnyWorld>
  : Local<AnyWorld>
export type Worlds<IsShared extends boolean = false> = IsShared extends true
  ? Shared<AnyWorlds>
  : Local<AnyWorlds>
export type { MockOptions } from './options.ts'

export interface StartOptions extends MockOptions {
  /** Default: 4010. Use 0 for any free port. */
  readonly port?: number | undefined
  /** Default: 127.0.0.1, so that only this machine can reach the mock. */
  readonly host?: string | undefined
}

/** The options of a mock that shares its state with others. */
export interface SharedOptions extends StartOptions {
  /**
   * The address of the store that several mocks share, such as `redis://localhost:6379`. All controls of such a mock return
   * promises.
   */
  readonly store: string
}

/** What may stand for a store of some type: what is neither an address nor `undefined` is compared with an address. */
type StoreOption<Store> = [Store] extends [string]
  ? Store
  : [Store] extends [string | undefined]
    ? undefined
    : string

// One signature: of several, the compiler's complaint about an option would show all.
/**
 * Starts a mock and resolves once it listens; with a `store`, as SharedOptions has it, all its controls return promises. Rejects
 * with a ControlError or a ChoiceError for a bad option, and with a ControlError when the port or the store is not available.
 * Call `stop` at the end, or use `await using`.
 */
export function startMock<Store = undefined>(
  options?: StartOptions & { readonly store?: StoreOption<Store> },
): Promise<Mock<[Store] extends [string] ? true : false>>
export async function startMock(
  options: StartOptions & Partial<SharedOptions> = {},
): Promise<Mock | Mock<true>> {
  checkOptions(options, true)
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, store, ...others } = options
  if (store === undefined) return local(await startOn(await createWorlds(others), host, port, others))
  const { worlds, close } = await openWorlds(others, store)
  return shared(await startOn(worlds, host, port, others, close))
}

async function startOn(
  worlds: AnyWorlds,
  host: string,
  port: number,
  { controlToken = newToken(), allowOrigins }: MockOptions,
  close = (): void => undefined,
): Promise<RunningMock> {
  const stopping = new AbortController()
  const listener = createListener(worlds, { token: controlToken, allowOrigins, until: stopping.signal })
  const server = await listen(listener, worlds, host, port).catch((cause: unknown) => {
    close()
    const problem = listenProblem(cause, { host, port })
    throw problem === undefined ? cause : new ControlError('conflict', problem, { cause })
  })
  return new RunningMock(worlds, endingStreams(server, stopping, close), controlToken)
}

/** A server that first ends its event streams and delays, then finishes the pending requests, then closes its store. */
function endingStreams(server: Listening, streams: AbortController, close: () => void): Listening {
  const stop: Listening['stop'] = async (grace) => {
    streams.abort()
    await server.stop(grace)
    close()
  }
  return { ...server, stop }
}

/**
 * A request listener for Node and Express. It does not use their types, so that a front end's project can compile without
 * them.
 */
export type AppListener = { handle(request: object, response: object): void }['handle']

/** An Express app to mount into another one, with the worlds that control it. Mount it before any body parser. */
export interface MockApp {
  /** An Express app: pass it to `use`. */
  readonly app: AppListener
  readonly worlds: Worlds
  readonly controlToken: string
  /** Ends the event streams of the control API and the delays of faults. Call it before you close your server. */
  readonly endStreams: () => void
}

/** Creates the mock without a server: `yours.use('/petstore', (await createApp()).app)`. */
export async function createApp(options: MockOptions = {}): Promise<MockApp> {
  checkOptions(options, false)
  const { controlToken = newToken(), allowOrigins } = options
  const worlds = await createWorlds(options)
  const streams = new AbortController()
  // startMock must not load Express.
  const { createExpressApp } = await import('./create-app.ts')
  const app = createExpressApp(worlds, { token: controlToken, allowOrigins, until: streams.signal })
  const endStreams = (): void => {
    streams.abort()
  }
  return { app, worlds, controlToken, endStreams }
}
