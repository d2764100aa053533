/** What the worker says of itself. */
interface State {
  /** Why what was kept is not there, or nothing is kept. */
  readonly problem?: string | undefined
}

interface ScriptAddresses {
  createScriptURL(text: string): string
}

/** Trusted Types, which the compiler does not know of yet. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses }
  | undefined

/** Has a worker run the mock below the root, and resolves once it answers this page; rejects with a sentence that says why it cannot. */
export async function becomeReady(root: URL): Promise<State> {
  const workers = workersHere()
  const options = { scope: root.pathname, updateViaCache: 'none' } as const
  const registration = await workers.register(workerAddress(root), options).catch((error: unknown) => {
    throw new Error(`The browser did not take on the worker of this page: ${String(error)}`, { cause: error })
  })
  const { active } = await Promise.race([workers.ready, failureOf(registration.installing)])
  if (!workers.controller) {
    const taken = new Promise((resolve) => {
      workers.addEventListener('controllerchange', resolve, { once: true })
    })
    active?.postMessage('take this page on')
    await taken
  }
  const reply = await fetch(new URL('state.json', root))
  if (!reply.ok || reply.headers.get('Content-Type') !== 'application/json')
    throw new Error(
      'The browser goes around the worker of this page: see whether its developer tools bypass it',
    )
  // The worker is of the same build.
  return (await reply.json()) as State
}

function workersHere(): ServiceWorkerContainer {
  // Left out of pages that came over plain HTTP, whatever the compiler says.
  if ('serviceWorker' in navigator) return navigator.serviceWorker
  throw new Error(
    'It needs a service worker, which browsers give to pages that came over HTTPS or from localhost, and some not in private windows.',
  )
}

/** The address as a TrustedScriptURL, which is taken for a text, where the browser knows such. */
function workerAddress(root: URL): string {
  const address = new URL('worker.js', root).href
  return typeof trustedTypes === 'undefined'
    ? address
    : trustedTypes.createPolicy('worker', { createScriptURL: (text) => text }).createScriptURL(address)
}

/** Rejects where a worker that is being installed cannot be. */
function failureOf(worker: ServiceWorker | null): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'redundant')
      reject(new Error('Not all files of this page could be loaded and kept. Load it again, with a network.'))
  })
  return promise
}
