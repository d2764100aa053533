import { expect, test } from 'vitest'
import { overlayFor } from '../../lab/proof/lawful.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { runOn, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { costs } from '../../lab/proof/violations/limit.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'
import type { ClauseReport } from '../report/model/run-report.ts'
import { runSuite } from '../suite.ts'

const creationsCostTwo = costs(2, ({ operation }) => operation === 'createPet')
const others = overlayFor('another client', 1)

async function limit3(overlay: Overlay): Promise<ClauseReport | undefined> {
  const { clauses } = await runOn(await testService(overlay, { mock: { pets: 50 } }), { only: ['LIMIT-3'] })
  return clauses.find(({ id }) => id === 'LIMIT-3')
}

test('an operation that costs more is a breach where nobody else uses the key', async () => {
  const report = await limit3(creationsCostTwo)
  expect(report?.verdict).toBe('broken')
  expect(report?.tests.find(({ breach }) => breach)?.breach).toMatchObject({
    expected: ['X-RateLimit-Remaining 1 fewer with createPet, as with other requests'],
    actual: '2 fewer',
  })
})

const KEYLESS = 'without a key'

/**
 * The verdict on LIMIT-3 of a service that says of a key what is left by `left`, given the names of its operations so far, those that
 * are refused without a key among them; and at Reset, when all will be left again: where it is refilled, later by as much as is gone.
 */
async function limit3Of(
  left: (operations: readonly string[]) => number,
  isRefilled = false,
): Promise<string | undefined> {
  const key = 'free-demo-key'
  const operations: string[] = []
  const overlay: Overlay = (healthy) => async (request) => {
    const reply = await healthy(request)
    if (reply.status === 401) operations.push(KEYLESS)
    if (request.headers['authorization'] !== `Bearer ${key}`) return reply
    operations.push(request.operation ?? '')
    const remaining = Math.max(0, left(operations))
    const full = isRefilled ? { 'x-ratelimit-reset': String(Math.ceil(time / 1000) + LIMIT - remaining) } : {}
    return {
      ...reply,
      headers: { ...reply.headers, 'x-ratelimit-remaining': String(remaining), ...full },
    }
  }
  let time = Date.parse('2026-01-15T10:30:00Z')
  const now = (): number => (time += 1)
  const clock = { now, sleep: () => Promise.resolve() }
  const { transport } = otherService({ overlay, now })
  const options = { baseUrl: 'http://pets.test/v1', key, exhaust: false, ban: false, maxWait: 0 }
  const { clauses } = await runSuite(settingsFor(options), { transport, clock })
  return clauses.find(({ id }) => id === 'LIMIT-3')?.verdict
}

const LIMIT = 60
const withKey = (all: readonly string[]): readonly string[] => all.filter((one) => one !== KEYLESS)

test('requests without a key that are charged to one are a breach', async () => {
  expect(await limit3Of((all) => LIMIT - all.length)).toBe('broken')
  expect(await limit3Of((all) => LIMIT - withKey(all).length)).toBe('held')
})

test('creations that cost two are a breach where they leave a minute few other requests', async () => {
  const cost = (operation: string): number => (operation === 'createPet' ? 2 : 1)
  expect(await limit3Of((all) => LIMIT - withKey(all).reduce((sum, one) => sum + cost(one), 0))).toBe(
    'broken',
  )
})

test('they are one too where a window is refilled all the time, so that its Reset moves on with each request', async () => {
  const cost = (operation: string): number => (operation === 'createPet' ? 2 : 1)
  const left = (all: readonly string[], each: (one: string) => number): number =>
    LIMIT - withKey(all).reduce((sum, one) => sum + each(one), 0)
  expect(await limit3Of((all) => left(all, cost), true)).toBe('broken')
  expect(await limit3Of((all) => left(all, () => 1), true)).not.toBe('broken')
})

test('a counter for each operation leaves more than the requests of all operations do, whoever else uses the key', async () => {
  expect(await limit3Of((all) => LIMIT - all.filter((one) => one === all.at(-1)).length)).toBe('broken')
})

test('replies that leave their own request out, which the next one counts, are not taken for others who use the key', async () => {
  const isOut = (operation = ''): number => (operation === 'createPet' ? 1 : 0)
  expect(await limit3Of((all) => LIMIT - withKey(all).length + isOut(all.at(-1)))).toBe('broken')
})

test('it is not verified where others do', async () => {
  expect((await limit3((healthy) => others(creationsCostTwo(healthy))))?.verdict).toBe('not verified')
})

test('others who use the key are blamed for nothing', async () => {
  expect((await limit3(others))?.verdict).toBe('held')
})
