import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, wantsBrowser } from '../../../testing/browser.ts'
import { openRoom, sendRequests } from './open-room.ts'

const isOpened = wantsBrowser('the control room, for axe,', process.env, (line) => process.stderr.write(line))

interface Finding {
  readonly id: string
  readonly impact: string
  readonly targets: readonly string[]
}

const RUN_AXE = `axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) =>
  ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`

describe.skipIf(!isOpened)('axe finds nothing to mend', { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  }, 30_000)
  afterAll(() => browser.close())

  it.each([
    ['light', 1400],
    ['dark', 1400],
    ['light', 400],
  ] as const)('in %s, %d pixels wide', async (colorScheme, width) => {
    await using room = await openRoom(browser)
    const { mock, page } = room
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    mock.keys.add({ key: `long-${'key'.repeat(60)}`, plan: 'free' })
    mock.keys.setRemaining('free-demo-key', { minute: 1 })
    mock.keys.ban('pro-demo-key', 60)
    await sendRequests(mock, 'free-demo-key', 2)
    mock.faults.add({ effect: { kind: 'not-json' }, seconds: 60 })
    await page.locator('.line-head').first().click()
    await page.locator('.key-controls summary').first().click()
    await page.evaluate(axe.source)
    const findings: Finding[] = []
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      if (((await tab.textContent()) ?? '').startsWith('Choices'))
        await page.locator('.point summary').first().click()
      findings.push(...(await page.evaluate<Finding[]>(RUN_AXE)))
    }
    expect(findings).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })
})
