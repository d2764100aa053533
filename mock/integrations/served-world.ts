// `await using` needs AsyncDisposable, which the `lib` of a fresh project lacks; the published types include it.
/// <reference lib="esnext.disposable" preserve="true" />
import { throwInvalid } from '../core/world/control-error.ts'
import { ControlClient } from '../client/control-client.ts'
import { ControlFailure } from '../client/control-failure.ts'
import type { NewWorld } from '../client/generated/wire.ts'
import type { WorldClient } from '../client/world-client.ts'
import { BaseAddress } from '../fetch/base-address.ts'

/** A mock on a server answers, from a new world for the page. */
export interface OnServer extends Omit<NewWorld, 'name'> {
  readonly baseUrl: string | URL
  /** Scheme, host and port of the mock, such as `http://127.0.0.1:4010`. */
  readonly server: string
  /** The control token, required if the mock runs on another machine. */
  readonly token?: string
}

/**
 * A world of a mock on a server, and its controls, which return promises. What the mock refuses rejects with a ControlFailure.
 * The world stays there until `remove`, which `await using` calls.
 */
export interface ServedWorld extends WorldClient, AsyncDisposable {
  readonly name: string
  /** The base address that the page sends its requests to. */
  readonly baseUrl: string
}

/** Creates a world on a server; rejects with a ControlFailure, or with a ControlError for an address that is none. */
export async function createServedWorld(options: OnServer): Promise<ServedWorld> {
  const { server, baseUrl, token = '', ...seed } = options
  const { origin, path } = new BaseAddress(String(baseUrl))
  const client = new ControlClient(`${originOf(server)}/_mock`)
  client.token = token
  const name = `page-${crypto.randomUUID()}`.slice(0, 40)
  await client.request('createWorld', { body: { name, ...seed } }).catch((error: unknown) => {
    throw error instanceof ControlFailure && error.code === 'conflict' ? withHint(error) : error
  })
  const controls = client.world(name)
  return {
    ...controls,
    name,
    baseUrl: origin + path,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await controls.remove()
    },
  }
}

/** Scheme, host and port of a mock. `localhost:4010` would be an address of the scheme `localhost:`. */
function originOf(server: string): string {
  const url = URL.parse(server)
  if (!url || !/^https?:$/.test(url.protocol))
    throwInvalid('server must be an address such as http://127.0.0.1:4010')
  return url.origin
}

/** The refusal of one world more than the mock has room for. */
function withHint({ status, message, code }: ControlFailure): ControlFailure {
  const hint = 'mockPetstore made those named page-…, and each stays until its remove() is called'
  return new ControlFailure(status, `${message}. ${hint}`, { code })
}
