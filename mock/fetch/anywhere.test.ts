import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeInBrowser } from '../../testing/browser.ts'
import { bundleModule, bundleScript, type BundledFile } from './testing/bundle.ts'

/** What is asked of a mock wherever it runs, as a program; it ends with what was seen. */
const STORY = `
  async function story(fetch, base) {
    const headers = { Authorization: 'Bearer free-demo-key', 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"name":"Zoë","categoryId":9007199254740993}' }
    const added = await fetch(base + '/pets', init)
    const found = await fetch(base + '/pets/' + (await added.json()).id, { headers })
    const seen = [added.status, await found.text()]
    let refused
    do {
      refused = await fetch(base + '/pets?limit=1', { headers })
      await refused.text()
    } while (refused.status === 200)
    return JSON.stringify([...seen, refused.status, refused.headers.has('Retry-After')])
  }`

const TOLD = JSON.stringify([
  201,
  '{"id":101,"name":"Zoë","categoryId":9007199254740993,"status":"available"}',
  429,
  true,
])

let files: ReadonlyMap<string, BundledFile>
beforeAll(async () => {
  files = await bundleModule()
})

describe('the bundle', () => {
  test('has at most 60 kB, compressed, and all else loads late', () => {
    const first = [...files.values()].filter(({ isEntry }) => isEntry)
    const bytes = first.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
    expect(bytes).toBeLessThan(60_000)
    expect(files.size).toBe(2)
  })

  test('asks for nothing of Node', () => {
    expect(files.get('mock.js')?.code).not.toMatch(
      /\bnode:|\b(?:process|Buffer|require|setImmediate|__dirname)\b[.(]/,
    )
  })

  test('runs where there is nothing but the language, and what the web has, and no text becomes code', async () => {
    const { fetch: _fetch, ...web } = pick(OF_THE_WEB)
    const context = createContext(web, { codeGeneration: { strings: false, wasm: false } })
    runInContext((await bundleScript()) + STORY, context)
    expect(runInContext('[typeof process, typeof Buffer, typeof require]', context)).toEqual(
      Array(3).fill('undefined'),
    )
    const run = `(async () => story(petstore.createMock().fetch, 'https://pets.example/v1'))()`
    expect(await runInContext(run, context)).toBe(TOLD)
    const late = `petstore.createMock().worlds.createWith('zoo', { seed: 7 }).catch((error) => error.constructor.name)`
    expect(await runInContext(late, context)).toMatch(/Error$/)
  })
})

const OF_THE_WEB = [
  ...['AbortController', 'AbortSignal', 'Headers', 'ReadableStream', 'Request', 'Response', 'TextDecoder'],
  ...[
    'TextEncoder',
    'URL',
    'URLSearchParams',
    'clearTimeout',
    'performance',
    'queueMicrotask',
    'setTimeout',
    'fetch',
  ],
] as const

function pick(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]))
}

/** A page of a front end below a path, with the mock in the page itself, in a worker, or in a service worker. */
const pages: Readonly<Record<string, string>> = {
  'page.html': '<!doctype html><link rel=icon href=data:,><script type=module src=page.js></script><p>Pets',
  'page.js': `${STORY}
    import { createMock } from './mock.js'
    tell('page', await story(createMock().fetch, 'https://pets.example/v1'))
    const seeded = await createMock().worlds.createWith('zoo', { seed: 7, pets: 3 })
    tell('late', String(seeded.pets.size))
    const worker = new Worker('worker.js', { type: 'module' })
    tell('worker', await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) }))
    await navigator.serviceWorker.register('service-worker.js', { type: 'module' })
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve })
    }
    tell('service', await story((url, init) => fetch(url, init), 'api/v1'))
    function tell(name, value) { document.body.dataset[name] = value }`,
  'worker.js': `${STORY}
    import { createMock } from './mock.js'
    postMessage(await story(createMock().fetch, 'https://pets.example/v1'))`,
  'service-worker.js': `
    import { createMock } from './mock.js'
    const mock = createMock({ baseUrl: 'api/v1' })
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => {
      if (mock.answers(event.request.url)) event.respondWith(mock.fetch(event.request))
    })`,
}

describeInBrowser('the mock in a page, a worker and a service worker', (tab) => {
  let server: Server
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const name = url.replace('/below/', '')
      const content = pages[name] ?? files.get(name)?.code
      response.writeHead(content === undefined ? 404 : 200, {
        'Content-Type': name.endsWith('.html') ? 'text/html' : 'text/javascript',
        // No text becomes code.
        'Content-Security-Policy': "script-src 'self'",
      })
      response.end(content)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  test('answers as anywhere', async () => {
    const { port } = server.address() as AddressInfo
    const { page, complaints } = await tab.goTo(`http://127.0.0.1:${port}/below/page.html`, {
      permitted: /^Failed to load resource/,
    })
    await page.locator('body[data-service]').waitFor()
    const told: unknown = await page.evaluate('({ ...document.body.dataset })')
    expect(told).toEqual({ page: TOLD, late: '3', worker: TOLD, service: TOLD })
    expect(complaints).toEqual([])
  })
})
