import type { FetchMock } from '../fetch/index.ts'

type GlobalFetch = typeof globalThis.fetch

const MOCKS = Symbol('mocks')

/** The global fetch while mocks answer it. */
type AnsweredFetch = GlobalFetch & { readonly [MOCKS]: AnsweringMocks }

/** The mocks that answer the global fetch, the newest first, and the fetch that was there before. */
interface AnsweringMocks {
  readonly mocks: FetchMock[]
  readonly before: GlobalFetch
}

/**
 * Has a mock answer the global fetch at its base address, until it is disposed of; all other requests go out as before. Throws if
 * another one answers there.
 */
export function answerGlobalFetch(mock: FetchMock): Disposable {
  const { fetch } = globalThis
  const { mocks, before } = isAnswered(fetch) ? fetch[MOCKS] : replaceFetch()
  if (mocks.some(({ baseUrl }) => baseUrl === mock.baseUrl)) {
    throw new Error(
      `Another test has the mock at ${mock.baseUrl}, and the global fetch is the same for both. ` +
        'Run such tests one after the other, or leave baseUrl out: each test then has a server of its own',
    )
  }
  mocks.unshift(mock)
  return {
    [Symbol.dispose]: (): void => {
      mocks.splice(mocks.indexOf(mock), 1)
      if (mocks.length === 0) globalThis.fetch = before
    },
  }
}

function replaceFetch(): AnsweringMocks {
  const { fetch: before } = globalThis
  const mocks: FetchMock[] = []
  const answered: GlobalFetch = (input, init) =>
    (mocks.find((mock) => mock.answers(input))?.fetch ?? before)(input, init)
  globalThis.fetch = Object.assign(answered, { [MOCKS]: { mocks, before } })
  return { mocks, before }
}

function isAnswered(fetch: GlobalFetch): fetch is AnsweredFetch {
  return MOCKS in fetch
}
