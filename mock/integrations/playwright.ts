// petstore-mock/playwright: the mock answers pages at the address of the real service.
import type { WorldClient } from '../client/world-client.ts'
import { noteAsked, PageRequests } from '../edge/browsers.ts'
import { createMock, type FetchMock, type FetchOptions } from '../fetch/index.ts'
import { createServedWorld, type OnServer, type ServedWorld } from './served-world.ts'

export { ControlFailure } from '../client/control-failure.ts'
export type { FetchMock, FetchOptions, OnServer, ServedWorld, WorldClient }

/** The part of Playwright's Page and BrowserContext that is used. */
export interface Routed {
  route(matches: (url: URL) => boolean, handle: (route: Route) => Promise<void>): Promise<unknown>
  unrouteAll(options: { readonly behavior: 'wait' | 'ignoreErrors' }): Promise<void>
}

/** The part of Playwright's Route that is used. */
interface Route {
  request(): {
    url(): string
    method(): string
    allHeaders(): Promise<Record<string, string>>
    postDataBuffer(): Uint8Array | null
  }
  abort(code: string): Promise<void>
  continue(change: { url: string }): Promise<void>
  fetch(change: { url: string; maxRedirects: number; timeout: number }): Promise<{
    status(): number
    headers(): Record<string, string>
    body(): Promise<Uint8Array>
  }>
  // As Playwright's types have it, each part may be missing.
  fulfill(answer?: Partial<Answer>): Promise<void>
}

/** A reply, whole. Its bytes are a Buffer, as Playwright wants; the type does without, which only Node's types have. */
interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array
}

/** The mock runs in the test's process and answers the page's requests there. */
export interface InTest extends FetchOptions {
  /** The base address that the page sends its requests to. */
  readonly baseUrl: string | URL
  readonly server?: undefined
}

/** Answers a page's requests to the service from a new world, and returns its controls. */
export function mockPetstore(page: Routed, options: InTest): Promise<FetchMock>
export function mockPetstore(page: Routed, options: OnServer): Promise<ServedWorld>
export function mockPetstore(page: Routed, options: InTest | OnServer): Promise<FetchMock | ServedWorld> {
  return options.server === undefined ? mockInTest(page, options) : mockOnServer(page, options)
}

async function mockInTest(page: Routed, { server: _server, ...options }: InTest): Promise<FetchMock> {
  const mock = createMock(options)
  const pages = new PageRequests()
  await page.route(
    (url) => mock.answers(url),
    async (route) => {
      const asked = pages.begin()
      await fulfil(route, () => answerOf(mock, route, asked))
      pages.end()
    },
  )
  return mock
}

async function answerOf(mock: FetchMock, route: Route, askedAt: number): Promise<Answer> {
  const asked = route.request()
  const sent = asked.postDataBuffer()
  const body = sent && new Uint8Array(sent)
  const init = { method: asked.method(), headers: await asked.allHeaders(), body }
  noteAsked(init, askedAt)
  const response = await mock.fetch(asked.url(), init)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** What mock and Playwright say of a connection that a fault cuts, and Playwright of a page that has gone. */
const EXPECTED =
  /connection was cut|ECONNRESET|socket hang up|\baborted\b|has been closed|context disposed|Test ended/i

/** Gives the page a reply. Without one it gets a network error, and stderr the reason and a hint, unless the reason is expected. */
async function fulfil(route: Route, reply: () => Promise<Answer>, hint = ''): Promise<void> {
  try {
    await route.fulfill(await reply())
  } catch (error) {
    // A rejection would reach nobody. Playwright's second line begins a log, which shows the key.
    const [reason = ''] = String(error).split('\n')
    if (!EXPECTED.test(reason)) {
      console.error(`petstore-mock: ${route.request().url()} was not answered. ${reason}${hint}`)
    }
    // The request of a page that has gone cannot be aborted either.
    await route.abort('connectionreset').catch(() => undefined)
  }
}

async function mockOnServer(page: Routed, options: OnServer): Promise<ServedWorld> {
  const world = await createServedWorld(options)
  const { origin, pathname: base } = new URL(world.baseUrl)
  const served = `/${world.name}/v1`
  // `Link` and `Location` name the path at which the mock has the world.
  const bases = [base, served]
  const baseOf = (path: string): string | undefined =>
    bases.find((one) => path === one || path.startsWith(`${one}/`))
  const isService = (url: URL): boolean => url.origin === origin && baseOf(url.pathname) !== undefined
  await page.route(isService, async (route) => {
    const { pathname, search, protocol } = new URL(route.request().url())
    const below = pathname.slice(baseOf(pathname)?.length)
    const there = new URL(`${served}${below}${search}`, options.server)
    // `continue` cannot change the scheme, so another request is sent instead.
    if (there.protocol === protocol) {
      await route.continue({ url: there.href })
      return
    }
    await fulfil(route, () => fetchThere(route, there.href), `. Is the mock at ${there.origin} running?`)
  })
  return world
}

async function fetchThere(route: Route, url: string): Promise<Answer> {
  // A fault may delay a reply for longer than Playwright's 30 seconds.
  const reply = await route.fetch({ url, maxRedirects: 0, timeout: 0 })
  return { status: reply.status(), headers: reply.headers(), body: await reply.body() }
}

type Use<Value> = (value: Value) => Promise<void>

/** The fixture `petstore`: the pages of each test's context, those that it opens later too, have a world of their own. */
export interface PetstoreFixture<Value> {
  petstore: [
    (given: { context: Routed }, use: Use<Value>) => Promise<void>,
    // No test's page may reach the real service, even if the test does not use the fixture.
    { auto: true },
  ]
}

/** The type of the fixture, for `test.extend<Petstore>`. */
export interface Petstore {
  petstore: FetchMock
}

/** The type of the fixture when a mock on a server answers. */
export interface ServedPetstore {
  petstore: ServedWorld
}

/** The fixture for `test.extend<Petstore>(petstore({ baseUrl: … }))`, with the options of `mockPetstore`. */
export function petstore(options: InTest): PetstoreFixture<FetchMock>
export function petstore(options: OnServer): PetstoreFixture<ServedWorld>
export function petstore(
  options: InTest | OnServer,
): PetstoreFixture<FetchMock> | PetstoreFixture<ServedWorld> {
  if (options.server === undefined) {
    const lend = async ({ context }: { context: Routed }, use: Use<FetchMock>): Promise<void> => {
      await using mock = await mockInTest(context, options)
      await use(mock)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    }
    return { petstore: [lend, { auto: true }] }
  }
  const lend = async ({ context }: { context: Routed }, use: Use<ServedWorld>): Promise<void> => {
    await using world = await mockOnServer(context, options)
    await use(world)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return { petstore: [lend, { auto: true }] }
}
