import { ControlError } from './core/world/control-error.ts'
import type { Worlds } from './core/world/worlds.ts'
import { createListener } from './create-listener.ts'
import { listen, type Listening } from './http/listen.ts'
import { Mock } from './mock.ts'
import { DEFAULT_HOST, DEFAULT_PORT, listenProblem } from './address.ts'
import { checkOptions, createWorlds, newToken, openWorlds, type MockOptions } from './options.ts'

export { ChoiceError, type Choices } from '../spec/choices.ts'
export type { PlanId } from '../spec/plans.ts'
export type { Pet, PetStatus } from '../spec/wire.ts'
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
export type { World } from './core/world/world.ts'
export type { Worlds } from './core/world/worlds.ts'
export type { Mock } from './mock.ts'
export type { MockOptions } from './options.ts'

export interface StartOptions extends MockOptions {
  /** 4010 where it is not said; 0 for any free port. */
  readonly port?: number | undefined
  /** 127.0.0.1 where it is not said, so that nobody else on the network reaches the mock. */
  readonly host?: string | undefined
}

/** The options of a mock that shares its state with others. */
export interface SharedOptions extends StartOptions {
  /**
   * Where the state is kept that several mocks share, such as `redis://localhost:6379`. What can be done to such a mock answers
   * with promises.
   */
  readonly store: string
}

/**
 * Starts a mock and resolves once it listens. Rejects with a ControlError or a ChoiceError for a bad option, and with a
 * ControlError when the port or the store cannot be had. Stop it, or let `await using` do so.
 */
export function startMock(options: SharedOptions): Promise<Mock<true>>
export function startMock(options?: StartOptions): Promise<Mock>
export async function startMock(options: StartOptions & Partial<SharedOptions> = {}): Promise<Mock<boolean>> {
  checkOptions(options, true)
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, store, ...others } = options
  if (store === undefined) return await startOn(await createWorlds(others), host, port, others)
  const { worlds, close } = await openWorlds(others, store)
  return await startOn(worlds, host, port, others, close)
}

async function startOn<Later extends boolean>(
  worlds: Worlds<Later>,
  host: string,
  port: number,
  { controlToken = newToken(), allowOrigins }: MockOptions,
  close = (): void => undefined,
): Promise<Mock<Later>> {
  const stopping = new AbortController()
  const listener = createListener(worlds, { token: controlToken, allowOrigins, until: stopping.signal })
  const server = await listen(listener, worlds, host, port).catch((cause: unknown) => {
    close()
    const problem = listenProblem(cause, { host, port })
    throw problem === undefined ? cause : new ControlError('conflict', problem, { cause })
  })
  return new Mock(worlds, endingStreams(server, stopping, close), controlToken)
}

/** A server that ends its event streams and delays before it waits for what is under way, and closes its store after it. */
function endingStreams(server: Listening, streams: AbortController, close: () => void): Listening {
  const stop: Listening['stop'] = async (grace) => {
    streams.abort()
    await server.stop(grace)
    close()
  }
  return { ...server, stop }
}

/**
 * A listener as Node and Express take it, told without their types, which a program that tests a page need not have
 * installed.
 */
export type AppListener = { handle(request: object, response: object): void }['handle']

/** An Express app to mount into another one, and its worlds to control it by. Mount it before any body parser. */
export interface MockApp {
  /** An Express app; any `use` takes it. */
  readonly app: AppListener
  readonly worlds: Worlds
  readonly controlToken: string
  /** Ends the event streams of the control API and the delays of faults, which would keep your server from closing. */
  readonly endStreams: () => void
}

/** The mock without a server of its own: `theirs.use('/petstore', (await createApp()).app)`. */
export async function createApp(options: MockOptions = {}): Promise<MockApp> {
  checkOptions(options, false)
  const { controlToken = newToken(), allowOrigins } = options
  const worlds = await createWorlds(options)
  const streams = new AbortController()
  // A mock of its own starts without Express.
  const { createExpressApp } = await import('./create-app.ts')
  const app = createExpressApp(worlds, { token: controlToken, allowOrigins, until: streams.signal })
  const endStreams = (): void => {
    streams.abort()
  }
  return { app, worlds, controlToken, endStreams }
}
