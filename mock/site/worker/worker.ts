import { createMock } from '../../fetch/index.ts'
import { shelfIn } from './indexed-db.ts'
import { KeptWorlds } from './kept-worlds.ts'
import { siteFiles, type SiteFile } from './site-files.ts'

declare const self: ServiceWorkerGlobalScope

/** A name for the files of this version, which `lab/scripts/build-site.ts` gives them. */
declare const SITE_VERSION: string

const root = new URL(self.registration.scope)
// Other sites may stand on the same origin.
const database = `petstore-mock ${root.pathname}`
const cachePrefix = `${database} `
const cacheName = cachePrefix + SITE_VERSION
/** Megabytes; what is kept of the worlds is no more either. */
const MEMORY = 64

const mock = createMock({ baseUrl: new URL('v1', root), control: true, memory: MEMORY })
const kept = new KeptWorlds(mock.worlds, shelfIn(database), {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})
/** Read with the first request: before, another version of this worker may write still. */
let restored: Promise<void> | undefined

self.addEventListener('install', (event) => {
  event.waitUntil(fillCache())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), self.clients.claim()]))
})

// A page that was loaded around the worker asks to be taken on.
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
    event.waitUntil(reply.catch(() => undefined).then(() => kept.saved()))
  }
})

/** The file of a page that is asked for; the control API's own index has the address of the room, but for whoever reads pages. */
function fileAt(path: string, request: Request): SiteFile | undefined {
  const isPage = path === '' || path.endsWith('/')
  return isRead(request) && (!isPage || request.mode === 'navigate') ? siteFiles.get(path) : undefined
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

async function answer(request: Request): Promise<Response> {
  await (restored ??= kept.restore())
  return mock.fetch(request)
}

/** What the pages tell of what is kept, once all is that has happened. */
async function showState(): Promise<Response> {
  await (restored ??= kept.restore())
  await kept.saved()
  return Response.json({ version: SITE_VERSION, problem: kept.problem })
}

/** Serves a file as the mock's own server would, from the cache, or from the network where that has lost it. */
async function serve({ name, headers }: SiteFile): Promise<Response> {
  const address = new URL(name, root)
  const found = (await (await caches.open(cacheName)).match(address)) ?? (await fetch(address))
  return found.ok ? new Response(found.body, { headers }) : found
}

async function fillCache(): Promise<void> {
  const cache = await caches.open(cacheName)
  // Not from the browser's other cache, which may still have those of another version.
  await cache.addAll(
    Array.from(siteFiles.values(), ({ name }) => new Request(new URL(name, root), { cache: 'reload' })),
  )
}

async function dropOldCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cachePrefix) && name !== cacheName) await caches.delete(name)
  }
}
