// Koa with @koa/router, koa-bodyparser, koa-ratelimit and ajv.
import Router from '@koa/router'
import Ajv from 'ajv'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import ratelimit from 'koa-ratelimit'

const PLANS = { free: [60, 1000], pro: [300, 10000], business: [1000, 100000] }
const KEYS = new Map([
  ['peer-key', 'free'],
  ['peer-key-2', 'free'],
  ['peer-pro-key', 'pro'],
])

const ajv = new Ajv({ allErrors: true })
const validateNewPet = ajv.compile({
  type: 'object',
  required: ['name', 'categoryId'],
  properties: {
    name: { type: 'string', minLength: 1 },
    categoryId: { type: 'integer' },
    status: { enum: ['available', 'pending', 'sold'] },
  },
})

const pets = new Map()
let nextId = 1

class ApiError extends Error {
  constructor(status, code, message) {
    super(message)
    this.status = status
    this.code = code
    this.expose = true
  }
}

const app = new Koa()

app.use(async (ctx, next) => {
  try {
    await next()
    if (ctx.status === 404 && !ctx.body) throw new ApiError(404, 'not_found', 'No such resource')
    if (ctx.status === 405) throw new ApiError(405, 'method_not_allowed', 'Method not allowed')
  } catch (err) {
    const status = err.status ?? 500
    ctx.status = status
    ctx.body = {
      code: typeof err.code === 'string' ? err.code : status === 400 ? 'bad_request' : 'internal_error',
      message: err.expose ? err.message : 'Internal server error',
      status,
    }
    if (!err.expose) console.error(err)
  }
})

const bearer = (ctx) => /^Bearer (.+)$/i.exec(ctx.get('Authorization'))?.[1]

// One pair of limiters for each plan: the day's first, so that the headers speak of the minute.
const limiters = new Map()
for (const [plan, [minute, day]] of Object.entries(PLANS)) {
  const limiter = (name, max, duration) =>
    ratelimit({
      driver: 'memory',
      db: new Map(),
      duration,
      max,
      id: (ctx) => `${name}:${ctx.state.key ?? ctx.ip}`,
      errorMessage: { code: 'rate_limited', message: 'Too many requests', status: 429 },
    })
  limiters.set(plan, [limiter('day', day, 86_400_000), limiter('minute', minute, 60_000)])
}

app.use(async (ctx, next) => {
  const key = bearer(ctx)
  ctx.state.plan = KEYS.get(key)
  if (ctx.state.plan) ctx.state.key = key
  const [day, minute] = limiters.get(ctx.state.plan ?? 'free')
  await day(ctx, () => minute(ctx, next))
})

app.use(async (ctx, next) => {
  if (!ctx.state.plan) {
    ctx.set('WWW-Authenticate', 'Bearer')
    throw new ApiError(401, 'unauthorized', 'Missing or invalid API key')
  }
  await next()
})

app.use(bodyParser({ enableTypes: ['json'] }))

const router = new Router({ prefix: '/v1' })

router.get('/pets', (ctx) => {
  const { limit = '20', status } = ctx.query
  const size = Number(limit)
  if (!Number.isInteger(size) || size < 1 || size > 100) throw new ApiError(400, 'invalid_limit', 'limit must be from 1 to 100')
  if (status !== undefined && !['available', 'pending', 'sold'].includes(status)) throw new ApiError(400, 'invalid_status', 'unknown status')
  ctx.body = [...pets.values()].filter((pet) => !status || pet.status === status).slice(0, size)
})

router.post('/pets', (ctx) => {
  const body = ctx.request.body
  if (!validateNewPet(body)) throw new ApiError(400, 'validation_failed', ajv.errorsText(validateNewPet.errors))
  const pet = { id: nextId++, name: body.name, categoryId: body.categoryId, status: body.status ?? 'available' }
  pets.set(pet.id, pet)
  ctx.status = 201
  ctx.set('Location', `/v1/pets/${pet.id}`)
  ctx.body = pet
})

router.get('/pets/:petId', (ctx) => {
  const pet = pets.get(Number(ctx.params.petId))
  if (!pet) throw new ApiError(404, 'pet_not_found', 'The animal could not be found')
  ctx.set('Deprecation', 'true')
  ctx.set('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT')
  ctx.body = pet
})

app.use(router.routes())
app.use(router.allowedMethods())
app.listen(Number(process.env.PORT), '127.0.0.1')
