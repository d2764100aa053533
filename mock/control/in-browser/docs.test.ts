import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operationIds } from '../../../spec/index.ts'
import { openBrowser, wantsBrowser } from '../../../testing/browser.ts'
import type { Mock } from '../../mock.ts'
import { documented } from '../message/document.ts'
import { asClient, start, TOKEN } from '../testing/start.ts'
import { openDocs, tryOut } from './open-docs.ts'

const isOpened = wantsBrowser('the docs page', process.env, (line) => process.stderr.write(line))

// The code that runs in the page is text: our own types know no document.
const OPERATIONS = "Array.from(document.querySelectorAll('.opblock'), ({ id }) => id.split('-').at(-1))"
const KEYS = "Array.from(document.querySelectorAll('#key option'), ({ value }) => value)"
const SERIOUS = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) })))`
const GROUND = 'getComputedStyle(document.body).backgroundColor'

describe.skipIf(!isOpened)('the docs page', { timeout: 30_000 }, () => {
  let browser: Browser
  let mock: Mock

  beforeAll(async () => {
    browser = await openBrowser()
  }, 30_000)
  afterAll(() => browser.close())
  beforeEach(async () => {
    mock = await start({ pets: 3 })
  })
  afterEach(() => mock.stop())

  it.each([
    ['the service', '', operationIds],
    ['the control API', '?document=control', documented.map(({ id }) => id)],
  ])('shows every operation of %s, and asks nobody else for anything', async (_which, query, operations) => {
    const { page, complaints, requests } = await openDocs(browser, mock, query)
    expect((await page.evaluate<string[]>(OPERATIONS)).sort()).toEqual([...operations].sort())
    expect(requests).toContain(`${mock.origin}/_mock/docs/docs.js`)
    expect(requests.filter((url) => !url.startsWith(`${mock.origin}/`))).toEqual([])
    expect(complaints).toEqual([])
  })

  it('tries a request with a demo key, and shows the reply digit for digit', async () => {
    const { page, complaints, requests } = await openDocs(browser, mock)
    const body = '{"name": "Rex", "categoryId": 9007199254740993}'
    const reply = await tryOut(page, 'createPet', (form) => form.locator('textarea').fill(body))
    expect(reply.status).toBe(201)
    expect(reply.text).toContain('"categoryId": 9007199254740993,')
    expect(reply.text).toContain('x-ratelimit-remaining: 59')
    expect(mock.report('free-demo-key')).toMatchObject({ requests: 1 })
    expect(requests.filter((url) => !url.startsWith(`${mock.origin}/`))).toEqual([])
    expect(complaints).toEqual([])
  })

  it('sends an identifier digit for digit, and shows a header with a comma as it came', async () => {
    const { page } = await openDocs(browser, mock)
    const reply = await tryOut(page, 'getPet', (form) => form.locator('input').fill('9007199254740993'))
    expect(reply.status).toBe(404)
    expect(reply.text).toContain('sunset: Thu, 05 Dec 2030 00:00:00 GMT')
    expect(mock.journal.list()).toMatchObject([{ target: '/v1/pets/9007199254740993' }])
  })

  it('offers the keys of the smallest allowance first, a wrong one and none', async () => {
    await asClient(mock, 'free-demo-key')
    const { page } = await openDocs(browser, mock)
    expect(await page.evaluate(KEYS)).toEqual([
      'free-demo-key',
      'free-demo-key-2',
      'pro-demo-key',
      'business-demo-key',
      'enterprise-demo-key',
      'no-such-key',
      '',
    ])
    for (const key of ['business-demo-key', 'no-such-key', '', 'pro-demo-key']) {
      await page.selectOption('#key', key)
      await tryOut(page, 'listPets')
    }
    const sent = mock.journal
      .list({ limit: 4 })
      .map(({ status, request }) => [status, request.headers['authorization']])
    expect(sent.reverse()).toEqual([
      [200, 'Bearer busi…ey'],
      [401, 'Bearer no…'],
      [401, undefined],
      [200, 'Bearer pro-…ey'],
    ])
  })

  it('shows a 429 with its wait', async () => {
    mock.keys.setRemaining('free-demo-key', { minute: 0 })
    const { page } = await openDocs(browser, mock)
    const { status, text } = await tryOut(page, 'listPets')
    expect(status).toBe(429)
    expect(text).toContain('retry-after: 37')
  })

  it('tries a request in another world', async () => {
    const { page } = await openDocs(browser, mock)
    await page.locator('.servers select').selectOption('/staging/v1')
    expect((await tryOut(page, 'listPets')).status).toBe(200)
    expect(mock.journal.list()).toEqual([])
  })

  it('leads to the control API, and tries a request of it', async () => {
    const { page } = await openDocs(browser, mock)
    await page.click('nav a:text("Control API")')
    const reply = await tryOut(page, 'switchLimits', async (form) => {
      await form.locator('tr[data-param-name="world"] input').fill('default')
      await form.locator('textarea').fill('{"on": false}')
    })
    expect(reply.status).toBe(200)
    expect(mock.limits.on).toBe(false)
  })

  it('asks for the token where the control API demands it, and presents it', async () => {
    const page = await browser.newPage({ extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.7' } })
    await page.goto(`${mock.origin}/_mock/docs/?document=control`)
    await page.getByLabel('You come from another machine.').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByLabel('That is not the token.').fill(TOKEN)
    await page.keyboard.press('Enter')
    const { status } = await tryOut(page, 'checkHealth')
    expect(status).toBe(200)
  })

  it('says so when the mock is gone', async () => {
    const { page } = await openDocs(browser, mock)
    await page.route('**/keys', (route) => route.abort())
    await page.reload()
    await page.getByText('The mock does not answer. Is it running?').waitFor()
  })

  it('sends nothing that would have no end', async () => {
    const { page } = await openDocs(browser, mock, '?document=control')
    for (const operation of ['streamEvents', 'streamAllEvents', 'checkHealth']) {
      const block = page.locator(`[id$="-${operation}"]`)
      await block.locator('.opblock-summary-control').click()
      await block.locator('.responses-inner').waitFor()
      expect(await block.locator('.execute').isVisible()).toBe(operation === 'checkHealth')
    }
  })

  it.each(['light', 'dark'] as const)('axe finds nothing serious in it, in %s', async (colorScheme) => {
    const { page } = await openDocs(browser, mock, '', { colorScheme })
    for (const operation of operationIds) await tryOut(page, operation)
    await page.evaluate(axe.source)
    expect(await page.evaluate(SERIOUS)).toEqual([])
  })

  it('is not wider than a narrow window', async () => {
    const { page } = await openDocs(browser, mock, '', { width: 320 })
    for (const operation of operationIds) await tryOut(page, operation)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  it('is dark where the system is, and follows it', async () => {
    const { page } = await openDocs(browser, mock, '', { colorScheme: 'dark' })
    expect(await page.evaluate(GROUND)).toBe('rgb(28, 32, 34)')
    await page.locator('html.dark-mode').waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await page.evaluate(GROUND)).toBe('rgb(255, 255, 255)')
    await page.locator('html:not(.dark-mode)').waitFor()
  })
})
