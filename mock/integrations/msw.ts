// petstore-mock/msw: MSW handlers, for Node and the browser.
import { http, HttpResponse, type HttpHandler } from 'msw'
import type { FetchMock } from '../fetch/index.ts'

export { createMock, makePets, type FetchMock, type FetchOptions } from '../fetch/index.ts'

/** The options of `petstoreHandlers`. */
export interface HandlerOptions {
  /** The world that answers at the base address of the default world. Default: the default world. */
  readonly world?: string | undefined
}

/**
 * MSW handlers for every request that a mock answers, requests to other worlds included:
 * `setupServer(...petstoreHandlers(mock))`, or `setupWorker`. A fault that cuts the connection becomes a network error.
 */
export function petstoreHandlers(mock: FetchMock, { world }: HandlerOptions = {}): [HttpHandler] {
  const fetch = world === undefined ? mock.fetch : mock.fetchOf(world)
  const handler = http.all(
    ({ request }) => mock.answers(request),
    ({ request }) => fetch(request).catch(() => HttpResponse.error()),
  )
  return [handler]
}
