/** The state of the worker. */
interface State {
  /** Why saved worlds could not be restored, or worlds cannot be saved. */
  readonly problem?: string | undefined
}

interface ScriptAddresses {
  createScriptURL(text: string): string
}

/** Trusted Types, which the compiler's DOM types do not have yet. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses }
  | undefined

/** Starts a worker that runs the mock below the root. Resolves once it answers this page; rejects with the reason if it cannot. */
export async function becomeReady(root: URL): Promise<State> {
  const workers = workersHere()
  const options = { scope: root.pathname, updateViaCache: 'none' } as const
  const registration = await workers.register(workerAddress(root), options).catch((error: unknown) => {
    throw new Error(`The browser cannot register the service worker of this page: ${String(error)}`, {
      cause: error,
    })
  })
  const { active } = await Promise.race([workers.ready, failureOf(registration.installing)])
  if (!workers.controller) {
    const controlled = new Promise((resolve) => {
      workers.addEventListener('controllerchange', resolve, { once: true })
    })
    active?.postMessage('claim')
    await controlled
  }
  const reply = await fetch(new URL('state.json', root))
  if (!reply.ok || reply.headers.get('Content-Type') !== 'application/json')
    throw new Error(
      'The browser bypasses the service worker of this page. Check "Bypass for network" in the developer tools, and reload without Shift.',
    )
  // Worker and page come from one build.
  return (await reply.json()) as State
}

function workersHere(): ServiceWorkerContainer {
  // Missing in pages that were loaded over plain HTTP, despite its type.
  if ('serviceWorker' in navigator) return navigator.serviceWorker
  throw new Error(
    'It needs a service worker. Browsers allow that only over HTTPS or on localhost, and some not in private windows.',
  )
}

/** The address of the worker, as a TrustedScriptURL if the browser supports Trusted Types. */
function workerAddress(root: URL): string {
  const address = new URL('worker.js', root).href
  return typeof trustedTypes === 'undefined'
    ? address
    : trustedTypes.createPolicy('worker', { createScriptURL: (text) => text }).createScriptURL(address)
}

/** Rejects if the installation of a worker fails. */
function failureOf(worker: ServiceWorker | null): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'redundant')
      reject(
        new Error('Not all files of this page could be loaded and cached. Check the network, then reload.'),
      )
  })
  return promise
}
