import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../../lab/testing/browser.ts'
import type { Mock } from '../../mock.ts'
import { start } from '../testing/start.ts'
import { openDocs } from './docs-page.ts'

describeInBrowser('the docs page of one world', (tab) => {
  let mock: Mock
  beforeAll(async () => {
    mock = await start({ pets: 3 })
  })
  afterAll(() => mock.stop())

  it('shows the world of its address, also behind its links', async () => {
    const zoo = mock.worlds.create('zoo')
    zoo.choices.set({ 'limit-above-100': 'clamped' })
    const { page } = await openDocs(tab, mock, '?world=zoo')
    await expect.poll(() => page.locator('.servers select').inputValue()).toBe('/zoo/v1')
    await page.locator('[id$="-listPets"] .opblock-summary-control').click()
    await page.locator('.opblock-description', { hasText: 'clamped' }).waitFor()
    const links = await page.locator('header a').evaluateAll((all) => all.map(String))
    expect(links.map((link) => link.replace(`${mock.origin}/_mock/`, ''))).toEqual([
      'docs/?document=service&world=zoo',
      'docs/?document=control&world=zoo',
      '?world=zoo',
    ])
    mock.worlds.remove('zoo')
  })

  it('says that there is no world of its address, and shows the default one', async () => {
    const { page } = await openDocs(tab, mock, '?world=nope', { permitted: /status of 404/ })
    await page.getByText('There is no world "nope". This page shows the world default.').waitFor()
    await expect.poll(() => page.locator('.servers select').inputValue()).toBe('/v1')
  })
})
