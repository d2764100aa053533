import { expect, test } from 'vitest'
import { createMock } from '../../../../mock/fetch/index.ts'
import type { ObservedExchange } from '../../judge.ts'
import { universalFindings } from '../../universal-findings.ts'
import { TrafficHistory } from './traffic-history.ts'

/** Numbers from 0 to 1, the same for each seed (Park and Miller, 1988). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** How the clock of a service differs from that of the proxy. */
interface OtherClock {
  /** Milliseconds. */
  readonly ahead?: number
  readonly speed?: number
  /** By how many milliseconds it is moved, now and then. */
  readonly moves?: readonly number[]
}

/** Requests to the mock under some lawful variant of each open point, three at a time, over some minutes. */
async function traffic(
  seed: number,
  count: number,
  { ahead = 0, speed = 1, moves = [] }: OtherClock = {},
): Promise<readonly ObservedExchange[]> {
  const random = randomNumbers(seed)
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)]
  const start = Date.UTC(2026, 0, 1)
  let [now, moved] = [start, ahead]
  const time = (): number => Math.floor(start + moved + (now - start) * speed)
  const mock = createMock({ baseUrl: 'http://pets.test/v1', vary: seed, time })
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
    if (moves.length > 0 && random() < 0.05) moved += pick(moves) ?? 0
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

/** What replies break, each by itself and together. */
function brokenBy(passed: readonly ObservedExchange[], keysAreOwn: boolean): readonly string[] {
  const history = new TrafficHistory({ keysAreOwn })
  const found = passed.flatMap((one) => [
    ...universalFindings(one, history.clock).findings.filter(({ severity }) => severity === 'error'),
    ...history.judge(one, false).contradictions,
  ])
  return found.map(({ message }) => message)
}

test.for([1, 2, 3, 4, 5, 6])(
  'no lawful service is blamed, whosever keys they are: variants %i',
  async (seed) => {
    const passed = await traffic(seed, 240)
    for (const keysAreOwn of [true, false]) expect(brokenBy(passed, keysAreOwn)).toEqual([])
  },
)

const [MINUTE, DAY] = [60_000, 86_400_000]

test.for<[what: string, clock: OtherClock]>([
  ['is ahead', { ahead: 5 * MINUTE }],
  ['is behind', { ahead: -5 * MINUTE }],
  ['is fast', { speed: 60 }],
  ['stands still', { speed: 0 }],
  ['is moved on', { moves: [3000, 10_000, 45_000, MINUTE, DAY] }],
  ['is moved on and back', { moves: [3000, 45_000, -4000, -10_000, -MINUTE] }],
])('nor is one whose clock %s', async ([_what, clock]) => {
  for (const seed of [1, 4, 8]) expect(brokenBy(await traffic(seed, 180, clock), true)).toEqual([])
})
