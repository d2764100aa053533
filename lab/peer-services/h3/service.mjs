// h3 with valibot and rate-limiter-flexible: by minute and by day, and a key that goes on is blocked.
import { H3, HTTPError, getQuery, getRouterParam, serve } from 'h3/node'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'

const PLANS = { free: { minute: 60, day: 1000 }, pro: { minute: 300, day: 10_000 } }
const KEYS = { 'peer-key': 'free', 'peer-key-2': 'free', 'peer-pro-key': 'pro' }

const limiters = Object.fromEntries(Object.entries(PLANS).map(([plan, { minute, day }]) => [plan, {
  minute: new RateLimiterMemory({ keyPrefix: `${plan}-minute`, points: minute, duration: 60 }),
  day: new RateLimiterMemory({ keyPrefix: `${plan}-day`, points: day, duration: 86_400 }),
}]))
const STRIKES = 15
const strikes = new RateLimiterMemory({ keyPrefix: 'strikes', points: STRIKES, duration: 60, blockDuration: 90 })

const Status = v.picklist(['available', 'pending', 'sold'])
const NewPet = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  categoryId: v.pipe(v.number(), v.safeInteger()),
  status: v.optional(Status, 'available'),
})
const ListQuery = v.object({
  limit: v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(100)), '20'),
  status: v.optional(Status),
})

const failure = (status, code, message) => new HTTPError({ status, message, body: { code, message, status } })
const parse = (schema, input) => {
  const result = v.safeParse(schema, input)
  if (!result.success) throw failure(400, 'validation-error', result.issues.map((i) => `${v.getDotPath(i) ?? 'body'}: ${i.message}`).join('; '))
  return result.output
}

function answer(event, error) {
  const status = error?.status ?? 500
  const body = error?.body ?? { code: status === 404 ? 'not-found' : status === 405 ? 'method-not-allowed' : 'internal-error', message: error?.message || 'error', status }
  const headers = event.context.limits ?? {}
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

const pets = []
const app = new H3({ onError: (error, event) => answer(event, error) })

app.use(async (event) => {
  const [, key] = /^Bearer (\S+)$/.exec(event.req.headers.get('authorization') ?? '') ?? []
  const plan = Object.hasOwn(KEYS, key ?? '') ? KEYS[key] : undefined
  const caller = plan ? key : `ip ${event.req.ip ?? ''}`
  const { minute, day } = limiters[plan ?? 'free']
  const say = (limiter, state) => {
    event.context.limits = {
      'X-RateLimit-Limit': String(limiter.points),
      'X-RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
      'X-RateLimit-Reset': String(Math.ceil((Date.now() + state.msBeforeNext) / 1000)),
    }
    for (const [name, value] of Object.entries(event.context.limits)) event.res.headers.set(name, value)
  }
  const refuse = (limiter, state) => {
    say(limiter, { ...state, remainingPoints: 0, msBeforeNext: state.msBeforeNext })
    event.context.limits['Retry-After'] = String(Math.ceil(state.msBeforeNext / 1000))
    throw failure(429, 'rate-limited', 'Too many requests')
  }
  const banned = await strikes.get(caller)
  if (banned && banned.consumedPoints > STRIKES) refuse(minute, banned)
  try {
    say(minute, await minute.consume(caller))
    const today = await day.consume(caller)
    if (today.remainingPoints < minute.points) say(day, today)
  } catch (state) {
    if (state instanceof Error) throw state
    await strikes.consume(caller).catch(() => {})
    const today = await day.get(caller)
    refuse(minute, today && today.remainingPoints <= 0 ? today : state)
  }
  if (!plan) throw failure(401, 'unauthorized', 'Missing or invalid API key')
})

app.get('/v1/pets', (event) => {
  const { limit, status } = parse(ListQuery, getQuery(event))
  return pets.filter((pet) => !status || pet.status === status).slice(-limit).reverse()
})

app.post('/v1/pets', async (event) => {
  let body
  try {
    body = JSON.parse(await event.req.text())
  } catch {
    throw failure(400, 'invalid-json', 'The body is not JSON')
  }
  const pet = { id: 1000 + pets.length, ...parse(NewPet, body) }
  pets.push(pet)
  event.res.status = 201
  return pet
})

app.get('/v1/pets/:petId', (event) => {
  const petId = getRouterParam(event, 'petId')
  if (!/^\d+$/.test(petId)) throw failure(400, 'invalid-id', 'petId must be an integer')
  event.res.headers.set('Deprecation', '@1733356800')
  event.res.headers.set('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT')
  const pet = pets[Number(petId) - 1000]
  if (!pet) throw failure(404, 'pet-not-found', 'The animal could not be found')
  return pet
})

serve(app, { port: Number(process.env.PORT), hostname: '127.0.0.1', silent: true })
