import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { CHROMIUMS } from './browser-server.ts'

/**
 * Whether tests that need a browser run: if there is one, and always in CI, where they fail without one. Elsewhere `warn` gets a
 * line that says that `opened` was skipped.
 */
export function wantsBrowser(
  opened: string,
  env: Readonly<Record<string, string | undefined>>,
  warn: (line: string) => void,
  paths: readonly string[] = CHROMIUMS,
): boolean {
  if (paths.some((path) => existsSync(path)) || (env['CI'] ?? '') !== '') return true
  warn(`SKIPPED: ${opened} was not opened in a browser: there is none at ${paths.join(', ')}\n`)
  return false
}

/** Tests that share a tab of the browser; skipped if there is none. `opened` names what they open. */
export function describeInBrowser(opened: string, tests: (tab: Tab) => void): void {
  const isOpened = wantsBrowser(opened, process.env, (line) => process.stderr.write(line))
  describe.skipIf(!isOpened)(opened, () => {
    const tab = new Tab()
    beforeAll(() => tab.open())
    afterAll(() => tab.close())
    tests(tab)
  })
}

/** How a page is opened. By default: light, 1200 by 900 pixels. */
export interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'dark' | 'light'
  /** Console messages that are not complaints. */
  readonly permitted?: RegExp
  /** Whether the requests of the page are recorded, which costs more than they do; true by default. */
  readonly recordsRequests?: boolean
  /** Headers of every request of the page. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A page, with its complaints and its requests. */
export interface OpenedPage {
  readonly page: Page
  /** Console messages, uncaught errors and dialogs. */
  readonly complaints: readonly string[]
  /** The addresses of its requests. */
  readonly requests: readonly string[]
}

/** One page for all tests of a file: opening another costs more than most tests. */
export class Tab {
  #browser: Browser | undefined
  #page: Page | undefined

  async open(): Promise<void> {
    const desk = await fetch(inject('browserDesk'))
    const address = await desk.text()
    if (!desk.ok) throw new Error(address)
    this.#browser = await chromium.connect(address)
    this.#page = await this.#browser.newPage()
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }

  /** For a test that needs a page of its own. */
  get browser(): Browser {
    if (!this.#browser) throw new Error('The browser has not been opened')
    return this.#browser
  }

  /** Opens an address in the page, without the listeners and the other pages of the test before. */
  async goTo(url: string, look: Look = {}): Promise<OpenedPage> {
    const { width = 1200, height = 900, colorScheme = 'light', headers = {} } = look
    const { permitted, recordsRequests = true } = look
    const page = (this.#page ??= await this.browser.newPage())
    page.removeAllListeners()
    // Pages that a test has opened would stay open.
    for (const other of page.context().pages()) if (other !== page) await other.close()
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setExtraHTTPHeaders(headers)
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => {
      if (!permitted?.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    if (recordsRequests) page.on('request', (request) => requests.push(request.url()))
    await page.goto(url)
    return { page, complaints, requests }
  }
}
