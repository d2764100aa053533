import { remembering } from '../../contract-tests/history/history.ts'
import type { WorldControl } from '../../contract-tests/engine/ports.ts'
import { functionTransport, type Reply, type Transport } from '../../contract-tests/engine/transport.ts'
import { serviceRequest } from './violations/service.ts'
import type { Overlay, Service, ServiceRequest } from './violations/service.ts'
import { OtherLimits, type OtherQuota } from './other-limits.ts'
import { OtherPets } from './other-pets.ts'

export interface OtherOptions {
  readonly pets?: number
  /** Its clock, in Unix milliseconds. By default it stands still until it is advanced. */
  readonly now?: () => number
  /** Whether it validates what it stores. */
  readonly validates?: () => boolean
  /** What is laid over it. */
  readonly overlay?: Overlay
}

/** A service that shares only the document and the names of the keys with the mock. */
export interface OtherService {
  readonly service: Service
  readonly transport: Transport
  /** Its clock and its quotas, which no client could set. */
  readonly control: readonly [WorldControl]
  /** The ids of its pets. */
  readonly stored: () => readonly string[]
  /** Every request, such as `GET /v1/pets`, or `GET /v1/pets as nobody` without its key. */
  readonly requests: readonly string[]
}

// The last one is on another plan, for requests that overlays make themselves.
const KEYS = ['free-demo-key', 'free-demo-key-2', 'enterprise-demo-key']
const FREE = { minute: 60, day: 1000 }
const OWN = { minute: 5000, day: 1_000_000 }

interface Answer {
  readonly status: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** The other service, in process. */
export function otherService({
  pets = 40,
  now,
  validates = () => true,
  overlay = (healthy) => healthy,
}: OtherOptions = {}): OtherService {
  let moved = Date.UTC(2026, 0, 15, 10, 30, 20)
  const clock = now ?? ((): number => moved)
  const stored = new OtherPets(pets, validates)
  const limits = new Map(KEYS.map((key) => [key, new OtherLimits(key === KEYS[2] ? OWN : FREE)]))
  const requests: string[] = []

  const healthy: Service = (request) => {
    const key = keyOf(request)
    // A client without a key gets the numbers of the Free plan, and is not counted.
    const { refused, quota } = limits.get(key ?? '')?.admit(clock()) ?? {
      refused: false,
      quota: { limit: FREE.minute, remaining: FREE.minute, reset: Math.ceil(clock() / 1000) + 60 },
    }
    const answer = refused ? tooMany(quota) : answerTo(request, key, stored)
    const content = answer.body === undefined ? '' : written(answer.body)
    return Promise.resolve({
      status: answer.status,
      headers: {
        date: new Date(clock()).toUTCString(),
        ...(content !== '' && { 'content-type': 'application/json;charset=UTF-8' }),
        ...rateLimit(quota),
        ...answer.headers,
      },
      body: request.method === 'HEAD' ? '' : content,
    })
  }
  const service = overlay(healthy)
  const noted: Service = (request) => {
    const who = request.headers['authorization'] === `Bearer ${KEYS[0]}` ? '' : ' as nobody'
    requests.push(`${request.method} ${request.base}${request.path}${who}`)
    return service(request)
  }
  const control: WorldControl = {
    clock: {
      freeze: () => ({ now: clock() }),
      advance: ({ seconds }) => ({ now: (moved += seconds * 1000) }),
    },
    keys: { setRemaining: (key, left) => limits.get(key)?.leave(left, clock()) },
  }
  const transport = functionTransport((request): Promise<Reply> => noted(serviceRequest(request)))
  return { service: noted, transport, control: [control], stored: () => stored.ids(), requests }
}

function keyOf({ headers }: ServiceRequest): string | undefined {
  const [, sent = ''] = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '') ?? []
  return KEYS.includes(sent) ? sent : undefined
}

function rateLimit({ limit, remaining, reset }: OtherQuota): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  }
}

function tooMany({ reset }: OtherQuota): Answer {
  return { status: 429, headers: { 'retry-after': new Date(reset * 1000).toUTCString() } }
}

function answerTo(request: ServiceRequest, key: string | undefined, pets: OtherPets): Answer {
  const { base, body = '' } = request
  const { pathname, searchParams } = new URL(request.path, 'http://other')
  if (base === '') return error(404, 'NO_SUCH_PATH')
  if (key === undefined) {
    const headers = { 'www-authenticate': 'Bearer realm="pets"' }
    return { ...error(401, 'KEY_NOT_ACCEPTED'), headers }
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const [, id] = /^\/pets\/(.+)$/.exec(pathname) ?? []
  if (method === 'GET' && pathname === '/pets') return list(searchParams, base, pets)
  if (method === 'POST' && pathname === '/pets') return create(request, body, pets)
  if (method === 'GET' && id !== undefined) {
    const pet = pets.find(id)
    return pet ? { status: 200, body: pet } : error(404, 'PET_NOT_FOUND')
  }
  return error(404, 'NO_SUCH_PATH')
}

function list(query: URLSearchParams, base: string, pets: OtherPets): Answer {
  const page = pets.page(query)
  if (page.next === undefined) return { status: 200, body: page.pets }
  return {
    status: 200,
    body: page.pets,
    headers: { link: `<${base}/pets?${page.next.toString()}>; rel="next"` },
  }
}

function create({ headers, base }: ServiceRequest, body: string, pets: OtherPets): Answer {
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const pet = isJson ? pets.add(body) : undefined
  if (pet === undefined) return error(400, 'BODY_NOT_VALID')
  return { status: 201, body: pet, headers: { location: `${base}/pets/${pet.id}` } }
}

function error(status: number, code: string): Answer {
  return { status, body: { message: `Sorry: ${code.toLowerCase()}`, status, code } }
}

function written(body: object): string {
  if (Array.isArray(body) && body.length > 0)
    return `[\n  ${body.map((pet: object) => writtenAlone(pet).replaceAll('\n', '\n  ')).join(',\n  ')}\n]`
  return writtenAlone(body)
}

/** Pets never change. */
const writtenAlone = remembering((body: object) =>
  JSON.stringify(
    body,
    (_key, value: unknown) => (typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value),
    2,
  ),
)
