import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

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

/** A browser that asks nothing of the network by itself. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = CHROMIUMS.find((path) => existsSync(path)) ?? 'chromium'
  const quiet = [
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', ...quiet] })
}
