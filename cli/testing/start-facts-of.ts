import type { StartFacts } from '../mock/start-facts.ts'

/** The facts of a mock that was started with nothing said, and a difference. */
export function startFactsOf(difference: Partial<StartFacts> = {}): StartFacts {
  return {
    version: '1.2.3',
    origin: 'http://127.0.0.1:4010',
    baseUrl: 'http://127.0.0.1:4010/v1',
    stagingBaseUrl: 'http://127.0.0.1:4010/staging/v1',
    controlUrl: 'http://127.0.0.1:4010/_mock/',
    host: '127.0.0.1',
    controlToken: undefined,
    keys: [
      { key: 'pro-key', plan: 'pro', perMinute: 300, perDay: 10_000 },
      { key: 'free-key', plan: 'free', perMinute: 60, perDay: 1000 },
    ],
    pets: 100,
    example: { id: 9007199254740993n, categoryId: 4 },
    limits: true,
    faults: 0,
    choices: {},
    quiet: false,
    files: [],
    ...difference,
  }
}
