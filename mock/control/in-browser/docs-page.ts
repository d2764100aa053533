import type { Locator, Page } from 'playwright-core'
import type { Look, Tab, OpenedPage } from '../../../lab/testing/browser.ts'
import type { Mock } from '../../mock.ts'

/** Opens the docs page, and waits until it shows its operations and the key picker. */
export async function openDocs(tab: Tab, mock: Mock, query = '', look?: Look): Promise<OpenedPage> {
  const opened = await tab.goTo(`${mock.origin}/_mock/docs/${query}`, look)
  await opened.page.locator('.opblock').first().waitFor()
  await opened.page.locator('#key, a[aria-current][href*=control]').first().waitFor()
  return opened
}

/** Fills in the form of an operation, sends it, and returns the reply as the page shows it. */
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
