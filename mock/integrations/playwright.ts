// petstore-mock/playwright: the mock answers pages at the address of the real service.
import type { WorldClient } from '../client/world-client.ts'
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
  fetch(change: { url: string; maxRedirects: number }): Promise<{
    status(): number
    headers(): Record<string, string>
    body(): Promise<Buffer>
  }>
  fulfill(answer: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>
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
  await page.route(
    (url) => mock.answers(url),
    (route) => answerFrom(mock, route),
  )
  return mock
}

async function answerFrom(mock: FetchMock, route: Route): Promise<void> {
  const asked = route.request()
  const sent = asked.postDataBuffer()
  const body = sent && new Uint8Array(sent)
  const init = { method: asked.method(), headers: await asked.allHeaders(), body }
  try {
    const response = await mock.fetch(asked.url(), init)
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  } catch (error) {
    // A TypeError is a fault that cuts the connection.
    if (!(error instanceof TypeError)) throw error
    await route.abort('connectionreset')
  }
}

async function mockOnServer(page: Routed, options: OnServer): Promise<ServedWorld> {
  const world = await createServedWorld(options)
  const { origin, pathname: base } = new URL(world.baseUrl)
  const isService = (url: URL): boolean =>
    url.origin === origin && (url.pathname === base || url.pathname.startsWith(`${base}/`))
  await page.route(isService, async (route) => {
    const { pathname, search, protocol } = new URL(route.request().url())
    const there = new URL(`/${world.name}/v1${pathname.slice(base.length)}${search}`, options.server)
    // `continue` cannot change the scheme, so another request is sent instead.
    if (there.protocol === protocol) {
      await route.continue({ url: there.href })
      return
    }
    const reply = await route.fetch({ url: there.href, maxRedirects: 0 })
    await route.fulfill({ status: reply.status(), headers: reply.headers(), body: await reply.body() })
  })
  return world
}

type Use<Value> = (value: Value) => Promise<void>

/** The fixture `petstore`: each test's page has a world of its own. */
export interface PetstoreFixture<Value> {
  petstore: [
    (given: { page: Routed }, use: Use<Value>) => Promise<void>,
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
    const lend = async ({ page }: { page: Routed }, use: Use<FetchMock>): Promise<void> => {
      await using mock = await mockInTest(page, options)
      await use(mock)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    return { petstore: [lend, { auto: true }] }
  }
  const lend = async ({ page }: { page: Routed }, use: Use<ServedWorld>): Promise<void> => {
    await using world = await mockOnServer(page, options)
    await use(world)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return { petstore: [lend, { auto: true }] }
}
