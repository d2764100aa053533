import fc from 'fast-check'
import { invalidNewPets } from '../../../fixtures/testing/new-pet.ts'
import { petStatuses } from '../../../spec/operations.ts'
import type { FaultSpec } from '../../core/faults/faults.ts'
import type { World } from '../index.ts'

/** A request as arguments of fetch; `path` is the URL without its origin. */
export interface Asked {
  readonly path: string
  readonly init: RequestInit
}

/** An action on a service: a request, or a change of its world. */
export type Step =
  | { readonly kind: 'ask'; readonly asked: Asked }
  | { readonly kind: 'change'; readonly change: (world: World) => unknown; toString(): string }

const KEY = 'free-demo-key'

const authorization = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(`Bearer ${KEY}`, 'Bearer pro-demo-key') },
  fc.constantFrom(undefined, '', 'Bearer', `bearer  ${KEY} `, 'Bearer no-such-key', 'Basic Zm9vOmJhcg=='),
)

const limit = fc.constantFrom('1', '5', '100', '101', '0', '-1', 'ten', '')
const status = fc.constantFrom<string>(...petStatuses, 'Sold', '')
const query = fc.oneof(
  fc.constantFrom('', '?', '?lmit=3', '?cursor=p1', '?limit=3&limit=4'),
  fc.tuple(limit, status).map(([limit, status]) => `?limit=${limit}&status=${status}`),
)

const id = fc.oneof(
  fc.integer({ min: 0, max: 25 }).map(String),
  fc.constantFrom('9007199254740993', '9223372036854775808', '-1', '1e2', 'Rex', '%31', '%zz'),
)

const path = fc.oneof(
  { weight: 4, arbitrary: query.map((query) => `/v1/pets${query}`) },
  { weight: 3, arbitrary: id.map((id) => `/v1/pets/${id}`) },
  fc.constantFrom(
    '/staging/v1/pets',
    '/staging/v1',
    '/nobody/v1/pets',
    '/v1/',
    '/v1/owners',
    '/',
    '/v1/pets/1/x',
  ),
)

const body = fc.oneof(
  fc
    .record({
      name: fc.string({ unit: 'grapheme', maxLength: 12 }),
      categoryId: fc.maxSafeInteger().map((id) => id + 0),
    })
    .map((pet) => JSON.stringify(pet)),
  fc.constantFrom(...invalidNewPets.map(({ body }) => body)),
  fc.constantFrom(
    '',
    ' ',
    '{"name":',
    '\uFEFF{"name":"Rex","categoryId":1}',
    '{"name":"Rex","categoryId":9007199254740993}',
  ),
)

const type = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    undefined,
    'application/json; charset=latin1',
    'text/plain',
    'application/x-www-form-urlencoded',
  ),
)

const creation = fc.tuple(authorization, fc.constantFrom('/v1/pets', '/staging/v1/pets'), body, type)

const headersOf = (fields: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const ask = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'), path, authorization)
      .map(([method, path, Authorization]): Asked => ({
        path,
        init: { method, headers: headersOf({ Authorization }) },
      })),
  },
  {
    weight: 2,
    arbitrary: creation.map(([Authorization, path, body, type]): Asked => ({
      path,
      init: { method: 'POST', headers: headersOf({ Authorization, 'Content-Type': type }), body },
    })),
  },
)

const effect = fc.constantFrom<FaultSpec['effect']>(
  { kind: 'delay', from: 10 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 204 },
  { kind: 'status', status: 599, body: 'ü', headers: { 'X-Own': 'yes', 'content-type': 'text/plain' } },
  { kind: 'not-json' },
  { kind: 'cut', at: 'before-reply' },
  { kind: 'cut', at: 'mid-body' },
  { kind: 'trickle', over: 100 },
)

const change = fc
  .oneof(
    fc.integer({ min: 1, max: 90_000 }).map((seconds) => (world: World) => world.clock.advance({ seconds })),
    fc.nat({ max: 999 }).map((seed) => (world: World) => world.choices.vary(seed)),
    fc.nat({ max: 2 }).map((minute) => (world: World) => world.keys.setRemaining(KEY, { minute })),
    fc.constant((world: World) => world.keys.ban(KEY, 60)),
    fc.constant((world: World) => world.clock.set('2030-12-05T00:00:00Z')),
    fc.constant((world: World) => {
      world.limits.switch(!world.limits.on)
    }),
    fc.constant((world: World) => world.pets.add({ name: 'Rex', categoryId: 2n ** 60n })),
    effect.map((effect) => (world: World) => world.faults.add({ effect, times: 2 })),
  )
  .map((change): Step => ({ kind: 'change', change, toString: () => change.toString() }))

const sequence = fc.array(
  fc.oneof({ weight: 3, arbitrary: ask.map((asked): Step => ({ kind: 'ask', asked })) }, change),
  { minLength: 3, maxLength: 15 },
)

/** Runs `attempt` with so many random sequences of requests and changes. */
export function forSequences(
  runs: number,
  attempt: (steps: readonly Step[]) => Promise<void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(sequence, attempt), { numRuns: runs })
}

// Only HTTP has these headers of the connection (RFC 9112 §9, §6.1).
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Everything that a client sees of a response, or that there was none. */
export async function seen(answer: Promise<Response>): Promise<unknown> {
  try {
    const response = await answer
    const headers = [...response.headers].filter(([name]) => !CONNECTION_HEADERS.has(name))
    const body = await response.text().catch(() => 'cut')
    return { status: response.status, phrase: response.statusText, headers, body }
  } catch (error) {
    return error instanceof TypeError ? 'cut' : error
  }
}
