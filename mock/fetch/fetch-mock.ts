// `await using` needs AsyncDisposable, which the `lib` of a fresh project lacks; the published types include it.
/// <reference lib="esnext.disposable" preserve="true" />
import { MOST_BYTES } from '../core/memory/bounds.ts'
import { andThen, type Awaitable } from '../core/message/awaitable.ts'
import { decodeBody } from '../core/message/request.ts'
import type { Local } from '../core/world/control-types.ts'
import type { MockOptions } from '../core/world/mock-options.ts'
import { MockControls } from '../core/world/mock-controls.ts'
import type { World } from '../core/world/world.ts'
import { DEFAULT_WORLD, STAGING_WORLD, type Worlds } from '../core/world/worlds.ts'
import { sleepUntil, type Sleep } from '../edge/deliver.ts'
import { askedAt, mayBeQueued, PageRequests } from '../edge/browsers.ts'
import { delivered } from '../edge/in-process.ts'
import { askWorlds, type Arrival } from '../edge/locate.ts'
import type { BaseAddress } from './base-address.ts'
import type { controlWay, FetchAccess } from './control-way.ts'
import { bodyOf, headersOf, requestOf, type FetchInput } from './read-request.ts'
import { toResponse } from './to-response.ts'

/** The options of a mock without a server. */
export interface FetchOptions extends MockOptions {
  /** The base address of the default world, such as `https://api.example.com/petstore/v1`. Default: `https://petstore.test/v1`, and `/v1` at any other host. */
  readonly baseUrl?: string | URL | undefined
  /** Whether the control API answers under `/_mock/`. Default: false. With a `controlToken` every request needs that token. */
  readonly control?: boolean | undefined
}

/** The ports of a mock without a server. */
export interface FetchPorts {
  readonly sleep: Sleep
  /** Who may use the control API; `undefined` if it is off. */
  readonly control: Omit<FetchAccess, 'until'> | undefined
}

/** The signature of the global fetch. */
export type Fetch = (input: FetchInput, init?: RequestInit) => Promise<Response>

/** The address of all clients: without a connection there is no other, and requests without a key are metered by address. */
const CLIENT_ADDRESS = '127.0.0.1'

// In a page, whoever answers its requests sees no User-Agent: the browser adds it later. Not everything that runs JavaScript has one.
const OWN_AGENT = typeof navigator === 'undefined' ? undefined : navigator.userAgent

/** A mock without a server: its `fetch` is a function from Request to Response. */
export type FetchMock = Local<FetchControls>

export class FetchControls extends MockControls implements AsyncDisposable {
  /** The base address of the default world. */
  readonly baseUrl: string
  /** The document's second base address. */
  readonly stagingBaseUrl: string
  /**
   * Answers a request as the service would over HTTP. A request under no base address gets the 404 of the default world.
   * Rejects as the global fetch does: with a TypeError when a fault cuts the connection, and with the reason of the request's
   * signal when that aborts. It does not use `this`.
   */
  readonly fetch: Fetch
  readonly #address: BaseAddress
  readonly #stopping = new AbortController()
  readonly #sleep: Sleep
  readonly #access: FetchAccess | undefined
  /** The signal of a request follows that of its client only as long as somebody has the request. */
  readonly #underWay = new Set<Request>()
  readonly #pages = new PageRequests()
  #control: Promise<ReturnType<typeof controlWay>> | undefined

  constructor(worlds: Worlds, address: BaseAddress, { sleep, control }: FetchPorts) {
    super(worlds)
    this.#address = address
    this.#access = control && { ...control, until: this.#stopping.signal }
    this.#sleep = sleepUntil(this.#stopping.signal, sleep)
    this.baseUrl = address.of(DEFAULT_WORLD)
    this.stagingBaseUrl = address.of(STAGING_WORLD)
    this.fetch = (input, init) => this.#respond(input, init, this.world)
  }

  /** The base address of a world; throws a ControlError if no world has that name. */
  baseUrlOf(world: string): Awaitable<string> {
    return andThen(this.worlds.get(world), ({ name }) => this.#address.of(name))
  }

  /**
   * A `fetch` whose default world is another one: a client that uses the base address of the default world gets its replies
   * from `world`. Throws a ControlError if no world has that name.
   */
  fetchOf(world: string): Awaitable<Fetch> {
    return andThen(
      this.worlds.get(world),
      (found): Fetch =>
        (input, init) =>
          this.#respond(input, init, found),
    )
  }

  /**
   * Whether this mock answers what the first argument of fetch asks for; false for what is no address. Use it to let all other
   * requests pass.
   */
  answers(input: FetchInput): boolean {
    return this.#address.answers(input, this.#access !== undefined)
  }

  /** Ends the delays of faults, and the event streams of the control API. */
  stop(): Promise<void> {
    this.#stopping.abort()
    return Promise.resolve()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #respond(input: FetchInput, init: RequestInit | undefined, world: World): Promise<Response> {
    const request = requestOf(input, init)
    this.#underWay.add(request)
    const asked = this.#pages.begin()
    try {
      return await this.#answer(request, world, askedAt(init) ?? asked)
    } finally {
      this.#pages.end()
      this.#underWay.delete(request)
    }
  }

  async #answer(request: Request, world: World, asked: number): Promise<Response> {
    const { method, signal } = request
    signal.throwIfAborted()
    const { pathname, search } = new URL(request.url)
    const place = `${this.#address.mount}/_mock`
    const isControl = this.#access && `${pathname}/`.startsWith(`${place}/`)
    const body = await bodyOf(request, isControl ? MOST_BYTES.snapshotBody : MOST_BYTES.requestBody)
    const headers = headersOf(request, body)
    if (isControl) {
      // A form of any page can send such a request to a service worker, which gets no header that shows its origin.
      if (request.mode === 'navigate' && method === 'POST') headers['sec-fetch-site'] = 'cross-site'
      const answer = await this.#loadControl(this.#access)
      const path = pathname.slice(place.length) || '/'
      const asked = { method, place, path, query: search.slice(1), headers }
      return answer(asked, body, request)
    }
    const reply = await askWorlds(this.worlds, {
      ...this.#placeOf(pathname, search, world),
      method,
      headers,
      address: CLIENT_ADDRESS,
      askedAt: mayBeQueued({ 'user-agent': OWN_AGENT, ...headers }) ? asked : undefined,
      readBody: (limit) => decodeBody(body, limit),
    })
    if (reply.delivery) {
      // A client reads a reply in a later turn than the one in which it sends requests, as over a network.
      await this.#sleep(0, signal)
      await delivered(reply)
    }
    signal.throwIfAborted()
    return toResponse(request, headers, reply, this.#sleep)
  }

  /** The control API. Its first request loads it; if that fails, the next request tries again. */
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
    const isNamed = named !== undefined && this.worlds.cached(named) !== undefined
    if (this.#address.holds(path) && !isNamed) return { mount, target: path + query, at: { base, world } }
    const isBelow = path.startsWith(`${mount}/`)
    return { mount: isBelow ? mount : '', target: (isBelow ? path.slice(mount.length) : path) + query }
  }
}

/** The target of a request. */
type Place = Pick<Arrival, 'mount' | 'target' | 'at'>
