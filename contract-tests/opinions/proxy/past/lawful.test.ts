import { expect, test } from 'vitest'
import { createMock } from '../../../../mock/fetch/index.ts'
import type { ObservedExchange } from '../../judge.ts'
import { TrafficHistory } from './traffic-history.ts'

/** Numbers from 0 to 1, the same for each seed (Park and Miller, 1988). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Requests to the mock under some lawful variant of each open point, three at a time, over some minutes. */
async function traffic(seed: number, count: number): Promise<readonly ObservedExchange[]> {
  const random = randomNumbers(seed)
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)]
  let now = Date.UTC(2026, 0, 1)
  const mock = createMock({ baseUrl: 'http://pets.test/v1', vary: seed, time: () => Math.floor(now) })
  const ids = ['1', '5', '12345']
  const passed: ObservedExchange[] = []
  const ask = async (): Promise<void> => {
    const key = pick(['free-demo-key', 'free-demo-key', 'pro-demo-key', undefined])
    const body = random() < 0.2 ? `{"name":"R","categoryId":${pick([1, 2])}}` : undefined
    const list = `/pets?limit=${pick([0, 5, 100, 100])}${pick(['', '', '&status=sold'])}`
    const path = body !== undefined ? '/pets' : (pick([list, `/pets/${pick(ids)}`]) ?? '')
    const requestHeaders = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = Math.floor((now += random() * 1000))
    const reply = await mock.fetch(mock.baseUrl + path, {
      method,
      headers: requestHeaders,
      ...(body !== undefined && { body }),
    })
    const text = await reply.text()
    const id = reply.status === 201 ? /"id": ?(-?\d+)/.exec(text)?.[1] : undefined
    if (id !== undefined) ids.push(id)
    const at = { sent, received: Math.floor((now += random() * 20)) }
    const headers = Object.fromEntries(reply.headers)
    passed.push({
      method,
      path,
      requestHeaders,
      requestBody: body,
      status: reply.status,
      headers,
      body: text,
      at,
    })
  }
  for (let index = 0; index < count; index += 3) await Promise.all([ask(), ask(), ask()])
  return passed
}

test.for([1, 2, 3, 4, 5, 6])(
  'no lawful service is blamed, whosever keys they are: variants %i',
  async (seed) => {
    const passed = await traffic(seed, 240)
    for (const keysAreOwn of [true, false]) {
      const history = new TrafficHistory({ keysAreOwn })
      const found = passed.flatMap((one) => history.judge(one, false).contradictions)
      expect(found.map(({ message }) => message)).toEqual([])
    }
  },
)
