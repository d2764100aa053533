// petstore-mock/msw: the mock behind MSW, in Node and in the browser.
import { http, HttpResponse, type HttpHandler } from 'msw'
import type { FetchMock } from '../fetch/index.ts'

export { createMock, makePets, type FetchMock, type FetchOptions } from '../fetch/index.ts'

/** Which world answers. */
export interface HandlerOptions {
  /** The world that is met at the base address of the default one; that one itself where it is not said. */
  readonly world?: string | undefined
}

/**
 * MSW's handlers for every request that a mock answers, those for other worlds among them:
 * `setupServer(...petstoreHandlers(mock))`, or `setupWorker`. A fault that cuts the connection is a network error.
 */
export function petstoreHandlers(mock: FetchMock, { world }: HandlerOptions = {}): [HttpHandler] {
  const fetch = world === undefined ? mock.fetch : mock.fetchOf(world)
  const handler = http.all(
    ({ request }) => mock.answers(request.url),
    ({ request }) => fetch(request).catch(() => HttpResponse.error()),
  )
  return [handler]
}
