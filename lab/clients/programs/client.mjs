// One client, configured as its documentation advises: `node client.mjs <name> <one-by-one|at-once>`. It loads its library, writes
// `ready`, reads `<base address> <key>` from its input, makes six calls, and writes how each ended.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** By name, a function that gets the list of pets; it rejects when the client gives up. */
const clients = {
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
  bottleneck: async () => {
    const { default: Bottleneck } = await import('bottleneck')
    const limiter = new Bottleneck({ maxConcurrent: 6 })
    limiter.on('failed', ({ response }, { retryCount }) => {
      if (response?.status === 429 && retryCount < 3) return readRetryAfter(response)
    })
    return (url, headers) => limiter.schedule(() => fetched(fetch, url, { headers }))
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
        'pets',
      )
  },
  'make-fetch-happen': async () => {
    const { default: fetch } = await import('make-fetch-happen')
    return (url, headers) => fetched(fetch, url, { headers, retry: 3 })
  },
  'p-retry': async () => {
    const { default: pRetry } = await import('p-retry')
    return (url, headers) => pRetry(() => fetched(fetch, url, { headers }), { retries: 5 })
  },
  'fetch-retry': async () => {
    const { default: build } = await import('fetch-retry')
    const retrying = build(fetch, { retries: 3, retryOn: [429, 503], retryDelay: (at) => 2 ** at * 1000 })
    return (url, headers) => fetched(retrying, url, { headers })
  },
  'TanStack Query': async () => {
    const { QueryClient, QueryObserver } = await import('@tanstack/query-core')
    const client = new QueryClient()
    let calls = 0
    // As useQuery does it: three retries, after 1, 2 and 4 s.
    return (url, headers) =>
      new Promise((resolve, reject) => {
        const observer = new QueryObserver(client, {
          queryKey: [(calls += 1)],
          queryFn: () => fetched(fetch, url, { headers }),
          networkMode: 'always',
          retry: 3,
          retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        })
        observer.subscribe(({ status, error }) => {
          if (status === 'success') resolve()
          if (status === 'error') reject(error)
        })
      })
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
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const Throttled = Octokit.plugin(throttling)
    const octokit = new Throttled({ log, throttle: { onRateLimit: again, onSecondaryRateLimit: again } })
    return (url, { Authorization }) =>
      octokit.request('GET /pets', {
        baseUrl: new URL('.', url).href.slice(0, -1),
        headers: { authorization: Authorization },
      })
  },
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

async function fetched(fetch, url, options) {
  const response = await fetch(url, options)
  if (!response.ok) throw Object.assign(new Error(String(response.status)), { response })
  return response.json()
}

/** The wait that Retry-After asks for, in milliseconds, for a library that leaves this to the program. */
function readRetryAfter({ headers }) {
  const value = headers.get('Retry-After') ?? '1'
  return /^\d+$/.test(value) ? Number(value) * 1000 : Math.max(0, Date.parse(value) - Date.now())
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

const [name, manner] = process.argv.slice(2)
const call = await clients[name]()
process.stdout.write('ready\n')
const [url, key] = (await text(process.stdin)).trim().split(' ')
const headers = { Authorization: `Bearer ${key}` }
const callAndReport = async () => {
  const ended = await call(`${url}/pets`, headers).then(
    () => 'through',
    (error) => `gave up: ${String(error).slice(0, 100).replaceAll('\n', ' ')}`,
  )
  if (!process.stdout.write(`${ended}\n`)) await once(process.stdout, 'drain')
}
if (manner === 'at-once') await Promise.all(Array.from({ length: 6 }, callAndReport))
else for (let sent = 0; sent < 6; sent += 1) await callAndReport()
process.exit()
