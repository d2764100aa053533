// petstore-mock/vitest: a mock for each test.
import { createMock, type FetchMock, type FetchOptions } from '../fetch/index.ts'
import { startMock, type Mock, type MockOptions } from '../index.ts'
import { answerGlobalFetch } from './answered-fetch.ts'

export type { FetchMock, FetchOptions, Mock, MockOptions }

type Use<Value> = (value: Value) => Promise<void>

/** The fixture `petstore`, for tests that use it. */
export interface PetstoreFixture<Value> {
  petstore: (given: { task?: unknown }, use: Use<Value>) => Promise<void>
}

/** The mock answers the global fetch at this address. */
export interface AtAddress extends FetchOptions {
  readonly baseUrl: string | URL
}

/**
 * The fixture for `test.extend(petstore())`: a mock that starts for the test on a free port, and stops after it. With a
 * `baseUrl` no server starts: the mock answers the global fetch at that address, and other requests go out as before. A second
 * test that runs at the same time fails then.
 */
export function petstore(options: AtAddress): PetstoreFixture<FetchMock>
export function petstore(options?: MockOptions & { readonly baseUrl?: undefined }): PetstoreFixture<Mock>
export function petstore(options: FetchOptions = {}): PetstoreFixture<FetchMock> | PetstoreFixture<Mock> {
  const { baseUrl, ...others } = options
  // Vitest parses the source of a fixture for the fixtures that it needs, and requires a destructured parameter.
  const lendStarted = async ({ task: _task }: { task?: unknown }, use: Use<Mock>): Promise<void> => {
    await using mock = await startMock({ ...others, port: 0 })
    await use(mock)
  }
  const lendAtAddress = async ({ task: _task }: { task?: unknown }, use: Use<FetchMock>): Promise<void> => {
    await using mock = createMock(options)
    using _answered = answerGlobalFetch(mock)
    await use(mock)
  }
  return baseUrl === undefined ? { petstore: lendStarted } : { petstore: lendAtAddress }
}
