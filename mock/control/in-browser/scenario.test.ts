import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, wantsBrowser } from '../../../testing/browser.ts'
import { openRoom } from './open-room.ts'

const isOpened = wantsBrowser('the scenarios', process.env, (line) => process.stderr.write(line))

describe.skipIf(!isOpened)('the story of a rate limit', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  }, 30_000)
  afterAll(() => browser.close())

  it('is told by two clients side by side: the 429s, Retry-After, the ban, and the recovery', async () => {
    await using room = await openRoom(browser)
    const { mock, page } = room
    const form = page.locator('.scenarios form')
    await form.getByRole('button', { name: 'Run it' }).click()
    await form.getByRole('button', { name: 'Stop' }).waitFor()
    await form.getByRole('button', { name: 'Run it' }).waitFor({ timeout: 100_000 })
    const [naive, polite] = await page.locator('.run').allInnerTexts()
    expect(naive).toMatch(/Badly behaved: banned/)
    expect(polite).toContain('Well behaved: waited as it was told')
    expect(await page.locator('.outcome').innerText()).toMatch(
      /^Polite was done \d:\d\d sooner, with \d+ fewer refused\.$/,
    )
    const served = await page.locator('.run').getByRole('meter').all()
    for (const meter of served) expect(await meter.getAttribute('aria-valuenow')).toBe('150')
    // The last exchange may be told a moment after it has ended.
    await page.getByRole('img', { name: /300 requests were admitted and \d+ refused/ }).waitFor()
    await page.getByLabel('Filter by status').selectOption('429')
    await page.locator('.line-head').last().click()
    expect(await page.locator('.detail').innerText()).toMatch(/Retry-After: \d+/)
    expect(mock.clock.read()).toMatchObject({ frozen: false, speed: 1 })
    expect(room.complaints).toEqual([])
  })

  it('says why it cannot be told', async () => {
    await using room = await openRoom(browser)
    room.mock.limits.switch(false)
    await room.page.getByRole('button', { name: 'Run it' }).click()
    await room.page.getByText('The limits of the world default are off: switch them on first').waitFor()
  })

  it('can be stopped', async () => {
    await using room = await openRoom(browser)
    await room.page.getByRole('button', { name: 'Run it' }).click()
    await room.page.getByRole('button', { name: 'Stop' }).click()
    await room.page
      .getByText(/stopped after/)
      .first()
      .waitFor()
    expect(
      room.mock.keys
        .list()
        .map(({ key }) => key)
        .filter((key) => key.includes('-demo-t')),
    ).toEqual([])
  })
})
