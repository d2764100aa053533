// Libraries that repeat a call of fetch, each configured as its documentation advises.

/** By name, what loads a library and returns a function that gets the list of pets; it rejects when the client gives up. */
export const retriers = {
  bottleneck: async () => {
    const { default: Bottleneck } = await import('bottleneck')
    const limiter = new Bottleneck({ maxConcurrent: 6 })
    limiter.on('failed', ({ response }, { retryCount }) => {
      if (response?.status === 429 && retryCount < 3) return readRetryAfter(response)
    })
    return (url, headers) => limiter.schedule(() => fetched(fetch, url, { headers }))
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
  cockatiel: async () => {
    const { ExponentialBackoff, handleAll, retry } = await import('cockatiel')
    const policy = retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() })
    return (url, headers) => policy.execute(() => fetched(fetch, url, { headers }))
  },
  'async-retry': async () => {
    const { default: retry } = await import('async-retry')
    return (url, headers) => retry(() => fetched(fetch, url, { headers }), { retries: 5 })
  },
  'exponential-backoff': async () => {
    const { backOff } = await import('exponential-backoff')
    return (url, headers) => backOff(() => fetched(fetch, url, { headers }))
  },
  '@vercel/fetch-retry': async () => {
    const { default: build } = await import('@vercel/fetch-retry')
    const retrying = build(fetch)
    return (url, headers) => fetched(retrying, url, { headers })
  },
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
