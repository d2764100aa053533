import { expect, it } from 'vitest'
import { describeRoom } from './room-page.ts'

describeRoom('the story of a rate limit', (room) => {
  it('is told by two clients side by side: the 429s, Retry-After, the ban, and the recovery', async () => {
    const { mock } = room
    const { page, complaints } = await room.open()
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
    expect(complaints).toEqual([])
  })

  it('says why it cannot be told', async () => {
    const { page } = await room.open()
    room.mock.limits.switch(false)
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('The limits of the world default are off: switch them on first').waitFor()
  })

  it('can be stopped', async () => {
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page
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
