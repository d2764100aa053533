import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, type Look, type OpenedPage } from '../../../lab/testing/browser.ts'
import { htmlReport } from './html.ts'
import { meaningOf } from './observed.ts'
import type { RunReport } from '../model/run-report.ts'
import { exampleReport, flawlessReport, reportOfBlanks } from '../testing/example-report.ts'
import { hostile } from '../testing/example-exchanges.ts'

const report = exampleReport()

it('loads nothing from elsewhere', () => {
  const html = htmlReport(report)
  const addresses = Array.from(
    html.matchAll(/\s(?:src|href|action|srcset)="([^"]*)"/g),
    ([, address]) => address,
  )
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((address) => !/^(?:#|data:image)/.test(address ?? ''))).toEqual([])
  expect(html).not.toMatch(/@import|url\(/)
})

it('the header says that the quota was counted for the first key alone', () => {
  expect(htmlReport(report)).toContain('62 requests (of the first key: 60 counted, 2 refused with 429) in ')
})

it('every link leads to an element of the page, and every id is unique', () => {
  const html = htmlReport(report)
  const places = Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id]) => id)
  const targets = Array.from(html.matchAll(/\shref="#([^"]*)"/g), ([, id]) => id)
  expect(places).toEqual([...new Set(places)])
  expect(targets.filter((target) => !places.includes(target))).toEqual([])
})

it('begins with a link to each of its sections, in their order', () => {
  const html = htmlReport(report)
  const [, nav = ''] = /<nav class="contents"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
  const sections = Array.from(html.matchAll(/<h2 id="([^"]*)">/g), ([, id]) => id)
  expect(Array.from(nav.matchAll(/href="#([^"]*)"/g), ([, id]) => id)).toEqual(sections)
  expect(sections).toContain('exchanges')
})

it('a fold-out list of exchanges is in no paragraph, which the browser would end before it', () => {
  const [test, ...others] = report.clauses[0]?.tests ?? []
  const evidence = Array.from({ length: 20 }, (_, index) => 20 - index)
  const clauses = report.clauses.map((clause, index) =>
    index === 0 && test !== undefined ? { ...clause, tests: [{ ...test, evidence }, ...others] } : clause,
  )
  const html = htmlReport({ ...report, clauses })
  expect(html).toContain('looked at <details')
  const [, links = ''] = /looked at <details.*?<\/summary>(.*?)<\/details>/s.exec(html) ?? []
  const shown = Array.from(links.matchAll(/>#(\d+)</g), ([, id]) => Number(id))
  // As they were sent.
  expect(shown).toEqual(evidence.toReversed())
  expect(html).not.toMatch(/<p\b[^>]*>(?:(?!<\/p>).)*<details/s)
})

it('highlights every exchange that breaks a clause, and names it there', () => {
  const html = htmlReport(report)
  const marked = Array.from(
    html.matchAll(/<details class="card exchange broken">\s*<summary><b class="number">#(\d+)/g),
  )
  expect(marked.map(([, id]) => id)).toEqual(['3', '5', '6', '7'])
  expect(html).toMatch(
    /<dt>seen<\/dt><dd><span class="exact">POST \/pets → 201<\/span> · .*?#6.*?#5.*?<dt>seen<\/dt><dd><span class="exact">GET \/pets → 401: status 400 in 200<\/span> · /s,
  )
})

it('shows a long body once, and again where it is blamed', () => {
  const [first, ...others] = report.exchanges
  const body = `[${'{"id":1},'.repeat(50)}{"id":2}]`
  if (first === undefined) throw new Error('no exchange')
  const exchanges = [first, ...others].map((one) => ({ ...one, body }))
  const html = htmlReport({ ...report, exchanges })
  const shown = html.split(body).length - 1
  const blamed = html.split(/<details class="card exchange [a-z]/).length - 1
  expect(shown).toBeLessThanOrEqual(1 + blamed)
  expect(html).toContain(`the same body as that of <a href="#exchange-${first.id}">#${first.id}</a>`)
})

it('shows what was asked as numbers, whichever their colour, and the classes of each clause', () => {
  const html = htmlReport(report)
  expect(html).toContain('title="1: 21 requests">21</span>')
  expect(html).toContain('title="19: not asked, the key’s minute is too short: --thorough"></span>')
  expect(html).toContain('title="listPets 200, getPet 404: 1 request">1</td>')
  expect(html).toContain('<span class="small classes">held: 1 of 2 classes asked</span>')
})

it.each([
  ['list-order', 'newest', 'In order of creation, the newest first.'],
  ['longest-name', 'at-most-80', 'A name of more than N characters is refused with 400.'],
  ['list-order', 'shuffled', undefined],
  ['no-such-point', 'yes', undefined],
])('the meaning of %s %s is shown', (id, variant, meaning) => {
  expect(meaningOf(id, variant)).toBe(meaning)
})

// The code that runs in the page is text: our own types know no document.
const OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"
// Whether it has several lines, and whether each is as high as its own font has it.
const REMARK = `
  const remark = document.querySelector('#asked .small')
  const line = 1.5 * parseFloat(getComputedStyle(remark).fontSize)
  const lines = remark.getBoundingClientRect().height / line
  ;[lines > 1.5, Math.abs(lines - Math.round(lines)) < 0.01]`
const ADD_SCRIPT = `
  const script = document.createElement('script')
  script.textContent = 'globalThis.hacked = true'
  document.body.append(script)`

describeInBrowser('the HTML report', (tab) => {
  let page: Page
  let folder: string
  let written = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'html-report-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** Opens a report from disk. */
  async function open(shown: RunReport, look?: Look): Promise<OpenedPage> {
    const path = join(folder, `report-${(written += 1)}.html`)
    await writeFile(path, htmlReport(shown))
    const opened = await tab.goTo(pathToFileURL(path).href, look)
    page = opened.page
    return opened
  }

  it('shows at the top whether the service conforms', async () => {
    await open(report)
    expect(await page.title()).toBe('not conformant: https://staging.pets.example.com/v1')
    expect(await page.locator('h1 .word').innerText()).toMatch(/^not conformant$/i)
    await open(flawlessReport())
    expect(await page.locator('h1 .word').innerText()).toMatch(/^conformant$/i)
    expect(await page.locator('header').getAttribute('class')).toBe('good')
  })

  it('runs no script of a reply, and loads nothing', async () => {
    const everywhere = Object.values(hostile).join('\n')
    const { complaints, requests } = await open(
      exampleReport({
        baseUrl: everywhere,
        startedAt: everywhere,
        mark: everywhere,
        created: [everywhere],
        secondOpinions: [{ tool: everywhere, findings: [{ exchange: 5, message: everywhere }] }],
        choices: [
          { id: 'ban', question: everywhere, variant: everywhere, before: everywhere, evidence: [5, 77] },
        ],
        exchanges: report.exchanges.map((exchange) => ({
          ...exchange,
          ...{ method: everywhere, path: everywhere, curl: everywhere, body: everywhere },
          headers: { [everywhere]: everywhere },
        })),
      }),
    )
    await page.evaluate(OPEN_ALL)
    await page.mouse.move(600, 400)
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
    expect(await page.locator('script, img, style, iframe, object, form, base').count()).toBe(2)
    expect(await page.locator('[onload], [onerror], [onmouseover], svg[onload], h1 h1').count()).toBe(0)
    expect(complaints).toEqual([])
    expect(requests.filter((url) => !/^(?:file|data):/.test(url))).toEqual([])
  })

  it('shows as many blanks as there are', async () => {
    await open(reportOfBlanks())
    const [expected, actual] = await page.locator('[id="LIST-3"] .breach dd').allInnerTexts()
    expect([expected, actual]).toEqual(['name "  ", as sent', 'name " "'])
    expect(await page.locator('#no-reply + ul code').first().innerText()).toBe('POST /pets {"name":"  "}')
    expect(await page.locator('#no-reply').innerText()).toContain('{"name":"  "}')
  })

  it('its policy blocks an injected script', async () => {
    const { complaints } = await open(report)
    await page.evaluate(ADD_SCRIPT)
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
    expect(complaints.join()).toContain('Content Security Policy')
  })

  it('links the verdict to the clause, the clause to the exchange, and back', async () => {
    await open(report)
    await page.click('.map a[href="#CREATE-4"]')
    const clause = page.locator('[id="CREATE-4"]')
    expect(await clause.isVisible()).toBe(true)
    await clause.locator('a[href="#exchange-6"]').first().click()
    const exchange = page.locator('#exchange-6')
    await exchange.waitFor({ state: 'visible' })
    expect(await exchange.innerText()).toContain('"id": 102')
    await exchange.locator('a', { hasText: 'CREATE-4 · a status outside the enumeration' }).click()
    await page.locator('[id="CREATE-4.2"]').waitFor({ state: 'visible' })
    expect(await page.evaluate('location.hash')).toBe('#CREATE-4.2')
  })

  it('says of a link to an exchange what it leads to, though the page does not', async () => {
    expect(htmlReport(report)).not.toMatch(/<a href="#exchange-[^>]*title=/)
    const { page } = await open(report)
    const link = page.locator('.links > a').first()
    await link.focus()
    expect(await link.getAttribute('title')).toMatch(/^#\d+ [A-Z]+ \/\S* \d{3}$/)
  })

  it('opens the element that its address names', async () => {
    await open(report)
    await page.goto(`${page.url()}#exchange-3`)
    await page.locator('#exchange-3').waitFor({ state: 'visible' })
  })

  it('filters by verdict with only a keyboard, and a link shows what the filter hides', async () => {
    await open(report)
    await page.focus('#show-all')
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#show-broken').isChecked()).toBe(true)
    expect(await page.locator('.group:visible').count()).toBe(1)
    expect(await page.locator('.group.broken .card').count()).toBe(2)
    await page.click('.map a[href="#GET-2"]')
    await page.locator('[id="GET-2"]').waitFor({ state: 'visible' })
    expect(await page.locator('#show-all').isChecked()).toBe(true)
  })

  it('copies a command', async () => {
    await open(report)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('[id="LIST-3"] .command button').click()
    await page.locator('[id="LIST-3"] .command button', { hasText: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(report.exchanges[2]?.curl)
  })

  it.each([320, 400, 1200])('nothing is wider than a window of %d', async (width) => {
    await open(report, { width })
    await page.evaluate(OPEN_ALL)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })

  it('a long remark beside a heading has lines of its own height', async () => {
    await open(report, { width: 320 })
    expect(await page.evaluate(REMARK)).toEqual([true, true])
  })

  it('follows the colour scheme of the system', async () => {
    const ground = async (colorScheme: 'dark' | 'light'): Promise<unknown> => {
      await open(report, { colorScheme })
      return await page.evaluate('getComputedStyle(document.body).backgroundColor')
    }
    expect([await ground('light'), await ground('dark')]).toEqual(['rgb(246, 246, 243)', 'rgb(19, 21, 24)'])
  })
})
