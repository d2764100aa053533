// A colleague uses the same keys while the suite runs: a service that conforms is accused of nothing.
import { expect, test } from 'vitest'
import { randomFrom } from '../lab/proof/free/freedoms.ts'
import { createMock } from '../mock/fetch/index.ts'
import type { Reply, Request } from './engine/transport.ts'
import { runSuite } from './index.ts'
import type { RunReport } from './report/model/run-report.ts'

const KEYS = { key: 'free-demo-key', secondKey: 'free-demo-key-2' }
const SHARED = ['No one else used the first key.', 'No one else used the second key.']

/** When others use the keys. */
interface Others {
  /** How likely it is that they send a request with a key beside each of the run. */
  readonly busy: number
  /** After so many requests of the run they send so many with the first key that it is banned, which is answered 403. */
  readonly banAfter?: number
}

/** A run that may do everything, while others use its keys. */
async function runBeside(seed: number, { busy, banAfter }: Others): Promise<RunReport> {
  let now = Date.UTC(2026, 10, 20, 10, 0, 30)
  const random = randomFrom(seed)
  let sent = 0
  const choices = { 'status-while-banned': banAfter === undefined ? '429' : '403' } as const
  const mock = createMock({ pets: 50, choices, time: () => now })
  const ask = async ({ method, url, headers, body }: Request): Promise<Reply> => {
    const response = await mock.fetch(url, { method, headers, ...(body !== undefined && { body }) })
    const { status } = response
    return { status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
  const use = async (key: string): Promise<void> => {
    const url = `${mock.baseUrl}/pets/${Math.ceil(random() * 60)}`
    await ask({ method: 'GET', url, headers: { authorization: `Bearer ${key}` }, body: undefined })
  }
  const meddle = async (): Promise<void> => {
    for (const key of Object.values(KEYS)) while (random() < busy) await use(key)
  }
  return await runSuite({
    ...KEYS,
    baseUrl: mock.baseUrl,
    secondBaseUrl: mock.stagingBaseUrl,
    plan: 'free',
    exhaust: true,
    ban: true,
    maxWait: 2000,
    seed,
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds
        await meddle()
      },
    },
    transport: async (request) => {
      now += Math.floor(random() * 40)
      const asked = ask(request)
      await meddle()
      const reply = await asked
      await meddle()
      sent += 1
      if (sent === banAfter) for (let others = 0; others < 100; others += 1) await use(KEYS.key)
      return reply
    },
  })
}

/** The broken and warned tests of promises of the document. */
function accusations({ clauses }: RunReport): readonly string[] {
  return clauses
    .filter(({ level }) => level === 'must')
    .flatMap(({ tests }) => tests)
    .filter(({ verdict }) => verdict === 'broken' || verdict === 'warned' || verdict === 'error')
    .map(({ title, breach, detail }) => `${title}: ${breach?.actual ?? detail}`)
}

test.for([
  [1, 0.05],
  [2, 0.3],
  [3, 0.5],
])(
  'nobody is accused, and the report says that the keys were shared: seed %i',
  async ([seed = 0, busy = 0]) => {
    const report = await runBeside(seed, { busy })
    expect(accusations(report)).toEqual([])
    const contradicted = (report.assumptions ?? []).filter(({ contradictedBy }) => contradictedBy.length > 0)
    expect(contradicted.map(({ text }) => text)).toEqual(SHARED)
  },
)

test.for([5, 30, 60, 90])('a ban that others earn after %i requests accuses nobody', async (banAfter) => {
  const report = await runBeside(1, { busy: 0, banAfter })
  expect(accusations(report)).toEqual([])
  const [first] = report.assumptions ?? []
  expect([first?.text, first?.contradictedBy.length]).not.toEqual([SHARED[0], 0])
})

test('alone, nothing is contradicted', async () => {
  const report = await runBeside(1, { busy: 0 })
  expect(accusations(report)).toEqual([])
  expect(report.assumptions?.map(({ text, contradictedBy }) => [text, contradictedBy.length])).toEqual([
    ...SHARED.map((text) => [text, 0]),
    ['No one removed or changed pets.', 0],
    ['The clocks of service and client agree within 5 s.', 0],
  ])
})
