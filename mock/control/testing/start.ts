import { startMock, type Mock, type MockOptions } from '../../index.ts'

/** When test mocks are started: 23 seconds into a minute, at noon. */
export const NOON = Date.UTC(2026, 2, 1, 12, 0, 23)

export const TOKEN = 'a-token-for-tests'

/** Starts a mock whose time stands still until it is moved. */
export function start(options: MockOptions = {}): Promise<Mock> {
  return startMock({ port: 0, time: () => NOON, controlToken: TOKEN, ...options })
}

/** Sends a request to the service with a key. */
export function asClient(mock: Mock, key: string, path = '/v1/pets?limit=1'): Promise<Response> {
  return fetch(mock.origin + path, { headers: { Authorization: `Bearer ${key}` } })
}
