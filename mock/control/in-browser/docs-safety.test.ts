import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInBrowser, type OpenedPage } from '../../../lab/testing/browser.ts'
import type { Mock } from '../../mock.ts'
import { start } from '../testing/start.ts'
import { openDocs, tryOut } from './docs-page.ts'

// The code that runs in the page is a text, because our types have no `document`.
const ADD_SCRIPT = `
  const script = document.createElement('script')
  script.textContent = 'globalThis.hacked = true'
  document.body.append(script)`

describeInBrowser('the docs page, which a foreign page would like to reach', (tab) => {
  let mock: Mock
  let foreign: Server

  beforeAll(async () => {
    mock = await start({ pets: 3 })
    foreign = createServer((_request, response) => {
      const docs = `${mock.origin}/_mock/docs/`
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>
        <iframe src="${docs}#/pets/createPet"></iframe>
        <script src="${docs}docs.js"></script>
        <button onclick="opened = window.open('${docs}')">open</button>`)
    }).listen(0)
    await once(foreign, 'listening')
  })
  afterAll(async () => {
    foreign.close()
    await mock.stop()
  })

  it.each(['localhost', '127.0.0.1'])('cannot be controlled by a page of %s', async (host) => {
    const context = await tab.browser.newContext()
    const failed: string[] = []
    context.on('requestfailed', (request) => failed.push(request.url()))
    const page = await context.newPage()
    await page.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`)
    const popup = context.waitForEvent('page')
    await page.click('button')
    const opened = await popup
    await opened.locator('.opblock').first().waitFor()
    // Any page may link to it, but gets no access to its window, a frame or its script.
    expect(await opened.evaluate('opener')).toBeNull()
    expect(await page.evaluate('opened.closed')).toBe(true)
    expect(page.frames().map((frame) => frame.url())).toEqual([page.url(), 'chrome-error://chromewebdata/'])
    expect(failed).toContain(`${mock.origin}/_mock/docs/docs.js`)
    await context.close()
  })

  describe('opened with additional query parameters', () => {
    let opened: OpenedPage
    let elsewhere: string
    beforeAll(async () => {
      elsewhere = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`
      const evil = encodeURIComponent(elsewhere)
      opened = await openDocs(tab, mock, `?url=${evil}&configUrl=${evil}#url=${evil}`)
    })

    it('ignores documents and settings in them', async () => {
      const { page, requests } = opened
      expect(await page.locator('.info .title').innerText()).toMatch(/^Pet Store/)
      expect(requests.filter((url) => !url.startsWith(`${mock.origin}/`))).toEqual([])
    })

    it('runs no script of a reply', async () => {
      const { page, complaints } = opened
      const hostile = `<script>hacked = 1</script><img src=x onerror="hacked = 1">[x](javascript:hacked=1)`
      const body = JSON.stringify({ name: hostile, categoryId: 1 })
      const { status, text } = await tryOut(page, 'createPet', (form) => form.locator('textarea').fill(body))
      expect(status).toBe(201)
      expect(text).toContain('<script>hacked = 1</script>')
      expect(await page.locator('#docs :is(script, img, iframe, [href^="javascript:"])').count()).toBe(0)
      expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
      expect(complaints).toEqual([])
    })

    it('blocks an injected script and its requests to other origins by its policy', async () => {
      const { page, complaints } = opened
      await page.evaluate(ADD_SCRIPT)
      expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
      expect(complaints.join()).toContain('Content Security Policy')
      await expect(page.evaluate(`fetch('${elsewhere}', { mode: 'no-cors' })`)).rejects.toThrow(
        'Failed to fetch',
      )
    })
  })
})
