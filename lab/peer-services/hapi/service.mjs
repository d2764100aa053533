// hapi with joi, hapi-auth-bearer-token and hapi-rate-limit.
import Hapi from '@hapi/hapi'
import Boom from '@hapi/boom'
import bearer from 'hapi-auth-bearer-token'
import rateLimit from 'hapi-rate-limit'
import Joi from 'joi'

const keys = { 'peer-key': { id: 'customer-1' }, 'peer-key-2': { id: 'customer-2' } }

const status = Joi.string().valid('available', 'pending', 'sold')
const newPet = Joi.object({
  name: Joi.string().required(),
  categoryId: Joi.number().integer().required(),
  status,
})

const pets = []

const server = Hapi.server({
  port: Number(process.env.PORT),
  host: '127.0.0.1',
  routes: { validate: { failAction: (request, h, err) => { throw err } } },
})

await server.register([
  bearer,
  {
    plugin: rateLimit,
    options: { userLimit: 60, userCache: { expiresIn: 60_000 }, pathLimit: false, headers: false },
  },
])

server.auth.strategy('key', 'bearer-access-token', {
  validate: (request, token) => ({ isValid: Object.hasOwn(keys, token), credentials: keys[token] ?? {} }),
})
server.auth.default('key')

server.route([
  {
    method: 'GET',
    path: '/v1/pets',
    options: { validate: { query: Joi.object({ limit: Joi.number().integer().min(1).max(100).default(20), status }) } },
    handler: ({ query }) => pets.filter((pet) => !query.status || pet.status === query.status).slice(0, query.limit),
  },
  {
    method: 'POST',
    path: '/v1/pets',
    options: { validate: { payload: newPet } },
    handler: ({ payload }, h) => {
      const pet = { id: pets.length + 1, status: 'available', ...payload }
      pets.push(pet)
      return h.response(pet).code(201)
    },
  },
  {
    method: 'GET',
    path: '/v1/pets/{petId}',
    options: { validate: { params: Joi.object({ petId: Joi.number().integer() }) } },
    handler: ({ params }) => pets.find((pet) => pet.id === params.petId) ?? Boom.notFound('No such animal'),
  },
])

server.ext('onPreResponse', (request, h) => {
  let { response } = request
  if (response.isBoom) {
    const { statusCode, error, message } = response.output.payload
    const { headers } = response.output
    response = h.response({ code: error.toUpperCase().replaceAll(' ', '_'), message, status: statusCode }).code(statusCode)
    for (const [name, value] of Object.entries(headers)) if (value) response.header(name, value)
  }
  const usage = request.plugins['hapi-rate-limit']
  if (usage?.userLimit) {
    response.header('X-RateLimit-Limit', String(usage.userLimit))
    response.header('X-RateLimit-Remaining', String(Math.max(0, usage.userRemaining)))
    response.header('X-RateLimit-Reset', String(Math.round(usage.userReset / 1000)))
    if (response.statusCode === 429) response.header('Retry-After', String(Math.ceil((usage.userReset - Date.now()) / 1000)))
  }
  return response
})

await server.start()
