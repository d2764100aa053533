import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSite } from '../../lab/scripts/build-site.ts'
import { describeInBrowser } from '../../lab/testing/browser.ts'
import { siteFiles } from './worker/site-files.ts'

const PHONE = { width: 390, height: 844 }
const BELOW = '/some/where/'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The outcomes of some creations, each once; the ids of the pets that were added; the status of a large one. */
type Outcome = readonly [readonly (number | string)[], readonly number[], readonly [number]]

// Notes the intervals that tick in the page.
const NOTE_INTERVALS = `{
  window.ticking = new Set()
  const [start, stop] = [setInterval, clearInterval]
  window.setInterval = (...all) => { const id = start(...all); ticking.add(id); return id }
  window.clearInterval = (id) => { ticking.delete(id); stop(id) }
}`

// Whether the button has an edge and a bar its ground where the system imposes the colours.
const SEEN = `{
  const [button, bar, ground] = ['#play', '#story meter', '.story'].map((one) => getComputedStyle(document.querySelector(one)))
  ;[button.borderTopColor, bar.backgroundColor].every((colour) => colour !== ground.backgroundColor && !/ 0\\)$/.test(colour))
}`

describeInBrowser('the mock without a server, in its own pages', (tab) => {
  let folder: string
  let server: Server
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'petstore-site-'))
    await buildSite(folder)
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://host')
      const file = pathname.replace(BELOW, '').replace(/(^|\/)$/, '$1index.html')
      readFile(join(folder, file)).then(
        (content) =>
          response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(content),
        () => response.writeHead(404).end(),
      )
    }).listen(0)
    await once(server, 'listening')
  })
  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })

  test('play the story at once, where the reader wants no less motion, and pause it', async () => {
    const page = await tab.browser.newPage({ reducedMotion: 'reduce' })
    await page.addInitScript(NOTE_INTERVALS)
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}${BELOW}`)
    const [story, button] = [page.locator('#story'), page.locator('#play')]
    await page.getByText('The mock is ready').waitFor()
    await button.getByText('Run it', { exact: true }).waitFor()
    await expect.poll(() => story.getByText('0 of 150 served, 0 refused · has not begun').count()).toBe(2)

    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await story.getByText(/ waits 0:\d\d, as/).waitFor()
    await button.getByText('Pause').click()
    const isFrozen = (): Promise<unknown> =>
      page.evaluate(
        `fetch('${BELOW}_mock/worlds/story/clock').then((reply) => reply.json()).then(({ frozen }) => frozen)`,
      )
    await expect.poll(isFrozen).toBe(true)
    expect(await page.evaluate('ticking.size')).toBe(0)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await page.evaluate(SEEN)).toBe(true)
    await page.emulateMedia({ forcedColors: 'none' })
    await button.getByText('Continue').click()
    await expect.poll(isFrozen).toBe(false)
    await expect.poll(() => page.evaluate('ticking.size')).toBeGreaterThan(0)
    await page.close()
  })

  test('run a scenario from a link, on a phone, offline, and save the state of the worlds', async () => {
    const at = (host: string): string => `http://${host}:${(server.address() as AddressInfo).port}${BELOW}`
    const site = at('localhost')
    // The worker serves every page. Its activation deletes caches of other versions.
    const look = { ...PHONE, permitted: /^Failed to load resource/, recordsRequests: false }
    const { page, complaints } = await tab.goTo(`${site}licences.md`, look)
    await page.evaluate(`caches.open('petstore-mock ${BELOW} of yesterday')`)
    await page.goto(`${site}_mock/?scenario=polite,backoff&plan=pro`)
    await page.getByText('live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page
      .getByText(/stopped after/)
      .first()
      .waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    expect(await page.locator('.in-browser').innerText()).toContain(`Only pages below ${site} can reach it`)
    const caches = await page.evaluate('caches.keys()')
    expect(caches).toEqual([expect.stringMatching(/^petstore-mock \/some\/where\/ [\da-f]{12}$/)])

    // A page of another origin submits a form.
    await page.goto(`${at('127.0.0.1')}licences.md`)
    const refusal = page.waitForResponse(`${site}_mock/worlds/default/reset`)
    await page.evaluate(`
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '${site}_mock/worlds/default/reset'
      document.body.append(form)
      form.submit()`)
    expect((await refusal).status()).toBe(403)
    await page.waitForURL('**/reset')

    server.close()
    server.closeAllConnections()
    const room = await page.goto(`${site}_mock`)
    await page.getByText('live', { exact: true }).waitFor()
    expect(room?.headers()).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': siteFiles.get('_mock/')?.headers['Content-Security-Policy'],
    })

    const ask = (path: string, init = '{}'): Promise<unknown> =>
      page.evaluate(`fetch('${BELOW}${path}', {
        headers: { Authorization: 'Bearer free-demo-key', 'Content-Type': 'application/json' }, ...${init},
      }).then(async (reply) => [reply.status, await reply.json()])`)
    const pet = { id: 101, name: 'Rex', categoryId: 1, status: 'available' }
    const body = `{ method: 'POST', body: '{"name":"Rex","categoryId":1}' }`
    expect(await ask('v1/pets', body)).toEqual([201, pet])
    expect(await ask('state.json')).toMatchObject([200, {}])
    const workers = await page.context().newCDPSession(page)
    await workers.send('ServiceWorker.enable')
    await workers.send('ServiceWorker.stopAllWorkers')
    expect(await ask('v1/pets/101')).toEqual([200, pet])
    await page.getByText('live', { exact: true }).waitFor()

    // The saved world is damaged.
    expect(await ask('state.json')).toMatchObject([200, {}])
    await page.goto(`${site}_mock/docs/`)
    await page.getByText('Send requests with').waitFor()
    await workers.send('ServiceWorker.stopAllWorkers')
    await page.evaluate(`new Promise((resolve) => {
      indexedDB.open('petstore-mock ${BELOW}').onsuccess = ({ target: { result } }) => {
        const written = result.transaction('worlds', 'readwrite')
        written.objectStore('worlds').put({ savedAt: 0, state: '{"version":1}' }, 'default')
        written.oncomplete = resolve
      }
    })`)
    await page.goto(site)
    await page.getByText('The mock is ready').waitFor()
    // The story runs in a world of its own, and not by itself where the reader wants less motion.
    await page.locator('#play').getByText('Run it').click()
    await page
      .locator('#story')
      .getByText(/^\d+ of 150 served/)
      .first()
      .waitFor()
    // A wait of most of a minute is counted down.
    const story = page.locator('#story')
    await story.getByText(/ waits 0:[345]\d, as/).waitFor()
    await story.getByText(/ waits 0:[012]\d, as/).waitFor()
    expect(await ask('_mock/worlds')).toMatchObject([
      200,
      [{ name: 'default' }, { name: 'staging' }, { name: 'story' }],
    ])
    expect(await page.locator('#problem').innerText()).toMatch(/^The world default was reset, /)
    expect(await ask('v1/pets/101')).toMatchObject([404, {}])

    // Requests are aborted at any time, and a body is large.
    const [ends, ids, large] = await page.evaluate<Outcome>(`(async () => {
      const headers = { Authorization: 'Bearer enterprise-demo-key', 'Content-Type': 'application/json' }
      const add = async (init) => {
        const reply = await fetch('${BELOW}v1/pets', { method: 'POST', headers, ...init })
        return [reply.status, (await reply.json()).id]
      }
      const body = '{"name":"Rex","categoryId":1}'
      const all = await Promise.all(Array.from({ length: 200 }, (_none, at) => {
        const leaving = new AbortController()
        if (at % 4 > 0) setTimeout(() => leaving.abort(), at % 50)
        return add({ body, signal: leaving.signal }).catch(({ name }) => [name])
      }))
      const large = await add({ body: new Blob([new Uint8Array(100_000_000)]) })
      all.push(await add({ body }))
      return [[...new Set(all.map(([end]) => end))].sort(), all.flatMap(([, id]) => id ?? []), large]
    })()`)
    expect(ends).toEqual([201, 'AbortError'])
    expect(new Set(ids).size).toBe(ids.length)
    expect(large[0]).toBe(413)
    // Those that were added and not answered have an id between them.
    expect(await ask('_mock/worlds/default')).toMatchObject([200, { pets: Math.max(...ids) }])
    expect(complaints).toEqual([])
  })
})
