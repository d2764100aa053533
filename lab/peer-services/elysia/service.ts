// Elysia on Bun with @elysiajs/bearer and elysia-rate-limit, as in their readmes.
import { bearer } from '@elysiajs/bearer'
import { Elysia, t } from 'elysia'
import { rateLimit } from 'elysia-rate-limit'

const keys = new Set(['peer-key', 'peer-key-2'])
const PetStatus = t.Union([t.Literal('available'), t.Literal('pending'), t.Literal('sold')])
const pets: { id: number; name: string; categoryId: number; status?: string }[] = []

new Elysia({ prefix: '/v1' })
  .use(bearer())
  .use(rateLimit({
    duration: 60_000,
    max: 60,
    generator: (request) => request.headers.get('authorization') ?? 'anonymous',
  }))
  .onError(({ code, error, set }) => {
    const status = code === 'VALIDATION' || code === 'PARSE' ? 400 : code === 'NOT_FOUND' ? 404 : 500
    set.status = status
    return { code, message: error instanceof Error ? error.message : 'error', status }
  })
  .onBeforeHandle(({ bearer, status }) => {
    if (!bearer || !keys.has(bearer)) return status(401, { code: 'UNAUTHORIZED', message: 'Missing or invalid API key', status: 401 })
  })
  .get('/pets', ({ query: { limit, status } }) => pets.filter((pet) => !status || pet.status === status).slice(0, limit), {
    query: t.Object({ limit: t.Integer({ minimum: 1, maximum: 100, default: 20 }), status: t.Optional(PetStatus) }),
  })
  .post('/pets', ({ body, status }) => {
    const pet = { id: pets.length + 1, ...body }
    pets.push(pet)
    return status(201, pet)
  }, {
    body: t.Object({ name: t.String(), categoryId: t.Integer(), status: t.Optional(PetStatus) }),
  })
  .get('/pets/:petId', ({ params: { petId }, status }) =>
    pets.find((pet) => pet.id === petId) ?? status(404, { code: 'NOT_FOUND', message: 'No such pet', status: 404 }), {
    params: t.Object({ petId: t.Number() }),
  })
  .listen({ port: Number(process.env.PORT), hostname: '127.0.0.1' })
