import axios from 'axios'
import got from 'got'
import ky from 'ky'
import { parse as losslessParse, stringify as losslessStringify } from 'lossless-json'
import { ofetch } from 'ofetch'
import createClient from 'openapi-fetch'
import { startMock } from 'petstore-mock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import wretch from 'wretch'
// The code of docs/int64.md.
import { exactFetch, parse, parseIfJson, stringify } from './exact-json.js'

const headers = { Authorization: 'Bearer pro-demo-key' }
const json = { ...headers, 'Content-Type': 'application/json' }

let mock
let base
beforeAll(async () => {
  mock = await startMock({ port: 0, pets: 3, choices: { 'id-numbering': 'beyond-2-53' } })
  base = mock.baseUrl
})
beforeEach(() => mock.reset())
afterAll(() => mock.stop())

/** Each client by its own recipe: adds a pet, and reads one. */
const clients = {
  fetch: () => ({
    add: async (pet) =>
      parse(
        await (await fetch(`${base}/pets`, { method: 'POST', headers: json, body: stringify(pet) })).text(),
      ),
    get: async (id) => parse(await (await fetch(`${base}/pets/${id}`, { headers })).text()),
  }),
  'openapi-fetch': () => {
    const client = createClient({ baseUrl: base, headers, fetch: exactFetch, bodySerializer: stringify })
    return {
      add: async (body) => (await client.POST('/pets', { body })).data,
      get: async (petId) =>
        (await client.GET('/pets/{petId}', { params: { path: { petId: String(petId) } } })).data,
    }
  },
  axios: () => {
    const client = axios.create({
      baseURL: base,
      headers: json,
      transformRequest: (body) => stringify(body),
      transformResponse: (text) => parseIfJson(text),
    })
    return {
      add: async (pet) => (await client.post('/pets', pet)).data,
      get: async (id) => (await client.get(`/pets/${id}`)).data,
    }
  },
  ky: () => {
    const client = ky.create({ headers, retry: 0, parseJson: parse, stringifyJson: stringify })
    return {
      add: (pet) => client.post(`${base}/pets`, { json: pet }).json(),
      get: (id) => client.get(`${base}/pets/${id}`).json(),
    }
  },
  got: () => {
    const client = got.extend({
      headers,
      retry: { limit: 0 },
      responseType: 'json',
      parseJson: parse,
      stringifyJson: stringify,
    })
    return {
      add: async (pet) => (await client.post(`${base}/pets`, { json: pet })).body,
      get: async (id) => (await client.get(`${base}/pets/${id}`)).body,
    }
  },
  ofetch: () => {
    const client = ofetch.create({ baseURL: base, headers: json, parseResponse: parseIfJson, retry: 0 })
    return {
      add: (pet) => client('/pets', { method: 'POST', body: stringify(pet) }),
      get: (id) => client(`/pets/${id}`),
    }
  },
  wretch: () => {
    const client = wretch(base).headers(json).fetchPolyfill(exactFetch)
    return {
      add: (pet) => client.url('/pets').body(stringify(pet)).post().json(),
      get: (id) => client.url(`/pets/${id}`).get().json(),
    }
  },
  'lossless-json': () => {
    const number = (text) =>
      Number.isSafeInteger(Number(text)) || /[.eE]/.test(text) ? Number(text) : BigInt(text)
    const read = (text) => losslessParse(text, undefined, number)
    return {
      add: async (pet) =>
        read(
          await (
            await fetch(`${base}/pets`, { method: 'POST', headers: json, body: losslessStringify(pet) })
          ).text(),
        ),
      get: async (id) => read(await (await fetch(`${base}/pets/${id}`, { headers })).text()),
    }
  },
}

clients['a client with no place for it'] = () => {
  BigInt.prototype.toJSON = function () {
    return JSON.rawJSON(String(this))
  }
  const client = wretch(base).headers(headers).fetchPolyfill(exactFetch)
  return {
    add: (pet) => client.url('/pets').post(pet).json(),
    get: (id) => client.url(`/pets/${id}`).get().json(),
  }
}

const MOST = 2n ** 63n - 1n

test.for(Object.entries(clients))('%s keeps every digit', async ([, create]) => {
  const client = create()
  const added = await client.add({ name: 'Rex', categoryId: MOST })
  expect(added).toMatchObject({ id: 9007199254740996n, categoryId: MOST })
  expect(await client.get(added.id)).toEqual(added)
  // Small numbers stay numbers.
  expect((await client.add({ name: 'Zoë', categoryId: 2 })).categoryId).toBe(2)
})

const ERRORS = {
  'an empty 429': () => {
    mock.choices.set({ 'body-of-429': 'empty' })
    mock.keys.setRemaining('pro-demo-key', { minute: 0 })
    return 429
  },
  'a 503 in plain text': () => {
    const headers = { 'Content-Type': 'text/plain' }
    mock.faults.add({ effect: { kind: 'status', status: 503, body: 'Come back later', headers } })
    return 503
  },
}

// The others leave the status to the program.
const throwing = ['axios', 'ky', 'got', 'ofetch', 'wretch']

test.for(throwing.flatMap((name) => Object.keys(ERRORS).map((error) => [name, error])))(
  '%s keeps the status and the headers of %s',
  async ([name, error]) => {
    const status = ERRORS[error]()
    const { response } = await clients[name]()
      .get(1)
      .catch((failure) => failure)
    expect(response.status ?? response.statusCode).toBe(status)
    const { headers } = response
    const wait = headers.get?.('Retry-After') ?? headers['retry-after']
    if (status === 429) expect(Number(wait)).toBeGreaterThan(0)
  },
)

test('without a recipe, the id leads to another pet', async () => {
  const client = createClient({ baseUrl: base, headers })
  const { data: added } = await client.POST('/pets', { body: { name: 'Rex', categoryId: 2 } })
  const { data: next } = await client.POST('/pets', { body: { name: 'Zoë', categoryId: 2 } })
  const { data: found } = await client.GET('/pets/{petId}', { params: { path: { petId: next.id } } })
  expect([added.name, next.name, found?.name]).toEqual(['Rex', 'Zoë', 'Rex'])
})
