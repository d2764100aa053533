import { expect, test } from 'vitest'
import { describeInBrowser } from '../../../lab/testing/browser.ts'
import { startGated } from './testing/gated.ts'

describeInBrowser('the control room of a proxy', (tab) => {
  test('shows who answered, and only what a proxy has', async () => {
    await using proxy = await startGated({ limits: 'free', ban: true, readOnly: true })
    const { page, complaints } = await tab.goTo(`${proxy.control}/_mock/`, { width: 1280 })
    await page.getByText('live', { exact: true }).waitFor()
    await page
      .getByText("curl -sS -H 'Authorization: Bearer YOUR-KEY' 'http://proxy.test/v1/pets?limit=5'")
      .waitFor()
    expect(await page.locator('header').innerText()).toMatch(/Proxy before\s+http:\/\/127.0.0.1:\d+\/v1/)
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Traffic', 'Choices', 'Faults'])
    for (const button of ['Run it', 'To removal of getPet', 'Add key'])
      expect(await page.getByRole('button', { name: button }).count()).toBe(0)
    await (await proxy.send()).text()
    await (await proxy.send({ method: 'POST', body: '{}' })).text()
    await page.getByText('--read-only holds POST back; the service was not asked').waitFor()
    await page.getByText(/200 from http:\/\/127.0.0.1:\d+/).waitFor()
    await page
      .locator('#keys')
      .getByText(/^stag-[0-9a-f]{10}$/)
      .waitFor()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(complaints).toEqual([])
  })
})
