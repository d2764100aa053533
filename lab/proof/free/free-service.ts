import { setImmediate as turn } from 'node:timers/promises'
import type { WorldControl } from '../../../contract-tests/engine/ports.ts'
import { inTheOtherCase } from '../../../contract-tests/engine/keys.ts'
import { functionTransport, type Reply, type Transport } from '../../../contract-tests/engine/transport.ts'
import { serviceRequest } from '../violations/service.ts'
import type { ServiceRequest } from '../violations/service.ts'
import { FreeMeter, type FreeQuota } from './free-meter.ts'
import { FreePets } from './free-pets.ts'
import type { Mix } from './freedoms.ts'

/** A conforming service that uses the freedoms of a mix. */
export interface FreeService {
  readonly transport: Transport
  readonly control: readonly [WorldControl]
  /** How many pets were created under a key that the suite was not given. */
  readonly writtenElsewhere: () => number
}

export const FREE_KEYS = { key: 'acme-staging-12', secondKey: 'pets-of-a-friend' } as const

const ofAnotherCustomer: Readonly<Record<Mix['otherKey'], string>> = {
  unlike: 'somebody-else',
  'ours without its end': FREE_KEYS.key.slice(0, -1),
  'ours without its start': FREE_KEYS.key.slice(1),
  'ours and an x': `${FREE_KEYS.key}x`,
  'ours in capitals': inTheOtherCase(FREE_KEYS.key),
}

// Far less than clocks may differ.
const AHEAD_MS = { 'of the service': 0, 'of a gateway ahead': 2000, 'of a gateway behind': -2000 } as const

const MOST_TURNS = 5

/** The service of a mix, in process. */
export function freeService(mix: Mix): FreeService {
  let now = Date.UTC(2026, 2, 10, 8, 20, 17)
  const pets = new FreePets(mix)
  const otherKey = ofAnotherCustomer[mix.otherKey]
  const meters = new Map<string, FreeMeter>()
  for (const key of [FREE_KEYS.key, FREE_KEYS.secondKey, otherKey]) meters.set(key, new FreeMeter(mix))
  let [requests, elsewhere] = [0, 0]

  const answer = (request: ServiceRequest): Reply => {
    pets.beVisited()
    const key = /^Bearer (\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? ''
    const meter = meters.get(key)
    if (meter === undefined) {
      const quota = { limit: 60, remaining: 60, reset: now - (now % 60_000) + 60_000 }
      return replyTo(request, quota, error(401, 'unknown-key', { 'www-authenticate': 'Bearer realm="pets"' }))
    }
    const { quota, refused } = meter.admit(now)
    if (refused !== undefined)
      return replyTo(request, quota, error(429, 'slow-down', { 'retry-after': waitFor(mix, refused, now) }))
    const answered = answerTo(request, pets, mix)
    if (answered.status === 201 && key === otherKey) elsewhere += 1
    return replyTo(request, answered.status >= 400 ? meter.giveBack() : quota, answered)
  }
  const replyTo = (
    { method }: ServiceRequest,
    quota: FreeQuota,
    { status, body, headers }: Answer,
  ): Reply => ({
    status,
    headers: {
      date: new Date(now + AHEAD_MS[mix.date]).toUTCString(),
      'content-type': 'application/json',
      'x-ratelimit-limit': String(quota.limit),
      'x-ratelimit-remaining': String(quota.remaining),
      'x-ratelimit-reset': String(quota.reset / 1000),
      ...(status === 429 && { 'cache-control': 'no-store' }),
      ...headers,
    },
    body: method === 'HEAD' ? '' : written(body),
  })
  const control: WorldControl = {
    clock: { freeze: () => ({ now }), advance: ({ seconds }) => ({ now: (now += seconds * 1000) }) },
    keys: { setRemaining: (key, left) => meters.get(key)?.leave(left, now) },
  }
  const transport = functionTransport(async (asked) => {
    requests += 1
    const turns = mix.replies === 'slow' ? requests % MOST_TURNS : 0
    for (let before = turns; before > 1; before -= 2) await turn()
    const reply = answer(serviceRequest(asked))
    for (let after = turns; after > 0; after -= 2) await turn()
    return reply
  })
  return { transport, control: [control], writtenElsewhere: () => elsewhere }
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

function error(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: { code, message: `It is ${code}.`, status }, headers }
}

const STATUSES = ['available', 'pending', 'sold']

function answerTo(request: ServiceRequest, pets: FreePets, mix: Mix): Answer {
  const { pathname, searchParams } = new URL(request.path, 'http://free')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (request.base !== '' && pathname === '/pets') {
    if (method === 'GET') return listTo(searchParams, pets, mix)
    if (method !== 'POST') return error(405, 'not-allowed', { allow: 'GET, HEAD, POST' })
    const isJson = request.headers['content-type']?.startsWith('application/json') === true
    const pet = isJson ? pets.add(request.body ?? '') : undefined
    return pet === undefined ? error(400, 'not-valid') : { status: 201, body: pet }
  }
  const [, id] = /^\/pets\/([^/]+)$/.exec(pathname) ?? []
  const pet = request.base === '' || id === undefined || method !== 'GET' ? undefined : pets.find(id)
  return pet === undefined ? error(404, 'not-found') : { status: 200, body: pet }
}

function listTo(query: URLSearchParams, pets: FreePets, { lenient }: Mix): Answer {
  const [limit, status] = [query.get('limit') ?? '20', query.get('status') ?? undefined]
  const isLimit = /^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100
  const isStatus = status === undefined || STATUSES.includes(status)
  if (lenient === 'no' && !(isLimit && isStatus)) return error(400, 'not-valid')
  return { status: 200, body: pets.page(isStatus ? status : undefined, isLimit ? Number(limit) : 20) }
}

/** Retry-After in the form of a mix, for an end in Unix milliseconds. */
function waitFor({ wait }: Mix, until: number, now: number): string {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  const written: Readonly<Record<Mix['wait'], string>> = {
    seconds: `${seconds}`,
    'HTTP date': new Date(until).toUTCString(),
    'with a unit': `${seconds}s`,
    'ISO date': new Date(until).toISOString(),
    'ISO duration': `PT${seconds}S`,
    milliseconds: `${seconds * 1000}`,
    'Unix time': `${until / 1000}`,
    'Unix milliseconds': `${until}`,
  }
  return written[wait]
}

function written(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner,
  )
}
