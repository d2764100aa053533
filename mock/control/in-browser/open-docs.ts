import type { Browser, Locator, Page } from 'playwright-core'
import type { Mock } from '../../mock.ts'

/** The docs page in a browser, with what it complains of and asks for. */
export interface OpenedDocs {
  readonly page: Page
  readonly complaints: string[]
  readonly requests: string[]
}

/** Opens the docs page, and waits until it shows its operations and has a key at hand. */
export async function openDocs(
  browser: Browser,
  mock: Mock,
  query = '',
  look: { width?: number; colorScheme?: 'dark' | 'light' } = {},
): Promise<OpenedDocs> {
  const { width = 1200, colorScheme = 'light' } = look
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(dialog.message()))
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${mock.origin}/_mock/docs/${query}`)
  await page.locator('.opblock').first().waitFor()
  await page.locator('#key, a[aria-current][href*=control]').first().waitFor()
  return { page, complaints, requests }
}

/** Fills an operation in, sends it, and reads what the page shows of the reply. */
export async function tryOut(
  page: Page,
  operation: string,
  fill: (form: Locator) => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly status: number; readonly text: string }> {
  const block = page.locator(`[id$="-${operation}"]`)
  const execute = block.locator('.execute')
  if (!(await execute.isVisible())) await block.locator('.opblock-summary-control').click()
  await fill(block)
  const answered = page.waitForResponse((response) => response.request().resourceType() === 'fetch')
  await execute.click()
  const status = (await answered).status()
  const shown = block.locator('.live-responses-table')
  await shown.locator('.response-col_status', { hasText: String(status) }).waitFor()
  return { status, text: await shown.innerText() }
}
