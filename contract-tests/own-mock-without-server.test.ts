import { expect, test } from 'vitest'
import { createMock } from '../mock/fetch/index.ts'
import { runSuite } from './index.ts'
import type { Reply, Request } from './engine/transport.ts'
import type { RunReport } from './report/model/run-report.ts'

/** Runs the suite with all that it may do against a mock without a server. */
async function check(more: Parameters<typeof createMock>[0] = {}): Promise<RunReport> {
  const mock = createMock({ pets: 50, ...more, baseUrl: 'https://api.example.com/petstore/v1' })
  const report = await runSuite({
    baseUrl: mock.baseUrl,
    secondBaseUrl: mock.stagingBaseUrl,
    key: 'free-demo-key',
    secondKey: 'free-demo-key-2',
    plan: 'free',
    exhaust: true,
    ban: true,
    control: [mock.world, mock.worlds.get('staging')],
    transport: async ({ method, url, headers, body }: Request): Promise<Reply> => {
      const init = { method, headers, ...(body !== undefined && { body }) }
      const response = await mock.fetch(url, init)
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    },
  })
  const inForce = mock.choices.read()
  for (const { id, variant } of report.choices)
    expect([id, variant ?? inForce[id]]).toEqual([id, inForce[id]])
  return report
}

test('every clause holds on the mock without a server', async () => {
  const { clauses, exitCode } = await check()
  const notHeld = clauses.filter(({ verdict }) => verdict !== 'held').map(({ id }) => id)
  // No reply of any service shows BASE-4.
  expect([notHeld, exitCode]).toEqual([['BASE-4'], 0])
})

test('a long body is truncated once: it shows its whole length', async () => {
  const long = { name: 'Rex '.repeat(100), categoryId: 1 }
  const { exchanges } = await check({ pets: Array.from({ length: 50 }, () => long) })
  const lengths = exchanges.flatMap(({ body }) => /… \((\d+) characters\)$/.exec(body)?.[1] ?? [])
  expect(lengths).not.toEqual([])
  // The truncated text has some 16,020.
  for (const shown of lengths) expect(Number(shown)).toBeGreaterThan(16_500)
})

// `npm run lab -- proof` runs 200, in process.
test.for([1, 2])('a lawful one is not blamed: vary %i', async (seed) => {
  const { clauses, exitCode } = await check({ vary: seed })
  expect(clauses.filter(({ verdict }) => verdict === 'broken' || verdict === 'error')).toEqual([])
  expect(exitCode).toBe(0)
})
