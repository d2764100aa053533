import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeInBrowser } from '../../lab/testing/browser.ts'
import { runSuite } from '../../contract-tests/index.ts'
import type { Reply, Request as Asked } from '../../contract-tests/engine/transport.ts'
import { ControlClient } from '../client/control-client.ts'
import { bundleModule, bundleScript, type BundledFile } from './testing/bundle.ts'

/** A program that sends requests to a mock and returns what it received, as JSON. */
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

const EXPECTED = JSON.stringify([
  201,
  '{"id":101,"name":"Zoë","categoryId":9007199254740993,"status":"available"}',
  429,
  true,
])

let files: ReadonlyMap<string, BundledFile>
let script = ''
beforeAll(async () => {
  files = await bundleModule()
  script = await bundleScript()
})

describe('the bundle', () => {
  test('has 63 kB, compressed, as its page says, and loads the rest on demand', () => {
    const first = loadedWith('mock.js')
    const bytes = first.reduce((sum, name) => sum + gzipSync(files.get(name)?.code ?? '').length, 0)
    expect(Math.round(bytes / 1000)).toBeLessThanOrEqual(63)
    // Faker and the control API.
    expect(files.size - first.length).toBeGreaterThan(1)
  })

  test('uses nothing of Node', () => {
    const code = loadedWith('mock.js')
      .map((name) => files.get(name)?.code)
      .join('')
    const asked = /\bnode:|\b(?:process|Buffer|require|setImmediate|__dirname)\b[.(]/.exec(code)
    expect(asked?.[0]).toBeUndefined()
  })

  test('runs with only the language and web APIs, where eval is forbidden', async () => {
    const { fetch: _fetch, ...web } = pick(WEB_GLOBALS)
    const context = createContext(web, { codeGeneration: { strings: false, wasm: false } })
    runInContext(script + STORY, context)
    expect(runInContext('[typeof process, typeof Buffer, typeof require]', context)).toEqual(
      Array(3).fill('undefined'),
    )
    const run = `(async () => story(petstore.createMock().fetch, 'https://pets.example/v1'))()`
    expect(await runInContext(run, context)).toBe(EXPECTED)
    const late = `petstore.createMock().worlds.createWith('zoo', { seed: 7 }).catch((error) => error.constructor.name)`
    expect(await runInContext(late, context)).toMatch(/Error$/)
  })
})

/** A file and all its static imports. */
function loadedWith(name: string): readonly string[] {
  return [name, ...(files.get(name)?.imports ?? []).flatMap(loadedWith)]
}

const WEB_GLOBALS = [
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

/** A front end's page below a path, with a mock in the page itself, in a worker and in a service worker. */
const pages: Readonly<Record<string, string>> = {
  'page.html': '<!doctype html><link rel=icon href=data:,><script type=module src=page.js></script><p>Pets',
  'page.js': `${STORY}
    import { createMock } from './mock.js'
    report('page', await story(createMock().fetch, 'https://pets.example/v1'))
    const seeded = await createMock().worlds.createWith('zoo', { seed: 7, pets: 3 })
    report('late', String(seeded.pets.size))
    const worker = new Worker('worker.js', { type: 'module' })
    report('worker', await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) }))
    await navigator.serviceWorker.register('service-worker.js')
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve })
    }
    report('service', await story((url, init) => fetch(url, init), 'api/v1'))
    function report(name, value) { document.body.dataset[name] = value }`,
  'worker.js': `${STORY}
    import { createMock } from './mock.js'
    postMessage(await story(createMock().fetch, 'https://pets.example/v1'))`,
  // The mock's script is prepended to it: a service worker cannot load code on demand.
  'service-worker.js': `
    const mock = petstore.createMock({ baseUrl: 'api/v1', pets: 50, control: true })
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
      const own = pages[name] ?? files.get(name)?.code
      const content = name === 'service-worker.js' ? `${script};${own ?? ''}` : own
      response.writeHead(content === undefined ? 404 : 200, {
        'Content-Type': name.endsWith('.html') ? 'text/html' : 'text/javascript',
        // Forbids eval.
        'Content-Security-Policy': "script-src 'self'",
      })
      response.end(content)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  test('gives the same replies as anywhere, and every clause holds in a service worker', async () => {
    const { port } = server.address() as AddressInfo
    const folder = `http://127.0.0.1:${port}/below`
    const permitted = /^Failed to load resource/
    const { page, complaints } = await tab.goTo(`${folder}/page.html`, { permitted })
    await page.locator('body[data-service]').waitFor()
    const reported: unknown = await page.evaluate('({ ...document.body.dataset })')
    const service = EXPECTED.replace('101', '51')
    expect(reported).toEqual({ page: EXPECTED, late: '3', worker: EXPECTED, service })
    expect(complaints).toEqual([])

    const send = ({ url, ...init }: Partial<Asked>): Promise<Reply> =>
      page.evaluate(
        `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(async (response) => ({
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        }))`,
      )
    const client = new ControlClient(`${folder}/api/_mock`, async (url, init) => {
      const { status, headers, body } = await send({ url, ...init })
      return { status, headers: new Headers(headers), text: () => Promise.resolve(body) }
    })
    const worlds = [client.world('default'), client.world('staging')] as const
    for (const world of worlds) await world.reset()
    const { clauses, exitCode } = await runSuite({
      ...{ baseUrl: `${folder}/api/v1`, secondBaseUrl: `${folder}/api/staging/v1`, plan: 'free' },
      ...{ key: 'free-demo-key', secondKey: 'free-demo-key-2', exhaust: true, ban: true },
      control: worlds,
      transport: send,
    })
    const notHeld = clauses.filter(({ verdict }) => verdict !== 'held').map(({ id }) => id)
    expect([notHeld, exitCode]).toEqual([['BASE-4'], 0])
  })
})
