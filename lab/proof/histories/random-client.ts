import { Recorder } from '../../../contract-tests/history/recorder.ts'
import type { RecordedExchange } from '../../../contract-tests/history/history.ts'
import type { Transport } from '../../../contract-tests/engine/transport.ts'
import { isInt64 } from '../../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { randomFrom } from '../free/freedoms.ts'

/** A service in this process, whose clock can be moved. */
export interface TimedService {
  readonly transport: Transport
  readonly keys: readonly [key: string, second: string]
  /** Unix milliseconds. */
  readonly now: () => number
  readonly advance: (seconds: number) => unknown
}

interface Ask {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly body?: string
}

/** Where its requests go. */
export const BASE_URL = 'http://pets.test/v1'

/** The exchanges of a number of random requests, some of them concurrent; the same for the same seed. */
export async function randomHistory(
  { transport, keys, now, advance }: TimedService,
  seed: number,
  requests: number,
): Promise<readonly RecordedExchange[]> {
  const recorder = new Recorder()
  const random = randomFrom(seed)
  const seen: string[] = []
  let read = 0
  const send = async ({ method, path, key, body }: Ask): Promise<void> => {
    const headers = {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const end = recorder.begin({ method, path, headers, body }, now())
    end(await transport({ method, url: BASE_URL + path, headers, body }), now())
  }
  while (recorder.exchanges.length < requests) {
    if (random() < 0.1) await advance(1 + Math.floor(random() * 40))
    const many = random() < 0.15 ? 2 + Math.floor(random() * 5) : 1
    seen.push(...idsIn(recorder.exchanges.slice(read)))
    read = recorder.exchanges.length
    await Promise.all(Array.from({ length: many }, () => send(randomAsk(random, keys, seen))))
  }
  return recorder.exchanges
}

const STATUSES = ['available', 'pending', 'sold']
const LIMITS = ['', '', 'limit=1', 'limit=5', 'limit=50', 'limit=100', 'limit=100', 'limit=100']
const NAMES = ['Rex', 'Bella', 'A name of more than ten letters', 'Ünï', '', 'x']
const CATEGORIES = [1, 2, 3, 77, -5, 9_007_199_254_740_993n]
const INVALID = [
  {},
  { name: 'Rex' },
  { categoryId: 1 },
  { name: 5, categoryId: 1 },
  [],
  { name: 'Rex', categoryId: 'x' },
]
const UNKNOWN_ID = '8999999999999999999'

function randomAsk(
  random: () => number,
  [first, second]: TimedService['keys'],
  seen: readonly string[],
): Ask {
  const pick = <Value>(values: readonly Value[], otherwise: Value): Value =>
    values[Math.floor(random() * values.length)] ?? otherwise
  const key = random() < 0.05 ? undefined : random() < 0.2 ? second : first
  const kind = random()
  if (kind < 0.45) {
    const status = random() < 0.4 ? `status=${pick(STATUSES, 'sold')}` : ''
    const query = [pick(LIMITS, ''), status].filter(Boolean).join('&')
    return { method: 'GET', path: query === '' ? '/pets' : `/pets?${query}`, key }
  }
  if (kind < 0.75)
    return { method: 'GET', path: `/pets/${random() < 0.1 ? UNKNOWN_ID : pick(seen, '1')}`, key }
  const status = random() < 0.7 ? { status: pick(STATUSES, 'sold') } : {}
  const valid = { name: pick(NAMES, 'Rex'), categoryId: pick(CATEGORIES, 1), ...status }
  const body = stringifyJson(random() < 0.15 ? pick<unknown>(INVALID, {}) : valid)
  return { method: 'POST', path: '/pets', key, body }
}

function idsIn(exchanges: readonly RecordedExchange[]): readonly string[] {
  return exchanges.flatMap(({ json }) =>
    [json].flat().flatMap((pet: unknown) => {
      const id = typeof pet === 'object' && pet !== null && 'id' in pet ? pet.id : undefined
      return isInt64(id) ? [String(id)] : []
    }),
  )
}
