import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { CHROMIUMS } from './browser-server.ts'

/**
 * Whether tests that need a browser are to run: where there is one, and in CI always, where they fail without. A
 * developer without one is told that what they would have opened was skipped.
 */
export function wantsBrowser(
  opened: string,
  env: Readonly<Record<string, string | undefined>>,
  tell: (line: string) => void,
  paths: readonly string[] = CHROMIUMS,
): boolean {
  if (paths.some((path) => existsSync(path)) || (env['CI'] ?? '') !== '') return true
  tell(`SKIPPED: ${opened} has not been opened in a browser, for there is none at ${paths.join(', ')}\n`)
  return false
}

/** Tests that share a tab of the browser; skipped where there is none. `opened` is what they open. */
export function describeInBrowser(opened: string, tests: (tab: Tab) => void): void {
  const isOpened = wantsBrowser(opened, process.env, (line) => process.stderr.write(line))
  describe.skipIf(!isOpened)(opened, () => {
    const tab = new Tab()
    beforeAll(() => tab.open())
    afterAll(() => tab.close())
    tests(tab)
  })
}

/** How a page is looked at: pixels of its window, light and 1200 by 900 unless it is said otherwise. */
export interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'dark' | 'light'
  /** What the console may show without being a complaint. */
  readonly permitted?: RegExp
  /** Whether the requests of the page are noted, which costs more than they do; they are unless it is said otherwise. */
  readonly notesRequests?: boolean
  /** Sent with every request of the page. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A page, with what it complains of and asks for. */
export interface OpenedPage {
  readonly page: Page
  /** What its console shows, uncaught errors, dialogs. */
  readonly complaints: readonly string[]
  /** The addresses that it requests. */
  readonly requests: readonly string[]
}

/** One page that goes from address to address: a new one costs more than most of what is done in it. */
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

  /** The browser, for a page of one's own. */
  get browser(): Browser {
    if (!this.#browser) throw new Error('The browser has not been opened')
    return this.#browser
  }

  /** Goes to an address; what the page did before is over. */
  async goTo(url: string, look: Look = {}): Promise<OpenedPage> {
    const { width = 1200, height = 900, colorScheme = 'light', headers = {} } = look
    const { permitted, notesRequests = true } = look
    const page = (this.#page ??= await this.browser.newPage())
    page.removeAllListeners()
    // Those that a page has opened would live on.
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
    if (notesRequests) page.on('request', (request) => requests.push(request.url()))
    await page.goto(url)
    return { page, complaints, requests }
  }
}
