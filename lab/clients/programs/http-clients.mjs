// Libraries that send the requests themselves, each configured as its documentation advises.

/** By name, what loads a library and returns a function that gets the list of pets; it rejects when the client gives up. */
export const httpClients = {
  'axios-retry': async () => axiosRetried((axiosRetry) => axiosRetry.exponentialDelay),
  'axios-retry, linearDelay': async () => axiosRetried((axiosRetry) => axiosRetry.linearDelay()),
  'retry-axios': async () => {
    const { default: axios } = await import('axios')
    const { attach } = await import('retry-axios')
    return (url, headers) => {
      const instance = axios.create()
      attach(instance)
      return instance.get(url, { headers, raxConfig: { retry: 3 } })
    }
  },
  'axios, own linear delay': async () => {
    const { default: axios } = await import('axios')
    const instance = axios.create()
    instance.interceptors.response.use(undefined, async (error) => {
      const { config, response } = error
      config.attempt = (config.attempt ?? 0) + 1
      if (response?.status !== 429 || config.attempt > 3) throw error
      await pause(1000 * config.attempt)
      return instance(config)
    })
    return (url, headers) => instance.get(url, { headers })
  },
  got: async () => {
    const { default: got } = await import('got')
    return (url, headers) => got(url, { headers }).json()
  },
  ky: async () => {
    const { default: ky } = await import('ky')
    return (url, headers) => ky(url, { headers }).json()
  },
  'undici RetryAgent': async () => {
    const { Agent, RetryAgent, request } = await import('undici')
    const dispatcher = new RetryAgent(new Agent())
    return async (url, headers) => {
      const { statusCode, body } = await request(url, { headers, dispatcher })
      await body.text()
      if (statusCode !== 200) throw new Error(String(statusCode))
    }
  },
  'OpenAI SDK': async () => {
    const { default: OpenAI } = await import('openai')
    return (url, { Authorization }) =>
      new OpenAI({ apiKey: Authorization.slice('Bearer '.length), baseURL: new URL('.', url).href }).get(
        `pets${new URL(url).search}`,
      )
  },
  ofetch: async () => {
    const { ofetch } = await import('ofetch')
    return (url, headers) => ofetch(url, { headers, retry: 3, retryDelay: 500 })
  },
  superagent: async () => {
    const { default: superagent } = await import('superagent')
    return (url, headers) => superagent.get(url).set(headers).retry(2)
  },
  wretch: async () => {
    const { default: wretch } = await import('wretch')
    const { retry } = await import('wretch/middlewares')
    const until = (response) => response !== undefined && response.ok
    const api = wretch().middlewares([retry({ delayTimer: 500, maxAttempts: 10, until })])
    return (url, headers) => api.url(url).headers(headers).get().json()
  },
  'octokit throttling': async () => {
    const { Octokit } = await import('@octokit/core')
    const { throttling } = await import('@octokit/plugin-throttling')
    const again = (_wait, _options, _octokit, retryCount) => retryCount < 2
    const Throttled = Octokit.plugin(throttling)
    const octokit = new Throttled({
      log: silent,
      throttle: { onRateLimit: again, onSecondaryRateLimit: again },
    })
    return (url, { Authorization }) => octokitGet(octokit, url, Authorization)
  },
  gaxios: async () => {
    const { request } = await import('gaxios')
    return (url, headers) => request({ url, headers, retry: true })
  },
  'up-fetch': async () => {
    const { up } = await import('up-fetch')
    const upfetch = up(fetch, () => ({ retry: { attempts: 3, delay: 1000 } }))
    return (url, headers) => upfetch(url, { headers })
  },
  xior: async () => {
    const { default: xior } = await import('xior')
    const { default: errorRetry } = await import('xior/plugins/error-retry')
    const http = xior.create()
    http.plugins.use(errorRetry())
    return (url, headers) => http.get(url, { headers })
  },
  'openapi-fetch, over ky': async () => {
    const { default: createClient } = await import('openapi-fetch')
    const { default: ky } = await import('ky')
    return (url, headers) =>
      createClient({ baseUrl: new URL('.', url).href, fetch: ky }).GET(`/pets${new URL(url).search}`, {
        headers,
      })
  },
  'Azure REST pipeline': async () => {
    const { createDefaultHttpClient, createPipelineFromOptions, createPipelineRequest } =
      await import('@azure/core-rest-pipeline')
    const pipeline = createPipelineFromOptions({})
    const client = createDefaultHttpClient()
    return async (url, { Authorization }) => {
      const request = createPipelineRequest({ url, allowInsecureConnection: true })
      request.headers.set('Authorization', Authorization)
      const { status } = await pipeline.sendRequest(client, request)
      if (status !== 200) throw new Error(String(status))
    }
  },
  'Effect, retryTransient': async () => {
    const { Effect, Schedule } = await import('effect')
    const { FetchHttpClient, HttpClient } = await import('effect/http')
    return (url, headers) =>
      Effect.gen(function* () {
        const client = (yield* HttpClient.HttpClient).pipe(
          HttpClient.filterStatusOk,
          HttpClient.retryTransient({ schedule: Schedule.exponential('100 millis'), times: 3 }),
        )
        return yield* (yield* client.get(url, { headers })).json
      }).pipe(Effect.provide(FetchHttpClient.layer), Effect.runPromise)
  },
  'octokit retry': async () => {
    const { Octokit } = await import('@octokit/core')
    const { retry } = await import('@octokit/plugin-retry')
    const Retrying = Octokit.plugin(retry)
    const octokit = new Retrying({ log: silent })
    return (url, { Authorization }) => octokitGet(octokit, url, Authorization)
  },
  'Redux Toolkit Query, retry': async () => {
    const { configureStore } = await import('@reduxjs/toolkit')
    const { createApi, fetchBaseQuery, retry } = await import('@reduxjs/toolkit/query')
    const api = createApi({
      baseQuery: retry(fetchBaseQuery(), { maxRetries: 5 }),
      endpoints: (build) => ({ pets: build.query({ query: ({ url, headers }) => ({ url, headers }) }) }),
    })
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
    })
    let calls = 0
    // Calls with equal arguments would be one request.
    return (url, headers) =>
      store.dispatch(api.endpoints.pets.initiate({ url, headers, call: (calls += 1) })).unwrap()
  },
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

function octokitGet(octokit, url, authorization) {
  return octokit.request(`GET /pets${new URL(url).search}`, {
    baseUrl: new URL('.', url).href.slice(0, -1),
    headers: { authorization },
  })
}

async function axiosRetried(delay) {
  const { default: axios } = await import('axios')
  const { default: axiosRetry } = await import('axios-retry')
  const instance = axios.create()
  axiosRetry(instance, {
    retries: 3,
    retryDelay: delay(axiosRetry),
    retryCondition: (error) =>
      axiosRetry.isNetworkOrIdempotentRequestError(error) || error.response?.status === 429,
  })
  return (url, headers) => instance.get(url, { headers })
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
