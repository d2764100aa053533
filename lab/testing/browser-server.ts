import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a server that replies with the address of the run's one browser, which it launches on the first request. */
    readonly browserDesk: string
  }
}

/** Where a browser may be installed. With the first, which draws no windows, the tests need a fifth less time. */
export const CHROMIUMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** One browser for the tests of all workers: starting one costs more than most tests. */
export default async function provideBrowser(project: TestProject): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | undefined
  const desk = createServer((_request, response) => {
    browser ??= launchBrowser()
    browser.then(
      (launched) => response.end(launched.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  project.provide('browserDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.close()
    const launched = await browser?.catch(() => undefined)
    await launched?.close()
  }
}

/** Launches a browser that sends no requests by itself. */
async function launchBrowser(): Promise<BrowserServer> {
  // Loaded late: it takes as long as a run of a few tests, most of which open no page.
  const { chromium } = await import('playwright-core')
  const executablePath = CHROMIUMS.find((path) => existsSync(path)) ?? 'chromium'
  const quiet = [
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launchServer({ executablePath, args: ['--no-sandbox', '--no-first-run', ...quiet] })
}
