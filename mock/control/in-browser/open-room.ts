import type { Browser, Page } from 'playwright-core'
import { startMock } from '../../index.ts'
import type { Mock } from '../../mock.ts'

/** A mock, and its control room in a browser. */
export interface OpenRoom extends AsyncDisposable {
  readonly mock: Mock
  readonly page: Page
  /** What the page complained of: uncaught errors, breaches of its policy. Refusals of the service are no complaint. */
  readonly complaints: readonly string[]
}

/** Starts a mock and opens its control room, live. */
export async function openRoom(browser: Browser, path = '/_mock/'): Promise<OpenRoom> {
  const mock = await startMock({ port: 0 })
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isOurs = message.type() === 'error' && !message.text().startsWith('Failed to load resource')
    if (isOurs) complaints.push(message.text())
  })
  await page.goto(mock.origin + path)
  await page.getByText('live', { exact: true }).waitFor()
  return {
    mock,
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      await page.close()
      await mock.stop()
    },
  }
}

/** Sends so many requests with a key, one after the other. */
export async function sendRequests(
  mock: Mock,
  key: string,
  count: number,
  path = '/v1/pets?limit=1',
): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const reply = await fetch(mock.origin + path, { headers: { Authorization: `Bearer ${key}` } })
    await reply.arrayBuffer()
  }
}
