// The published types bring AsyncDisposable along, which the `lib` of a fresh project lacks and `await using` needs.
/// <reference lib="esnext.disposable" preserve="true" />
import { SNAPSHOT_LIMIT } from '../control/message/body-limits.ts'
import { BODY_LIMIT } from '../core/request/read-body.ts'
import { decodeBody } from '../core/message/request.ts'
import type { MockOptions } from '../core/world/mock-options.ts'
import { MockControls } from '../core/world/mock-controls.ts'
import type { World } from '../core/world/world.ts'
import { DEFAULT_WORLD, STAGING_WORLD, type Worlds } from '../core/world/worlds.ts'
import { HOLD_MS, sleepUntil, type Sleep } from '../edge/deliver.ts'
import { askWorlds, type Arrival } from '../edge/locate.ts'
import type { BaseAddress } from './base-address.ts'
import type { controlWay, FetchAccess } from './control-way.ts'
import { bodyOf, headersOf, requestOf, type FetchInput } from './read-request.ts'
import { toResponse } from './to-response.ts'

/** What a mock without a server is made with. */
export interface FetchOptions extends MockOptions {
  /** The base address of the default world, such as `https://api.example.com/petstore/v1`; `/v1` at any host where it is not said. */
  readonly baseUrl?: string | URL | undefined
  /** Whether the control API answers, under `/_mock/`. With a `controlToken` it asks everybody for that. */
  readonly control?: boolean | undefined
}

/** How a mock without a server does what is not the service's. */
export interface FetchPorts {
  readonly sleep: Sleep
  /** Who may use the control API; `undefined` where there is none. */
  readonly control: Omit<FetchAccess, 'until'> | undefined
}

/** What fetch is to callers: given an address or a Request, it resolves with the Response. */
export type Fetch = (input: FetchInput, init?: RequestInit) => Promise<Response>

/** What everybody without a key is metered by, for nobody here has an address of his own. */
const CLIENT_ADDRESS = '127.0.0.1'

/** A mock that is a function from Request to Response. */
export class FetchMock extends MockControls implements AsyncDisposable {
  /** The base address of the default world. */
  readonly baseUrl: string
  /** The document's second base address. */
  readonly stagingBaseUrl: string
  /**
   * Answers as the service would over HTTP; what is under no base address gets the 404 of the default world. Rejects as fetch does: where a fault cuts the connection,
   * with a TypeError, and with the reason of the request's signal once that aborts. It needs no `this`.
   */
  readonly fetch: Fetch
  readonly #address: BaseAddress
  readonly #stopping = new AbortController()
  readonly #sleep: Sleep
  readonly #access: FetchAccess | undefined
  #control: Promise<ReturnType<typeof controlWay>> | undefined

  constructor(worlds: Worlds, address: BaseAddress, { sleep, control }: FetchPorts) {
    super(worlds)
    this.#address = address
    this.#access = control && { ...control, until: this.#stopping.signal }
    this.#sleep = sleepUntil(this.#stopping.signal, sleep)
    this.baseUrl = this.baseUrlOf(DEFAULT_WORLD)
    this.stagingBaseUrl = this.baseUrlOf(STAGING_WORLD)
    this.fetch = (input, init) => this.#respond(requestOf(input, init), this.world)
  }

  /** The base address of a world; throws a ControlError where there is none of that name. */
  baseUrlOf(world: string): string {
    return this.#address.of(this.worlds.get(world).name)
  }

  /**
   * The same as `fetch`, for a client that has a world to itself and does not know: at the base address of the default world it
   * meets that one. Throws a ControlError where there is none of that name.
   */
  fetchOf(world: string): Fetch {
    const known = this.worlds.get(world)
    return (input, init) => this.#respond(requestOf(input, init), known)
  }

  /** Whether an address is this service's, for whoever lets all other requests pass. */
  answers(url: string | URL): boolean {
    return this.#address.answers(url, this.#access !== undefined)
  }

  /** Ends the delays of faults, and the event streams of the control API. */
  stop(): Promise<void> {
    this.#stopping.abort()
    return Promise.resolve()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #respond(request: Request, world: World): Promise<Response> {
    const { signal } = request
    signal.throwIfAborted()
    const { pathname, search } = new URL(request.url)
    const place = `${this.#address.mount}/_mock`
    const isControl = this.#access && (pathname === place || pathname.startsWith(`${place}/`))
    const body = await bodyOf(request, isControl ? SNAPSHOT_LIMIT : BODY_LIMIT)
    const headers = headersOf(request, body)
    const readBody = (limit: number) => Promise.resolve(decodeBody(body, limit))
    if (isControl) {
      // A form of any page may send this, into a service worker too, to which no header tells of that.
      if (request.mode === 'navigate' && request.method === 'POST') headers['sec-fetch-site'] = 'cross-site'
      const answer = await this.#loadControl(this.#access)
      const path = pathname.slice(place.length) || '/'
      const asked = { method: request.method, place, path, query: search.slice(1), headers, readBody }
      return answer(asked, signal)
    }
    const reply = await askWorlds(this.worlds, {
      ...this.#placeOf(pathname, search, world),
      method: request.method,
      headers,
      address: CLIENT_ADDRESS,
      readBody,
    })
    if (reply.told) {
      await this.#sleep(HOLD_MS, signal)
      await reply.told(performance.now())
    }
    signal.throwIfAborted()
    return toResponse(request, headers, reply, this.#sleep)
  }

  /** The control API, loaded with its first request; where that failed, with the next. */
  #loadControl(access: FetchAccess): Promise<ReturnType<typeof controlWay>> {
    this.#control ??= import('./control-way.ts').then(
      ({ controlWay }) => controlWay(this.worlds, access),
      (error: unknown) => {
        this.#control = undefined
        throw error
      },
    )
    return this.#control
  }

  #placeOf(path: string, query: string, world: World): Place {
    const { mount, path: base } = this.#address
    const named = this.#address.worldIn(path)
    const isNamed = named !== undefined && this.worlds.find(named) !== undefined
    if (this.#address.holds(path) && !isNamed) return { mount, target: path + query, at: { base, world } }
    const isBelow = path.startsWith(`${mount}/`)
    return { mount: isBelow ? mount : '', target: (isBelow ? path.slice(mount.length) : path) + query }
  }
}

/** Where a request goes. */
type Place = Pick<Arrival, 'mount' | 'target' | 'at'>
