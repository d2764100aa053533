import { createMock } from '../../fetch/index.ts'
import { storageIn } from './indexed-db.ts'
import { SavedWorlds } from './saved-worlds.ts'
import { siteFiles, type SiteFile } from './site-files.ts'

declare const self: ServiceWorkerGlobalScope

/** The version of the files, from `lab/scripts/build-site.ts`. */
declare const SITE_VERSION: string

const root = new URL(self.registration.scope)
// Other sites may have the same origin.
const database = `petstore-mock ${root.pathname}`
const cachePrefix = `${database} `
const cacheName = cachePrefix + SITE_VERSION
/** Megabytes. It also bounds the saved data. */
const MEMORY = 64

const mock = createMock({ baseUrl: new URL('v1', root), control: true, memory: MEMORY })
const saved = new SavedWorlds(mock.worlds, storageIn(database), {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})
/** Restored with the first request: earlier, another version of this worker may still write. */
let restored: Promise<void> | undefined

self.addEventListener('install', (event) => {
  event.waitUntil(fillCache())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), self.clients.claim()]))
})

// A page that was loaded without the worker sends a message to be claimed.
self.addEventListener('message', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return
  const path = pathname.slice(root.pathname.length)
  const file = fileAt(path, request)
  if (file) {
    event.respondWith(serve(file))
  } else if (isRead(request) && siteFiles.has(`${path}/`)) {
    event.respondWith(Response.redirect(`${pathname}/${search}`, 308))
  } else if (path === 'state.json') {
    event.respondWith(showState())
  } else if (mock.answers(request.url)) {
    const reply = answer(request)
    event.respondWith(reply)
    event.waitUntil(reply.catch(() => undefined).then(() => saved.saved()))
  }
})

/** The requested file. Navigation gets pages; other requests to the same address get the index of the control API. */
function fileAt(path: string, request: Request): SiteFile | undefined {
  const isPage = path === '' || path.endsWith('/')
  return isRead(request) && (!isPage || request.mode === 'navigate') ? siteFiles.get(path) : undefined
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

async function answer(request: Request): Promise<Response> {
  await (restored ??= saved.restore())
  return mock.fetch(request)
}

/** Whether all changes could be saved, for the pages. */
async function showState(): Promise<Response> {
  await (restored ??= saved.restore())
  await saved.saved()
  return Response.json({ version: SITE_VERSION, problem: saved.problem })
}

/** Serves a file like the mock's own server: from the cache, or from the network if it is not cached. */
async function serve({ name, headers }: SiteFile): Promise<Response> {
  const address = new URL(name, root)
  const found = (await (await caches.open(cacheName)).match(address)) ?? (await fetch(address))
  return found.ok ? new Response(found.body, { headers }) : found
}

async function fillCache(): Promise<void> {
  const cache = await caches.open(cacheName)
  // Not from the HTTP cache, which may have files of another version.
  await cache.addAll(
    Array.from(siteFiles.values(), ({ name }) => new Request(new URL(name, root), { cache: 'reload' })),
  )
}

async function dropOldCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cachePrefix) && name !== cacheName) await caches.delete(name)
  }
}
