import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operationIds } from '../../../spec/operations.ts'
import { describeInBrowser, type OpenedPage } from '../../../lab/testing/browser.ts'
import type { Mock } from '../../mock.ts'
import { documented } from '../message/document.ts'
import { asClient, start, TOKEN } from '../testing/start.ts'
import { openDocs, tryOut } from './docs-page.ts'

// Column heads of one word that stand in several lines.
const BROKEN_WORDS = `[...document.querySelectorAll('.renderedMarkdown th')].flatMap((head) => {
  const range = document.createRange()
  range.selectNodeContents(head)
  const isBroken = /^\\w+$/.test(head.textContent) && range.getClientRects().length > 1
  return isBroken ? [head.textContent] : []
})`

// The code that runs in the page is a text, because our types have no `document`.
const OPERATIONS = "Array.from(document.querySelectorAll('.opblock'), ({ id }) => id.split('-').at(-1))"
// The vertical distance between the name of a schema and its arrow, in pixels.
const ARROW = `{
  const middleOf = (part) => {
    const { top, height } = document.querySelector('.models ' + part).getBoundingClientRect()
    return top + height / 2
  }
  Math.abs(middleOf('.model-title') - middleOf('.model-toggle'))
}`
const HEAD = "document.querySelector('header').offsetHeight"
const FIRST = "document.querySelector('.opblock').getBoundingClientRect().bottom + scrollY"
const HEAD_IN_SIGHT = "document.querySelector('header').getBoundingClientRect().bottom"
// What holds a table that is wider than its room.
const RUN_OVER = `[...document.querySelectorAll('.headers-wrapper, .settled, .renderedMarkdown, .table-container')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent.slice(0, 60))`
// The buttons that stand on a text which scrolls below them.
const COVERED = `[...document.querySelectorAll('.live-responses-table .highlight-code, .curl-command')].flatMap((box) => {
  const code = box.querySelector('code').getBoundingClientRect()
  const pre = box.querySelector('pre').getBoundingClientRect()
  const end = Math.min(code.bottom, pre.bottom)
  return [...box.querySelectorAll('.copy-to-clipboard, .download-contents')]
    .filter((button) => button.getBoundingClientRect().top < end - 1)
    .map(({ className }) => className)
})`
const KEYS = "Array.from(document.querySelectorAll('#key option'), ({ value }) => value)"
const seriousFindings = (options: object): string =>
  `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) })))`
// The rules of axe that depend on the colour scheme.
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
// The select boxes that cut off what is chosen, though there is room beside them.
const CUT = `Array.from(document.querySelectorAll('#key, .response-controls select')).filter((select) => {
    const whole = select.cloneNode()
    whole.append(select.selectedOptions[0].cloneNode(true))
    whole.style.cssText = 'position: absolute; flex: none; width: max-content; min-width: 0; max-width: none'
    select.after(whole)
    const needed = whole.offsetWidth
    whole.remove()
    const room = select.closest('td, header').clientWidth
    return select.offsetWidth < Math.min(needed, room - 40)
  })
  .map((select) => select.selectedOptions[0].text)`
const GROUND = 'getComputedStyle(document.body).backgroundColor'

describeInBrowser('the docs page', (tab) => {
  let mock: Mock
  beforeAll(async () => {
    mock = await start({ pets: 3 })
  })
  beforeEach(() => {
    mock.reset()
  })
  afterAll(() => mock.stop())

  /** The addresses of requests to other origins. */
  const foreign = ({ requests }: OpenedPage): readonly string[] =>
    requests.filter((url) => !url.startsWith(`${mock.origin}/`))

  /** The requests of a world since it was reset, by status and key. */
  const sent = (world = 'default'): readonly (readonly [number, unknown])[] =>
    mock.worlds
      .get(world)
      .journal.list()
      .map(({ status, request }) => [status, request.headers['authorization']] as const)
      .reverse()

  // All tests share one page. Each depends on the state after the tests before it.
  describe('opened once', () => {
    let opened: OpenedPage
    beforeAll(async () => {
      // The mock lists its keys by last use, the page by limit.
      await asClient(mock, 'free-demo-key')
      // The browser logs refused requests as errors, but they are expected.
      opened = await openDocs(tab, mock, '', { permitted: /^Failed to load resource: .* status of 4\d\d/ })
    })

    it('shows every operation, and sends no request to another origin', async () => {
      const { page, requests, complaints } = opened
      expect((await page.evaluate<string[]>(OPERATIONS)).sort()).toEqual([...operationIds].sort())
      expect(requests).toContain(`${mock.origin}/_mock/docs/docs.js`)
      expect(foreign(opened)).toEqual([])
      expect(complaints).toEqual([])
      await expect.poll(() => page.evaluate(ARROW)).toBeLessThan(8)
    })

    it('has a header that stays as high as it is when the first reply comes, and an operation on the first screen of a phone', async () => {
      const { page } = opened
      const heights = async (): Promise<readonly number[]> => {
        const measured: number[] = []
        for (const width of [1280, 1000, 768, 320]) {
          await page.setViewportSize({ width, height: 640 })
          measured.push(await page.evaluate(HEAD))
        }
        return measured
      }
      const before = await heights()
      await expect.poll(() => page.evaluate(FIRST)).toBeLessThan(640)
      await page.setViewportSize({ width: 1200, height: 900 })
      await tryOut(page, 'listPets')
      await page.locator('.quota').getByText('59 of 60 left').waitFor()
      expect(await heights()).toEqual(before)
      await page.setViewportSize({ width: 1200, height: 900 })
    })

    it('asks for no status that nobody has chosen', async () => {
      const { page } = opened
      const status = page.locator('[id$="-listPets"] tr[data-param-name="status"] select')
      await expect.poll(() => status.locator('option:checked').innerText()).toBe('--')
      await tryOut(page, 'listPets')
      expect(mock.journal.list()).toMatchObject([{ target: '/v1/pets?limit=20' }])
    })

    it('sends a request with a demo key, and shows the reply digit for digit', async () => {
      const body = '{"name": "Rex", "categoryId": 9007199254740993}'
      const reply = await tryOut(opened.page, 'createPet', (form) => form.locator('textarea').fill(body))
      expect(reply.status).toBe(201)
      expect(reply.text).toContain('"categoryId": 9007199254740993,')
      expect(reply.text).toContain('x-ratelimit-remaining: 59')
      expect(mock.report('free-demo-key')).toMatchObject({ requests: 1 })
      expect(foreign(opened)).toEqual([])
      expect(opened.complaints).toEqual([])
    })

    it('sends an id digit for digit, and shows a header with a comma unchanged', async () => {
      await opened.page.selectOption('#key', 'business-demo-key')
      const reply = await tryOut(opened.page, 'getPet', (form) =>
        form.locator('input').fill('9007199254740993'),
      )
      expect(reply.status).toBe(404)
      expect(reply.text).toContain('sunset: Thu, 05 Dec 2030 00:00:00 GMT')
      expect(mock.journal.list()).toMatchObject([{ target: '/v1/pets/9007199254740993' }])
      expect(sent()).toEqual([[404, 'Bearer busi…ey']])
    })

    it('shows a 429 with Retry-After', async () => {
      mock.keys.setRemaining('free-demo-key', { minute: 0 })
      await opened.page.selectOption('#key', 'free-demo-key')
      const { status, text } = await tryOut(opened.page, 'listPets')
      expect(status).toBe(429)
      expect(text).toContain('retry-after: 37')
    })

    it('shows no quota of another key, nor one whose reset is past', async () => {
      const { page } = opened
      const quota = page.locator('.quota')
      await page.selectOption('#key', 'free-demo-key')
      await tryOut(page, 'listPets')
      await quota.getByText('59 of 60 left').waitFor()
      await page.selectOption('#key', 'pro-demo-key')
      await expect.poll(() => quota.innerText()).toBe('')
      mock.clock.set('2030-01-01T12:00:58Z')
      await tryOut(page, 'listPets')
      await quota.getByText('299 of 300 left').waitFor()
      await quota.getByText('left').waitFor({ state: 'detached' })
    })

    it('offers keys by ascending limit, an unknown key, and none', async () => {
      const { page } = opened
      await expect
        .poll(() => page.evaluate(KEYS))
        .toEqual([
          'free-demo-key',
          'free-demo-key-2',
          'pro-demo-key',
          'business-demo-key',
          'enterprise-demo-key',
          'no-such-key',
          '',
        ])
      for (const key of ['no-such-key', '']) {
        await page.selectOption('#key', key)
        await tryOut(page, 'listPets')
      }
      expect(sent()).toEqual([
        [401, 'Bearer no…'],
        [401, undefined],
      ])
    })

    it('sends a request to another world', async () => {
      const servers = opened.page.locator('.servers select')
      await servers.selectOption('/staging/v1')
      // With a key again, after none.
      await opened.page.selectOption('#key', 'pro-demo-key')
      expect((await tryOut(opened.page, 'listPets')).status).toBe(200)
      expect(mock.journal.list()).toEqual([])
      expect(sent('staging')).toEqual([[200, 'Bearer pro-…ey']])
      await servers.selectOption('/v1')
    })

    it('shows beside an operation what the document says, the variants in force, and what is left of the quota', async () => {
      const { page } = opened
      const block = page.locator('[id$="-listPets"]')
      await tryOut(page, 'listPets')
      const { remaining, limit } = mock.keys.get('pro-demo-key').windows.minute
      await page.locator('.quota').getByText(`${remaining} of ${limit} left`).waitFor()
      const said = await block.locator('.opblock-description').innerText()
      expect(said).toContain('1 to 100 inclusive')
      expect(said).toMatch(/above 100\?\s+400\s+limit-above-100/)
      await page.locator('.settled summary').click()
      await expect
        .poll(() => page.locator('.settled').innerText())
        .toContain('after-10-strikes-for-120-seconds')
    })

    it.each([
      ['light', {}],
      ['dark', COLOURS],
    ] as const)('axe finds nothing serious in it, in %s', async (colorScheme, options) => {
      const { page } = opened
      await page.emulateMedia({ colorScheme })
      await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor()
      // Most were sent above.
      for (const operation of operationIds) {
        const shown = page.locator(`[id$="-${operation}"] .live-responses-table`)
        if (!(await shown.isVisible())) await tryOut(page, operation)
      }
      await expect.poll(() => page.locator('.live-responses-table').count()).toBe(operationIds.length)
      await page.evaluate(axe.source)
      await expect.poll(() => page.evaluate(seriousFindings(options))).toEqual([])
    })

    it('follows the colour scheme of the system', async () => {
      const { page } = opened
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html.dark-mode').waitFor()
      await expect.poll(() => page.evaluate(GROUND)).toBe('rgb(16, 21, 27)')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.locator('html:not(.dark-mode)').waitFor()
      await expect.poll(() => page.evaluate(GROUND)).toBe('rgb(243, 245, 247)')
    })

    it('is not wider than a narrow window, and cuts nothing off that is chosen', async () => {
      const { page } = opened
      await page.setViewportSize({ width: 320, height: 900 })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
      await page.selectOption('#key', 'enterprise-demo-key')
      await expect.poll(() => page.evaluate(CUT)).toEqual([])
      const closed = page.locator('.opblock:not(.is-open) .opblock-summary-control').first()
      await closed.click()
      await page.locator('.opblock.is-open .renderedMarkdown th').first().waitFor()
      await expect.poll(() => page.evaluate(BROKEN_WORDS)).toEqual([])
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
      await page.setViewportSize({ width: 1200, height: 900 })
    })

    it('has room for what it says on a phone: no table runs over, and no button covers a text', async () => {
      const { page } = opened
      // Less a scrollbar.
      await page.setViewportSize({ width: 305, height: 640 })
      for (const operation of ['listPets', 'getPet'] as const) await tryOut(page, operation)
      await expect.poll(() => page.evaluate(RUN_OVER)).toEqual([])
      await expect.poll(() => page.evaluate(COVERED)).toEqual([])
      await page.evaluate('scrollTo(0, 2000)')
      await expect.poll(() => page.evaluate(HEAD_IN_SIGHT)).toBeLessThan(100)
      await page.evaluate('scrollTo(0, 0)')
      await page.setViewportSize({ width: 1200, height: 900 })
    })

    it('links to the control API, which may require a token, in the colour scheme of the system', async () => {
      const { page } = opened
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.7' })
      await page.click('nav a:text("Control API")')
      await page.locator('a[aria-current][href*=control]').waitFor()
      await page.getByLabel('Access from another machine requires a token.').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByLabel('This token is wrong.').fill(TOKEN)
      await expect.poll(() => page.evaluate(GROUND)).toBe('rgb(16, 21, 27)')
      await page.keyboard.press('Enter')
      await page.locator('.opblock').first().waitFor()
    })

    it('shows every operation of the control API, and sends no request to another origin', async () => {
      const operations = documented.map(({ id }) => id)
      expect((await opened.page.evaluate<string[]>(OPERATIONS)).sort()).toEqual(operations.sort())
      expect(foreign(opened)).toEqual([])
      expect(opened.complaints).toEqual([])
    })

    it('sends a request to the control API, with the token', async () => {
      const reply = await tryOut(opened.page, 'switchLimits', async (form) => {
        await form.locator('tr[data-param-name="world"] input').fill('default')
        await form.locator('textarea').fill('{"on": false}')
      })
      expect(reply.status).toBe(200)
      expect(mock.limits.on).toBe(false)
    })

    it('does not request endless streams', async () => {
      for (const operation of ['streamEvents', 'streamAllEvents', 'checkHealth']) {
        const block = opened.page.locator(`[id$="-${operation}"]`)
        await block.locator('.opblock-summary-control').click()
        await block.locator('.responses-inner').waitFor()
        await expect.poll(() => block.locator('.execute').isVisible()).toBe(operation === 'checkHealth')
      }
    })

    it('reports that the mock has gone', async () => {
      const { page } = opened
      await page.route('**/keys', (route) => route.abort())
      await page.reload()
      await page.getByText(/^The control API at \S+ does not answer\. Is the mock running\?$/).waitFor()
      await page.unrouteAll()
    })
  })
})
