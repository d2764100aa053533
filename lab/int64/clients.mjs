// Each generated client with its recipe of docs/int64.md: adds a pet, and reads one.
import axios from 'axios'
import { OpenAPIClientAxios } from 'openapi-client-axios'
import { exactFetch, parse, parseIfJson, stringify } from './made/exact-json.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const exact = {
  transformRequest: (body) => stringify(body),
  transformResponse: (text) => parseIfJson(text),
}

/** The axios of the table. */
const createAxios = (baseURL, headers) =>
  axios.create({ baseURL, headers: { ...headers, ...JSON_TYPE }, ...exact })

export const clients = {
  '@hey-api/openapi-ts, client-fetch': async (baseUrl, headers) => {
    const { createPet, getPet } = await import('./made/hey-fetch')
    const { client } = await import('./made/hey-fetch/client.gen')
    client.setConfig({ baseUrl, headers, bodySerializer: stringify, parseAs: 'text' })
    const petIn = ({ data }) => data && parse(data)
    return {
      add: async (body) => petIn(await createPet({ body })),
      get: async (petId) => petIn(await getPet({ path: { petId } })),
    }
  },
  '@hey-api/openapi-ts, client-axios': async (base, headers) => {
    const { createPet, getPet } = await import('./made/hey-axios')
    const { client } = await import('./made/hey-axios/client.gen')
    client.setConfig({ axios: createAxios(base, headers), baseURL: base, bodySerializer: null })
    return {
      add: async (body) => (await createPet({ body })).data,
      get: async (petId) => (await getPet({ path: { petId } })).data,
    }
  },
  'orval, client axios': async (base, headers) => {
    const { getPetStore } = await import('./made/orval-axios')
    const { createPet, getPet } = getPetStore(createAxios(base, headers))
    return {
      add: async (pet) => (await createPet(pet)).data,
      get: async (id) => (await getPet(id)).data,
    }
  },
  'swagger-typescript-api, axios': async (baseURL, headers) => {
    const { Api } = await import('./made/sta-axios')
    const api = new Api()
    api.instance = createAxios(baseURL, headers)
    return {
      add: async (pet) => (await api.pets.createPet(pet)).data,
      get: async (id) => (await api.pets.getPet(id)).data,
    }
  },
  'openapi-client-axios': async (base, headers) => {
    const { definition } = await import('./made/definition.js')
    const axiosConfigDefaults = { headers: { common: { ...headers, ...JSON_TYPE } }, ...exact }
    const api = new OpenAPIClientAxios({ definition, withServer: { url: base }, axiosConfigDefaults })
    const client = await api.init()
    return {
      add: async (pet) => (await client.createPet(null, pet)).data,
      get: async (petId) => (await client.getPet({ petId })).data,
    }
  },
  // Last, because its recipe changes the whole program.
  'orval, client fetch': async (base, headers) => {
    await import('./made/to-json.js')
    const { createPet, getPet } = await import('./made/orval-fetch')
    const mutator = await import('./made/mutator')
    mutator.exact.base = base
    return {
      add: async (pet) => (await createPet(pet, { headers })).data,
      get: async (id) => (await getPet(id, { headers })).data,
    }
  },
  'swagger-typescript-api, fetch': async (baseUrl, headers) => {
    await import('./made/to-json.js')
    const { Api } = await import('./made/sta-fetch')
    const { pets } = new Api({ baseUrl, customFetch: exactFetch, baseApiParams: { headers } })
    return {
      add: async (pet) => (await pets.createPet(pet)).data,
      get: async (id) => (await pets.getPet(id)).data,
    }
  },
  'openapi-typescript-codegen, fetch': async (base, headers) => {
    await import('./made/to-json.js')
    const { OpenAPI, PetsService } = await import('./made/codegen-fetch')
    Object.assign(OpenAPI, { BASE: base, HEADERS: headers })
    globalThis.fetch = exactFetch
    return { add: (pet) => PetsService.createPet(pet), get: (id) => PetsService.getPet(id) }
  },
}
