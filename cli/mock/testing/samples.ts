import type { Change, WorldEvent } from '../../../mock/core/journal/events.ts'
import type { JournalEntry } from '../../../mock/core/journal/journal.ts'
import type { StartFacts } from '../start-facts.ts'

type Difference = Partial<Omit<JournalEntry, 'request'>> & {
  readonly request?: Partial<JournalEntry['request']>
}

/** The event of `GET /v1/pets?limit=5` with a demo key, at 10:31:23.456 on 1 May 2026; with a difference. */
export function exchangeEvent({ request, ...difference }: Difference = {}): WorldEvent {
  return {
    kind: 'exchange',
    exchange: {
      id: 1,
      world: 'default',
      time: Date.UTC(2026, 4, 1, 10, 31, 23, 456),
      request: {
        method: 'GET',
        base: '/v1',
        path: '/pets',
        query: 'limit=5',
        headers: {},
        address: '127.0.0.1',
        ...request,
      },
      body: undefined,
      key: 'free-demo-key',
      reply: { status: 200, headers: [], body: '[]' },
      operation: 'listPets',
      reason: { step: 'act', rule: 'LIST-1', sentence: 'listed 5 of 100 pets' },
      ...difference,
    },
  }
}

export function changeEvent(difference: Partial<Change> = {}): WorldEvent {
  const time = Date.UTC(2026, 4, 1, 10, 31, 23, 456)
  return {
    kind: 'change',
    change: { world: 'default', time, what: 'limits', sentence: 'limits off', ...difference },
  }
}

/** The facts of a mock that was started with nothing said, and a difference. */
export function startFactsOf(difference: Partial<StartFacts> = {}): StartFacts {
  return {
    version: '1.2.3',
    origin: 'http://127.0.0.1:4010',
    baseUrl: 'http://127.0.0.1:4010/v1',
    stagingBaseUrl: 'http://127.0.0.1:4010/staging/v1',
    controlUrl: 'http://127.0.0.1:4010/_mock/',
    host: '127.0.0.1',
    originsElsewhere: [],
    world: undefined,
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
    store: undefined,
    ...difference,
  }
}
