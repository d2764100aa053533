/** The HTTP side of the service: envelope, authentication, limits, the three operations, and test control. */
import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Clock } from './clock.ts'
import { JsonNumber, fitsInt64, parseExact, stringifyExact, toInt64 } from './json.ts'
import type { Account, Limiter, Quota, RefusalReason } from './limits.ts'
import { isPetStatus, type NewPet, type PetStatus, type PetStore } from './pets.ts'

export interface Services {
  clock: Clock
  limiter: Limiter
  store: PetStore
  control: boolean
}

type Env = { Variables: { requestId: string; account: Account; quota: Quota } }
type Ctx = Context<Env>
type Problem = { field: string; problem: string }

const JSON_TYPE = 'application/json;charset=UTF-8'
const MAX_BODY_BYTES = 64 * 1024
const DEPRECATED_SINCE = Date.UTC(2025, 11, 5)
const REMOVED_ON = Date.UTC(2030, 11, 5)

const REFUSALS: Record<RefusalReason, { code: string; message: string }> = {
  minute: { code: 'quota.minute_spent', message: 'The requests of this minute are used up.' },
  day: { code: 'quota.day_spent', message: 'The requests of this day are used up.' },
  ban: { code: 'quota.key_suspended', message: 'The key went on after being refused and is suspended for a while.' },
}

const json = (c: Ctx, status: ContentfulStatusCode, value: unknown): Response =>
  c.body(`${stringifyExact(value)}\n`, status, { 'content-type': JSON_TYPE })

const failure = (c: Ctx, status: ContentfulStatusCode, code: string, message: string, more: object = {}): Response =>
  json(c, status, { status, code, message, ...more, requestId: c.get('requestId') })

const bearerKey = (c: Ctx): string | undefined => /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

export function envelopeHeaders(now: number, quota: Quota, requestId: string): Record<string, string> {
  return {
    date: new Date(now).toUTCString(),
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(quota.remaining),
    'x-ratelimit-reset': String(quota.reset),
    ...(quota.policy && { 'ratelimit-policy': quota.policy }),
    'x-request-id': requestId,
    'x-api-version': '1.0.0',
    'cache-control': 'no-store',
  }
}

/** The answer to something that never became a request of the application (bad framing, bad host, ...). */
export function transportFailure({ clock, limiter }: Services, status: number, message: string) {
  const requestId = randomUUID()
  const body = `${stringifyExact({ status, code: 'http.unreadable', message, requestId })}\n`
  const headers = { ...envelopeHeaders(clock.now(), limiter.standing(undefined), requestId), 'content-type': JSON_TYPE }
  return { body, headers }
}

export function createApp(services: Services): Hono<Env> {
  const { clock, limiter, control } = services
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    await next()
    const quota = c.get('quota') ?? limiter.standing(limiter.find(bearerKey(c)))
    for (const [name, value] of Object.entries(envelopeHeaders(clock.now(), quota, c.get('requestId')))) {
      c.res.headers.set(name, value)
    }
  })
  app.use(compress({ encoding: 'gzip' }))
  app.route('/v1', createApi(services))
  if (control) app.route('/control', createControl(services))
  app.notFound((c) => c.text('There is nothing here. The pet store is at /v1/pets.\n', 404))
  app.onError((error, c) => {
    console.error(error)
    return failure(c, 500, 'server.failure', 'The service could not answer; the request may be sent again.')
  })
  return app
}

function createApi({ clock, limiter, store }: Services): Hono<Env> {
  const api = new Hono<Env>()

  api.use(createMiddleware<Env>(async (c, next) => {
    const presented = c.req.header('authorization') !== undefined
    const account = limiter.find(bearerKey(c))
    if (!account) {
      c.header('www-authenticate', `Bearer realm="pet-store"${presented ? ', error="invalid_token"' : ''}`)
      return presented
        ? failure(c, 401, 'auth.key_invalid', 'The Authorization header carries no valid API key.')
        : failure(c, 401, 'auth.key_missing', 'An API key is needed: Authorization: Bearer <API_KEY>.')
    }
    c.set('account', account)
    return next()
  }))

  api.use(createMiddleware<Env>(async (c, next) => {
    const { quota, refused } = limiter.take(c.get('account'))
    c.set('quota', quota)
    if (!refused) return next()
    const { code, message } = REFUSALS[refused]
    c.header('retry-after', new Date(quota.reset * 1_000).toUTCString())
    c.header('connection', 'close')
    return failure(c, 429, code, message)
  }))

  api.get('/pets', (c) => {
    const { problems, limit, status, resume } = readListQuery(c)
    if (problems.length > 0) {
      return failure(c, 422, 'query.invalid', 'The query cannot be used as it is.', { problems })
    }
    const { pets, next } = store.page(limit, status, resume)
    if (next !== undefined) {
      const query = new URLSearchParams({ limit: String(limit), ...(status && { status }), resume: next.toString(36) })
      c.header('link', `</v1/pets?${query}>; rel="next"`)
    }
    return c.body(streamArray(pets), 200, { 'content-type': JSON_TYPE })
  })

  const tooLarge = (c: Context) =>
    failure(c, 413, 'body.too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
  api.post('/pets', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }), async (c) => {
    const bytes = await c.req.arrayBuffer()
    const mediaType = c.req.header('content-type')
    if (bytes.byteLength > 0 && mediaType && !/^application\/json\s*(;|$)/i.test(mediaType)) {
      return failure(c, 415, 'body.unsupported_type', 'The body must be application/json.')
    }
    let value: unknown
    try {
      value = parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      return failure(c, 400, 'body.unreadable', 'The body is not a JSON text in UTF-8.')
    }
    const { problems, newPet } = readNewPet(value)
    if (!newPet) return failure(c, 400, 'body.invalid', 'The body is not a new animal.', { problems })
    const pet = store.add(newPet)
    return pet ? json(c, 201, pet) : failure(c, 507, 'store.full', 'There is no room for another animal.')
  })

  api.get('/pets/:petId', (c) => {
    c.header('deprecation', `@${DEPRECATED_SINCE / 1_000}`)
    c.header('sunset', new Date(REMOVED_ON).toUTCString())
    c.header('link', '</v1/pets>; rel="successor-version"')
    if (clock.now() >= REMOVED_ON) {
      return failure(c, 410, 'operation.removed', 'This operation was removed; use GET /pets with the status filter.')
    }
    const petId = c.req.param('petId')
    const id = /^(0|-?[1-9]\d{0,18})$/.test(petId) ? BigInt(petId) : undefined
    const pet = id !== undefined && fitsInt64(id) ? store.get(id) : undefined
    return pet ? json(c, 200, pet) : failure(c, 404, 'pet.unknown', 'No animal has this identifier.')
  })

  const notAllowed = (methods: string) => (c: Ctx) => {
    c.header('allow', methods)
    return failure(c, 405, 'method.not_allowed', `This path knows ${methods} only.`)
  }
  api.all('/pets', notAllowed('GET, HEAD, POST'))
  api.all('/pets/:petId', notAllowed('GET, HEAD'))
  api.all('*', (c) => failure(c, 404, 'path.unknown', 'The service has no such path.'))
  return api
}

/** One chunk per element, so that a page need not be in memory as one text. */
function streamArray(items: readonly unknown[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const chunks = (function* () {
    yield '['
    for (const [index, item] of items.entries()) yield `${index > 0 ? ',\n' : ''}${stringifyExact(item)}`
    yield ']\n'
  })()
  return new ReadableStream({
    pull(controller) {
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

function readListQuery(c: Ctx) {
  const problems: Problem[] = []
  const single = (field: string, fits: (text: string) => boolean, problem: string): string | undefined => {
    const values = c.req.queries(field)
    if (!values) return undefined
    if (values.length === 1 && fits(values[0]!)) return values[0]
    problems.push({ field, problem })
    return undefined
  }
  const limit = single('limit', (text) => /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= 100,
    'must be one integer from 1 to 100')
  const status = single('status', isPetStatus, 'must be one of available, pending, sold')
  const resume = single('resume', (text) => /^[0-9a-z]{1,8}$/.test(text), 'must come from the link of an earlier page')
  return {
    problems,
    limit: Number(limit ?? 20),
    status: status as PetStatus | undefined,
    resume: resume === undefined ? undefined : parseInt(resume, 36),
  }
}

function readNewPet(value: unknown): { problems: Problem[]; newPet?: NewPet } {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber) {
    return { problems: [{ field: '', problem: 'must be a JSON object' }] }
  }
  const problems: Problem[] = []
  const member = (field: string): unknown => {
    return Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined
  }
  const name = member('name')
  const category = member('categoryId')
  const status = member('status')
  const categoryId = category instanceof JsonNumber ? toInt64(category) : undefined

  if (name === undefined) problems.push({ field: 'name', problem: 'is required' })
  else if (typeof name !== 'string') problems.push({ field: 'name', problem: 'must be a string' })
  if (category === undefined) problems.push({ field: 'categoryId', problem: 'is required' })
  else if (categoryId === undefined) problems.push({ field: 'categoryId', problem: 'must be a 64-bit integer' })
  if (status !== undefined && !isPetStatus(status)) {
    problems.push({ field: 'status', problem: 'must be one of available, pending, sold' })
  }
  if (problems.length > 0) return { problems }
  return { problems, newPet: { name, categoryId, status } as NewPet }
}

function createControl({ clock, limiter, store }: Services): Hono<Env> {
  const control = new Hono<Env>()
  const readBody = (c: Ctx): Promise<Record<string, unknown>> => c.req.json().catch(() => ({})).then((body) => body ?? {})
  const count = (value: unknown) => value === undefined || (Number.isInteger(value) && (value as number) >= 0)

  control.post('/freeze', (c) => {
    clock.freeze()
    return c.json({ now: clock.now() })
  })
  control.post('/advance', async (c) => {
    const { seconds } = await readBody(c)
    if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) {
      return failure(c, 400, 'control.invalid', 'seconds must be a number, not negative')
    }
    clock.advance(Math.round(seconds * 1_000))
    return c.json({ now: clock.now() })
  })
  control.post('/remaining', async (c) => {
    const { key, minute, day } = await readBody(c)
    const account = limiter.find(String(key))
    if (!account) return failure(c, 404, 'control.key_unknown', 'there is no such key')
    if (!count(minute) || !count(day)) return failure(c, 400, 'control.invalid', 'minute and day must be counts')
    limiter.setRemaining(account, { minute: minute as number, day: day as number })
    return c.json({})
  })
  control.post('/reset', (c) => {
    limiter.reset()
    store.reset()
    return c.json({})
  })
  return control
}
