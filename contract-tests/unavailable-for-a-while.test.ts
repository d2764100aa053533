// A service that does not answer for a while, and does so before and after.
import { expect, test } from 'vitest'
import { asReal } from '../lab/proof/as-real.ts'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { PLAIN, runOn, testService } from '../lab/proof/test-service.ts'
import { asError, both, onReply, replies, timeOf, type When } from '../lab/proof/violations/mutate.ts'
import type { Overlay, Reply, ServiceRequest } from '../lab/proof/violations/service.ts'
import { seededRandom } from '../mock/core/settings/random.ts'
import { readJson } from './engine/exchange.ts'
import type { ContractSettings } from './engine/settings.ts'
import { memberOf } from './history/values.ts'

/** In the middle of a minute, for a service whose clock nobody moves. */
const BEGINS = 17
const DEFAULT = { exhaust: false, ban: false } as const

/** Answers 503, or otherwise, to requests of a kind from the `from`th of all on, until so many more were asked or two seconds are over. */
function unavailable(
  from: number,
  length: number,
  isMet: (request: ServiceRequest) => boolean = () => true,
  failed: (reply: Reply) => Reply = asError(503),
  seconds = OUTAGE_S,
): Overlay {
  return (healthy) => {
    let [asked, until] = [0, Number.NaN]
    return async (request) => {
      asked += 1
      const reply = await healthy(request)
      if (asked === from) until = timeOf(reply) + seconds
      const isOver = asked < from || asked >= from + length || timeOf(reply) >= until
      return isOver || !isMet(request) ? reply : failed(reply)
    }
  }
}

const OUTAGE_S = 2

/** Answers 503 to the first one of a kind alone. */
function failsOnce(isMet: When): Overlay {
  return (healthy) => {
    let met = 0
    return onReply((request, reply) => isMet(request, reply) && (met += 1) === 1, asError(503))(healthy)
  }
}

async function brokenBy(overlay: Overlay, more: Partial<ContractSettings> = {}): Promise<readonly string[]> {
  return clausesThatAre('broken', await runOn(await testService(overlay, PLAIN), { ...DEFAULT, ...more }))
}

const isOfStaging = ({ base }: ServiceRequest): boolean => base.startsWith('/staging')
const isCreation = ({ method }: ServiceRequest): boolean => method === 'POST'

test('the second base address may sleep until it is asked: it is asked again', async () => {
  const report = await runOn(await testService(failsOnce(isOfStaging), PLAIN), DEFAULT)
  expect(report.clauses.find(({ id }) => id === 'BASE-2')?.verdict).toBe('held')
  expect(clausesThatAre('broken', report)).toEqual([])
  const failed = report.exchanges.find(({ status }) => status === 503)
  expect(report.exchanges.at(-1)).toMatchObject({ path: failed?.path, status: 200 })
  expect(report.exchanges.map(({ id }) => id)).toEqual(report.exchanges.map((_one, at) => at + 1))
})

test('it is asked again at once where the run may not wait', async () => {
  expect(await brokenBy(failsOnce(isOfStaging), { maxWait: 0 })).toEqual([])
})

test('a run that ends at the first breach asks again before', async () => {
  const overlay = failsOnce(isOfStaging)
  const report = await runOn(await testService(overlay, PLAIN), { ...DEFAULT, bail: true })
  expect(report.clauses.find(({ id }) => id === 'GET-1')?.verdict).toBe('held')
})

test.for([1, 20, 36, 48, 72, 108, 122])(
  'nothing may be served for a moment, from request %i on',
  async (from) => {
    expect(await brokenBy(unavailable(from, 30))).toEqual([])
  },
)

/** What gateways answer for a service that does not: they know nothing of its quotas and its Error. */
const OF_GATEWAYS: readonly (readonly [status: number, type: string, body: string])[] = [
  [503, 'text/html', '<html><h1>503 Service Unavailable</h1></html>'],
  [502, 'text/plain', ''],
  [504, 'application/json', '{"message": "Endpoint request timed out"}'],
]

test.for(OF_GATEWAYS.flatMap((reply) => [1, 20, 60, 100].map((from) => [...reply, from] as const)))(
  'a gateway may answer %i, %s, for it: %s, from request %i on',
  async ([status, type, body, from]) => {
    const failed = (): Reply => ({
      status,
      body,
      headers: { 'content-type': type },
    })
    expect(await brokenBy(unavailable(from, 30, undefined, failed))).toEqual([])
  },
)

test('what a gateway answers shows no variant', async () => {
  const isOdd = ({ path }: ServiceRequest): boolean => path.includes('colour=')
  const report = await runOn(await testService(onReply(isOdd, asError(503)), PLAIN), DEFAULT)
  const seen = report.choices.find(({ id }) => id === 'further-pages')
  expect(seen?.variant).toBeUndefined()
  expect(seen?.detail).toContain('an answer: status 503')
})

test.for([40, 100])('a service that stays down from request %i on breaks nothing', async (from) => {
  const down = unavailable(from, Infinity, undefined, asError(503), Infinity)
  const report = await runOn(await asReal(await testService(down, PLAIN), BEGINS), DEFAULT)
  expect(clausesThatAre('broken', report)).toEqual([])
  expect(report.exchanges.at(-1)).toMatchObject({ status: 503 })
})

test.for([1, 15, 25, 37, 90])('nothing may be written for a while, from request %i on', async (from) => {
  expect(await brokenBy(unavailable(from, 110, isCreation))).toEqual([])
})

test.for<{ what: string; isMet: When; broken: string }>([
  { what: 'the second base address', isMet: isOfStaging, broken: 'BASE-2' },
  { what: 'any creation', isMet: isCreation, broken: 'CREATE-1' },
  { what: 'any creation without a key', isMet: both(isCreation, replies(401)), broken: 'AUTH-2' },
  { what: 'any invalid body', isMet: both(isCreation, replies(400)), broken: 'CREATE-3' },
])('it is a breach that $what is never served', async ({ isMet, broken }) => {
  expect(await brokenBy(onReply(isMet, asError(503)))).toContain(broken)
})

/** What a gateway answers for a service that ends at a request. */
function ofBadGateway(): Reply {
  return { status: 502, body: '<h1>502 Bad Gateway</h1>', headers: { 'content-type': 'text/html' } }
}

test.for<{ what: string; isMet: When; broken: string }>([
  { what: 'the status filter', isMet: ({ path }) => /[?]status=/.test(path), broken: 'LIST-5' },
  { what: 'a pet that is not there', isMet: replies(404), broken: 'GET-2' },
  { what: 'a page of 100', isMet: ({ path }) => path.includes('limit=100'), broken: 'LIST-3' },
  { what: 'an id beyond 2^53', isMet: ({ path }) => /[/]-?\d{17}/.test(path), broken: 'GET-3' },
  {
    what: 'the status of a new pet',
    isMet: ({ method }, { body }) => method === 'POST' && memberOf(readJson(body), 'status') === 'sold',
    broken: 'CREATE-7',
  },
])('it is a breach that the service ends at each request for $what', async ({ isMet, broken }) => {
  const service = await asReal(await testService(onReply(isMet, ofBadGateway), PLAIN), BEGINS)
  expect(clausesThatAre('broken', await runOn(service, DEFAULT))).toEqual([broken])
})

test.for([
  ['without a status', false],
  ['with one', true],
] as const)('so it is at each creation %s, of which many fail', async ([_what, hasStatus]) => {
  const isMet: When = ({ method, body = '' }, { status }) =>
    method === 'POST' && status < 402 && (memberOf(readJson(body), 'status') !== undefined) === hasStatus
  const service = await asReal(await testService(onReply(isMet, ofBadGateway), PLAIN), BEGINS)
  const report = await runOn(service, { ...DEFAULT, key: 'pro-demo-key', plan: 'pro' })
  expect(clausesThatAre('broken', report)).toContain('CREATE-7')
})

test('so it is where a service takes each name once', async () => {
  const names = new Set<unknown>()
  const overlay: Overlay = (healthy) => async (request) => {
    const body = request.method === 'POST' ? readJson(request.body ?? '') : undefined
    const name = memberOf(body, 'name')
    const isTaken = names.has(name)
    const reply = await healthy(isTaken ? { ...request, body: '{}' } : request)
    if (reply.status === 201 && memberOf(body, 'status') === 'pending') return ofBadGateway()
    if (reply.status === 201) names.add(name)
    return isTaken && reply.status === 400 ? asError(409)(reply) : reply
  }
  const report = await runOn(await asReal(await testService(overlay, PLAIN), BEGINS), DEFAULT)
  expect(clausesThatAre('broken', report)).toEqual(['CREATE-7'])
})

test.for<[what: string, isMet: (request: ServiceRequest) => boolean]>([
  ['a page of 50', ({ path }) => path.includes('limit=50')],
  ['the status filter', ({ path }) => path.includes('status=pending')],
  [
    'a category',
    ({ method, body }) => method === 'POST' && memberOf(readJson(body ?? ''), 'categoryId') === 0,
  ],
])('a breaker may be open for %s, for five seconds', async ([_what, isMet]) => {
  let until: number | undefined
  const overlay = onReply(isMet, (reply) => {
    until ??= timeOf(reply) + 5
    return timeOf(reply) < until ? { ...ofBadGateway(), status: 503 } : reply
  })
  const service = await asReal(await testService(overlay, PLAIN), BEGINS)
  const report = await runOn(service, { ...DEFAULT, key: 'pro-demo-key', plan: 'pro' })
  expect(clausesThatAre('broken', report)).toEqual([])
})

test.for([4, 10, 12])(
  'a service may go down for good, and the run have no request left: %i',
  async (from) => {
    const isDown = unavailable(from, Number.POSITIVE_INFINITY, () => true, asError(503), Number.NaN)
    expect(await brokenBy(isDown, { maxRequests: 20 })).toEqual([])
  },
)

// By chance the request over a day fails, and one that adds a pet all the same.
test.for([1, 2, 3, 49, 93, 146])('one in 15 requests may get no answer of the service: %i', async (seed) => {
  const random = seededRandom(seed)
  expect(await brokenBy(onReply(() => random() < 1 / 15, ofBadGateway))).toEqual([])
})

test.for([1, 2, 3, 4, 5, 6])('nor one in three: %i', async (seed) => {
  const random = seededRandom(seed)
  const service = await asReal(
    await testService(
      onReply(() => random() < 1 / 3, ofBadGateway),
      PLAIN,
    ),
    BEGINS,
  )
  const report = await runOn(service, { ...DEFAULT, key: 'pro-demo-key', plan: 'pro' })
  expect(clausesThatAre('broken', report)).toEqual([])
})

test.for([
  [5, 'creations'],
  [8, 'creations'],
  [3, 'requests'],
  [10, 'requests'],
] as const)('a gateway may let in %i %s a second', async ([most, what]) => {
  const asked = new Map<number, number>()
  const overlay: Overlay = (healthy) => async (request) => {
    const reply = await healthy(request)
    if (what === 'creations' && !isCreation(request)) return reply
    const count = (asked.get(timeOf(reply)) ?? 0) + 1
    asked.set(timeOf(reply), count)
    return count > most ? { ...ofBadGateway(), status: 503 } : reply
  }
  const service = await asReal(await testService(overlay, PLAIN), BEGINS)
  const report = await runOn(service, { ...DEFAULT, key: 'pro-demo-key', plan: 'pro' })
  expect(clausesThatAre('broken', report)).toEqual([])
})
