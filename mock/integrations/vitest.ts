// petstore-mock/vitest: a mock for each test.
import { createMock, type FetchMock, type FetchOptions } from '../fetch/index.ts'
import { startMock, type Mock, type MockOptions } from '../index.ts'

export type { FetchMock, FetchOptions, Mock, MockOptions }

type Use<Value> = (value: Value) => Promise<void>

/** A fixture `petstore` for every test that asks for it. */
export interface PetstoreFixture<Value> {
  petstore: (given: { task?: unknown }, use: Use<Value>) => Promise<void>
}

/** Where the program under test looks for the service by its global fetch. */
export interface AtAddress extends FetchOptions {
  readonly baseUrl: string | URL
}

/**
 * The fixture that `test.extend(petstore())` takes: a mock that is started for the test, at any free port, and stopped after it. With a `baseUrl`
 * nothing listens: the global fetch meets the mock at that address, and all else as before.
 */
export function petstore(options: AtAddress): PetstoreFixture<FetchMock>
export function petstore(options?: MockOptions & { readonly baseUrl?: undefined }): PetstoreFixture<Mock>
export function petstore(options: FetchOptions = {}): PetstoreFixture<FetchMock> | PetstoreFixture<Mock> {
  const { baseUrl, ...others } = options
  // Vitest reads out of the text of a fixture which others it needs, and wants to see braces.
  const lendStarted = async ({ task: _task }: { task?: unknown }, use: Use<Mock>): Promise<void> => {
    await using mock = await startMock({ ...others, port: 0 })
    await use(mock)
  }
  const lendAtAddress = async ({ task: _task }: { task?: unknown }, use: Use<FetchMock>): Promise<void> => {
    await using mock = createMock(options)
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      const url = typeof input === 'string' || input instanceof URL ? input : input.url
      return mock.answers(url) ? mock.fetch(input, init) : fetch(input, init)
    }
    try {
      await use(mock)
    } finally {
      globalThis.fetch = fetch
    }
  }
  return baseUrl === undefined ? { petstore: lendStarted } : { petstore: lendAtAddress }
}
