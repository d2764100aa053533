import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

interface Finding {
  readonly id: string
  readonly impact: string
  readonly targets: readonly string[]
}

/** Runs axe in a part of the page. The options select its rules. */
function findingsIn(page: Page, part: string, options: object): Promise<Finding[]> {
  const settings = JSON.stringify({ resultTypes: ['violations'], ...options })
  return page.evaluate<Finding[]>(
    `axe.run('${part}', ${settings}).then(({ violations }) => violations.map(({ id, impact, nodes }) =>
      ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  )
}

/** Resolves when the page has been drawn. */
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** The rules of axe that depend on the colour scheme. */
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

describeRoom('axe finds nothing to mend in the control room', (room) => {
  it('in light and dark, in a wide window and a narrow one', async () => {
    const { mock } = room
    const { page } = await room.open({ width: 1400 })
    mock.keys.add({ key: `long-${'key'.repeat(60)}`, plan: 'free' })
    mock.keys.setRemaining('free-demo-key', { minute: 1 })
    mock.keys.ban('pro-demo-key', 60)
    await sendRequests(mock, 'free-demo-key', 2)
    mock.faults.add({ effect: { kind: 'not-json' }, seconds: 60 })
    await page.locator('.line-head').first().click()
    await page.locator('.key-controls summary').first().click()
    await page.evaluate(axe.source)
    // Another tab only changes the work area.
    let part = 'html'
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      if (((await tab.textContent()) ?? '').startsWith('Choices'))
        await page.locator('.point summary').first().click()
      for (const [colorScheme, width, options] of [
        ['light', 1400, {}],
        ['dark', 1400, COLOURS],
        ['light', 400, {}],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.evaluate(DRAWN)
        expect(await findingsIn(page, part, options), `${colorScheme}, ${width}`).toEqual([])
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
      await page.setViewportSize({ width: 1400, height: 900 })
      part = '.work'
    }
  })
})
