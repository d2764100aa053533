import { expect, it } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

const [GONE, KEPT] = ['team-a-key', 'team-b-key']

describeRoom('keys that were removed, in the plot', (room) => {
  it('say so, and when they were last used, and can be hidden', async () => {
    const { mock } = room
    for (const key of [GONE, KEPT]) mock.keys.add({ key, plan: 'free' })
    const { page } = await room.open()
    await sendRequests(mock, GONE, 2)
    await sendRequests(mock, KEPT, 1)
    const captions = page.locator('.lane figcaption')
    await captions.nth(1).waitFor()
    const box = page.getByLabel('Removed keys')
    await expect.poll(() => box.count()).toBe(0)
    mock.keys.remove(GONE)
    await captions.getByText(/^removed, last used \d\d:\d\d:\d\d$/).waitFor()
    expect(await captions.last().innerText()).not.toContain('removed')
    await page.getByText('3 served and 0 over').waitFor()
    await box.uncheck()
    await page.getByText('1 served and 0 over').waitFor()
    expect(await page.locator('.lane b').allInnerTexts()).toEqual([KEPT])
    expect(await page.locator('.chip').allInnerTexts()).toEqual(['All keys', KEPT])
    mock.keys.remove(KEPT)
    await page.getByText('All keys with requests were removed, and are hidden.').waitFor()
    await box.check()
    await captions.nth(1).waitFor()
  })
})
