// Express with express-openapi-validator: the document first, the validator does the rest.
import express from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { RateLimiterMemory } from 'rate-limiter-flexible'

const ref = (name) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema, description) => ({ description, content: { 'application/json': { schema } } })
const errors = (...statuses) => Object.fromEntries(statuses.map((s) => [s, json(ref('Error'), 'error')]))
const apiSpec = {
  openapi: '3.0.3',
  info: { title: 'Pet Store', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  security: [{ key: [] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          { name: 'status', in: 'query', schema: ref('PetStatus') },
        ],
        responses: { 200: json({ type: 'array', items: ref('Pet') }, 'pets'), ...errors(401) },
      },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, content: { 'application/json': { schema: ref('NewPet') } } },
        responses: { 201: json(ref('Pet'), 'pet'), ...errors(400, 401) },
      },
    },
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        deprecated: true,
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
        responses: { 200: json(ref('Pet'), 'pet'), ...errors(401, 404) },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      PetStatus: { type: 'string', enum: ['available', 'pending', 'sold'] },
      NewPet: {
        type: 'object',
        required: ['name', 'categoryId'],
        properties: { name: { type: 'string' }, categoryId: { type: 'integer', format: 'int64' }, status: ref('PetStatus') },
      },
      Pet: { allOf: [ref('NewPet'), { type: 'object', required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } }] },
      Error: {
        type: 'object',
        required: ['code', 'message', 'status'],
        properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
}

const keys = new Set(['peer-key', 'peer-key-2'])
const limiter = new RateLimiterMemory({ points: 60, duration: 60 })
const pets = new Map()

const app = express()
app.disable('x-powered-by')
app.use(express.json())
app.use(OpenApiValidator.middleware({
  apiSpec,
  validateSecurity: { handlers: { key: (req) => keys.has(req.headers.authorization.slice(7)) } },
}))

// https://github.com/animir/node-rate-limiter-flexible: "Express middleware"
app.use(async (req, res, next) => {
  const headers = (state) => res.set({
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': String(state.remainingPoints),
    'X-RateLimit-Reset': new Date(Date.now() + state.msBeforeNext).toISOString(),
  })
  try {
    headers(await limiter.consume(req.headers.authorization))
  } catch (state) {
    headers(state)
    res.set('Retry-After', String(state.msBeforeNext / 1000))
    return res.status(429).json({ code: 'too_many_requests', message: 'Too Many Requests', status: 429 })
  }
  next()
})

app.get('/v1/pets', (req, res) => {
  const { limit, status } = req.query
  res.json([...pets.values()].filter((pet) => !status || pet.status === status).slice(0, limit))
})
app.post('/v1/pets', (req, res) => {
  const pet = { ...req.body, id: pets.size + 1 }
  pets.set(pet.id, pet)
  res.status(201).json(pet)
})
app.get('/v1/pets/:petId', (req, res) => {
  const pet = pets.get(Number(req.params.petId))
  if (!pet) return res.status(404).json({ code: 'not_found', message: 'not found', status: 404 })
  res.json(pet)
})

app.use((err, req, res, next) => {
  const status = err.status ?? 500
  res.status(status).json({ code: err.name, message: err.message, status })
})
app.listen(Number(process.env.PORT), '127.0.0.1')
